package io.loophalt.demo;

import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.listener.ChatModelListener;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * The {@link StuckModel}, as slow as a real one, so that a person can watch it. It may find the
 * cause in the end.
 */
final class UnhurriedModel implements ChatModel {

  private static final int NEVER = Integer.MAX_VALUE;

  /** Number of a call that the other does not make. */
  private static final int FIRST_CALL = 900;

  private final StuckModel stuck;
  private final Duration pause;
  private final int failures;

  private UnhurriedModel(ChatModelListener listener, Duration pause, int failures) {
    this.stuck = new StuckModel(List.of(listener));
    this.pause = pause;
    this.failures = failures;
  }

  /** One that never finds the cause. */
  static ChatModel stuck(ChatModelListener listener, Duration pause) {
    return new UnhurriedModel(listener, pause, NEVER);
  }

  /** One that finds the cause after two attempts that fail. */
  static ChatModel clever(ChatModelListener listener, Duration pause) {
    return new UnhurriedModel(listener, pause, 2);
  }

  @Override
  public List<ChatModelListener> listeners() {
    return stuck.listeners();
  }

  @Override
  public ChatResponse doChat(ChatRequest request) {
    pause(pause);
    ChatResponse next = stuck.doChat(request);
    List<String> checks =
        request.messages().stream()
            .filter(ToolExecutionResultMessage.class::isInstance)
            .map(ToolExecutionResultMessage.class::cast)
            .filter(result -> result.toolName().equals(StuckModel.CHECK))
            .map(ToolExecutionResultMessage::text)
            .toList();
    if (checks.stream().anyMatch(check -> check.startsWith(RepairTools.PASSED))) {
      return insteadOf(next, AiMessage.from("The limit of 30 s was the cause. The check passes."));
    }
    return checks.size() == failures ? insteadOf(next, repair()) : next;
  }

  private AiMessage repair() {
    return AiMessage.from(
        "Something behind the setting cuts it off: I raise the limit.",
        List.of(
            stuck.call(
                FIRST_CALL,
                StuckModel.EDIT,
                new StuckModel.Edit("HttpDefaults.java", "ofSeconds(30)", "ofSeconds(60)")),
            stuck.call(FIRST_CALL + 1, StuckModel.CHECK, Map.of())));
  }

  /** At the price of what the other would have said. */
  private static ChatResponse insteadOf(ChatResponse other, AiMessage message) {
    return other.toBuilder().aiMessage(message).build();
  }

  /** Nobody interrupts the demo's threads: they end with the JVM. */
  static void pause(Duration time) {
    try {
      Thread.sleep(time.toMillis());
    } catch (InterruptedException unexpected) {
      throw new IllegalStateException(unexpected);
    }
  }
}
