package io.loophalt.compatibility.koog;

import ai.koog.agents.core.agent.context.AIAgentFunctionalContext;
import ai.koog.agents.core.agent.entity.PromptBuilderAction;
import ai.koog.prompt.message.MessagePart;
import ai.koog.prompt.streaming.StreamFrame;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;

/** An answer that came as a stream. */
final class StreamedAnswer implements Flow.Subscriber<StreamFrame> {

  private final StringBuilder text = new StringBuilder();
  private final List<MessagePart.Tool.Call> calls = new ArrayList<>();
  private final CompletableFuture<StreamedAnswer> complete = new CompletableFuture<>();

  private StreamedAnswer() {}

  /** Says something to the model and waits for its answer, which becomes part of the prompt. */
  static StreamedAnswer to(AIAgentFunctionalContext context, PromptBuilderAction said) {
    return context
        .getLlm()
        .writeSession(
            session -> {
              session.appendPrompt(said);
              StreamedAnswer answer = new StreamedAnswer();
              session.requestLLMStreaming().subscribe(answer);
              answer.complete.join();
              session.appendPrompt(
                  prompt -> {
                    answer.calls.forEach(prompt::toolCall);
                    if (answer.calls.isEmpty()) {
                      prompt.assistant(answer.text());
                    }
                  });
              return answer;
            });
  }

  List<MessagePart.Tool.Call> calls() {
    return calls;
  }

  String text() {
    return text.toString();
  }

  @Override
  public void onSubscribe(Flow.Subscription subscription) {
    subscription.request(Long.MAX_VALUE);
  }

  @Override
  public void onNext(StreamFrame frame) {
    if (frame instanceof StreamFrame.TextDelta delta) {
      text.append(delta.getText());
    } else if (frame instanceof StreamFrame.ToolCallComplete call) {
      calls.add(new MessagePart.Tool.Call(call.getId(), call.getName(), call.getContent()));
    }
  }

  @Override
  public void onError(Throwable broken) {
    complete.completeExceptionally(broken);
  }

  @Override
  public void onComplete() {
    complete.complete(this);
  }
}
