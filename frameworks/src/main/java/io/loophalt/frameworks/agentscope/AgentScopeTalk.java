package io.loophalt.frameworks.agentscope;

import io.loophalt.extension.ChatMessage;
import io.loophalt.extension.ChatMessage.Speaker;
import io.loophalt.extension.RequestReader;
import io.loophalt.extension.reflect.Getter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads the messages that AgentScope's agents send to their models. */
final class AgentScopeTalk implements RequestReader {

  static final RequestReader READER = new AgentScopeTalk();

  private static final Getter MESSAGES = new Getter("getInputMessages");
  private static final Getter ROLE = new Getter("getRole");
  private static final Getter CONTENT = new Getter("getContent");
  private static final Getter TEXT = new Getter("getText");
  private static final Getter ID = new Getter("getId");
  private static final Getter NAME = new Getter("getName");
  private static final Getter INPUT = new Getter("getInput");
  private static final Getter OUTPUT = new Getter("getOutput");

  /**
   * With this, in a user's message, an agent that has no iteration left asks for a summary: the
   * framework speaks, not a person. As in {@code ReActAgent} of 1.0.9.
   */
  private static final String ASKS_FOR_SUMMARY =
      "You have failed to generate response within the maximum iterations";

  private AgentScopeTalk() {}

  @Override
  public List<?> messages(Object request) {
    Object messages = request instanceof List<?> ? request : MESSAGES.of(request);
    return messages instanceof List<?> list ? list : List.of();
  }

  @Override
  public @Nullable ChatMessage read(Object message) {
    StringBuilder text = new StringBuilder();
    List<ChatMessage.Call> calls = new ArrayList<>();
    List<Object> others = new ArrayList<>(0);
    boolean isResult = false;
    if (CONTENT.of(message) instanceof List<?> blocks) {
      for (Object block : blocks) {
        isResult |= OUTPUT.isOn(block);
        if (INPUT.isOn(block)) {
          Object given = INPUT.of(block);
          calls.add(
              new ChatMessage.Call(
                  ID.text(block), NAME.text(block), given instanceof Map<?, ?> map ? map : ""));
        } else if (TEXT.isOn(block)) {
          text.append(TEXT.text(block));
        } else {
          others.add(block);
        }
      }
    }
    return switch (ROLE.of(message) instanceof Enum<?> role ? role.name() : "") {
      case "ASSISTANT" -> ChatMessage.answer(text.toString(), calls);
      case "TOOL" -> ChatMessage.of(Speaker.TOOL, "");
      case "USER" -> user(text.toString(), isResult, others);
      case "SYSTEM" -> ChatMessage.of(Speaker.SYSTEM, "");
      default -> null;
    };
  }

  private static ChatMessage user(String text, boolean isResult, List<Object> others) {
    if (isResult) {
      return ChatMessage.of(Speaker.TOOL, text);
    }
    return text.startsWith(ASKS_FOR_SUMMARY)
        ? ChatMessage.of(Speaker.SYSTEM, text)
        : ChatMessage.ofUser(text, others);
  }
}
