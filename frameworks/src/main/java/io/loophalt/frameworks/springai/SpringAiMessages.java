package io.loophalt.frameworks.springai;

import io.loophalt.extension.ChatMessage;
import io.loophalt.extension.ChatMessage.Speaker;
import io.loophalt.extension.RequestReader;
import io.loophalt.extension.reflect.Getter;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads the messages of Spring AI's prompts, and of the chat client's requests around them. */
final class SpringAiMessages implements RequestReader {

  static final RequestReader READER = new SpringAiMessages();

  private static final Getter PROMPT = new Getter("prompt");
  private static final Getter INSTRUCTIONS = new Getter("getInstructions");
  private static final Getter TYPE = new Getter("getMessageType");
  private static final Getter TEXT = new Getter("getText");
  private static final Getter MEDIA = new Getter("getMedia");
  private static final Getter TOOL_CALLS = new Getter("getToolCalls");
  private static final Getter ID = new Getter("id");
  private static final Getter NAME = new Getter("name");
  private static final Getter ARGUMENTS = new Getter("arguments");

  private SpringAiMessages() {}

  @Override
  public List<?> messages(Object request) {
    Object prompt = PROMPT.isOn(request) ? PROMPT.of(request) : request;
    return INSTRUCTIONS.of(prompt) instanceof List<?> messages ? messages : List.of();
  }

  @Override
  public @Nullable ChatMessage read(Object message) {
    Object type = TYPE.of(message);
    return switch (type instanceof Enum<?> kind ? kind.name() : "") {
      case "SYSTEM" -> ChatMessage.of(Speaker.SYSTEM, TEXT.text(message));
      case "USER" -> ChatMessage.ofUser(TEXT.text(message), mediaOf(message));
      case "ASSISTANT" -> ChatMessage.answer(TEXT.text(message), callsOf(message));
      case "TOOL" -> ChatMessage.of(Speaker.TOOL, "");
      default -> null;
    };
  }

  @Override
  public List<ChatMessage.Call> calls(Object returned) {
    List<ChatMessage.Call> calls = List.of();
    for (Object message : SpringAiAnswers.messages(returned)) {
      calls = calls.isEmpty() ? callsOf(message) : calls;
    }
    return calls;
  }

  private static List<Object> mediaOf(Object message) {
    return MEDIA.of(message) instanceof Collection<?> media ? new ArrayList<>(media) : List.of();
  }

  private static List<ChatMessage.Call> callsOf(Object message) {
    if (!(TOOL_CALLS.of(message) instanceof Collection<?> asked) || asked.isEmpty()) {
      return List.of();
    }
    List<ChatMessage.Call> calls = new ArrayList<>(asked.size());
    for (Object each : asked) {
      calls.add(new ChatMessage.Call(ID.text(each), NAME.text(each), ARGUMENTS.text(each)));
    }
    return calls;
  }
}
