package io.loophalt.demo;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.listener.ChatModelListener;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.output.TokenUsage;
import java.time.Duration;
import java.util.List;

/**
 * The {@link StuckModel}, as slow as a real one, so that a person can watch it. It may find the
 * cause in the end.
 */
final class UnhurriedModel implements ChatModel {

  private static final int NEVER = Integer.MAX_VALUE;

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
    try {
      Thread.sleep(pause.toMillis());
    } catch (InterruptedException ends) {
      Thread.currentThread().interrupt();
    }
    ChatResponse next = stuck.doChat(request);
    int failed = 0;
    boolean passed = false;
    for (ChatMessage message : request.messages()) {
      if (message instanceof ToolExecutionResultMessage result
          && result.toolName().equals("run_check")) {
        passed = result.text().startsWith("the check passed");
        failed += passed ? 0 : 1;
      }
    }
    if (passed) {
      return answer(AiMessage.from("The limit of 30 s was the cause. The check passes."), next);
    }
    return failed == failures ? answer(repair(), next) : next;
  }

  private static AiMessage repair() {
    return AiMessage.from(
        "Something behind the setting cuts it off: I raise the limit.",
        List.of(
            ToolExecutionRequest.builder()
                .id("call_limit")
                .name("edit_file")
                .arguments(
                    "{\"file\": \"HttpDefaults.java\", \"find\": \"ofSeconds(30)\","
                        + " \"replacement\": \"ofSeconds(60)\"}")
                .build(),
            ToolExecutionRequest.builder()
                .id("call_check")
                .name("run_check")
                .arguments("{}")
                .build()));
  }

  /** At the price of what the other would have said. */
  private static ChatResponse answer(AiMessage message, ChatResponse instead) {
    TokenUsage usage = instead.tokenUsage();
    return ChatResponse.builder()
        .aiMessage(message)
        .modelName("scripted")
        .tokenUsage(usage)
        .build();
  }
}
