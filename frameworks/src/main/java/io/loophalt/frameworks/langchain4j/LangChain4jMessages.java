package io.loophalt.frameworks.langchain4j;

import io.loophalt.extension.ChatMessage;
import io.loophalt.extension.ChatMessage.Speaker;
import io.loophalt.extension.RequestReader;
import io.loophalt.extension.reflect.Getter;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads the messages of LangChain4j's requests, those of its agents and of Quarkus included. */
final class LangChain4jMessages implements RequestReader {

  static final RequestReader READER = new LangChain4jMessages();

  private static final Getter MESSAGES = new Getter("messages");
  private static final Getter TYPE = new Getter("type");
  private static final Getter TEXT = new Getter("text");
  private static final Getter CONTENTS = new Getter("contents");
  private static final Getter AI_MESSAGE = new Getter("aiMessage");
  private static final Getter TOOL_REQUESTS = new Getter("toolExecutionRequests");
  private static final Getter ID = new Getter("id");
  private static final Getter NAME = new Getter("name");
  private static final Getter ARGUMENTS = new Getter("arguments");

  private LangChain4jMessages() {}

  @Override
  public List<?> messages(Object request) {
    return MESSAGES.of(request) instanceof List<?> messages ? messages : List.of();
  }

  @Override
  public @Nullable ChatMessage read(Object message) {
    return switch (TYPE.text(message)) {
      case "SYSTEM" -> ChatMessage.of(Speaker.SYSTEM, TEXT.text(message));
      case "USER" -> user(message);
      case "AI" -> ChatMessage.answer(TEXT.text(message), callsOf(message));
      case "TOOL_EXECUTION_RESULT" -> ChatMessage.of(Speaker.TOOL, "");
      default -> null;
    };
  }

  @Override
  public List<ChatMessage.Call> calls(Object returned) {
    return callsOf(AI_MESSAGE.of(returned));
  }

  private static ChatMessage user(Object message) {
    StringBuilder text = new StringBuilder();
    List<Object> others = new ArrayList<>(0);
    if (CONTENTS.of(message) instanceof Collection<?> parts) {
      for (Object part : parts) {
        if (TEXT.isOn(part)) {
          text.append(TEXT.text(part));
        } else {
          others.add(part);
        }
      }
    }
    return ChatMessage.ofUser(text.toString(), others);
  }

  private static List<ChatMessage.Call> callsOf(@Nullable Object message) {
    if (!(TOOL_REQUESTS.of(message) instanceof Collection<?> asked) || asked.isEmpty()) {
      return List.of();
    }
    List<ChatMessage.Call> calls = new ArrayList<>(asked.size());
    for (Object each : asked) {
      calls.add(new ChatMessage.Call(ID.text(each), NAME.text(each), ARGUMENTS.text(each)));
    }
    return calls;
  }
}
