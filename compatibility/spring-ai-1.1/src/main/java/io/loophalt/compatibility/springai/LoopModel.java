package io.loophalt.compatibility.springai;

import io.loophalt.compatibility.scenario.Reply;
import io.loophalt.compatibility.scenario.Scene;
import org.jspecify.annotations.Nullable;
import org.springframework.ai.chat.metadata.Usage;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.prompt.ChatOptions;
import org.springframework.ai.chat.prompt.Prompt;
import org.springframework.ai.model.tool.DefaultToolExecutionEligibilityPredicate;
import org.springframework.ai.model.tool.ToolCallingChatOptions;
import org.springframework.ai.model.tool.ToolCallingManager;
import org.springframework.ai.model.tool.ToolExecutionEligibilityPredicate;
import org.springframework.ai.model.tool.ToolExecutionResult;
import org.springframework.ai.model.tool.internal.ToolCallReactiveContextHolder;
import org.springframework.ai.support.UsageCalculator;
import reactor.core.publisher.Flux;
import reactor.core.scheduler.Schedulers;

/**
 * A scene's model as a provider's module of Spring AI 1: one call goes on until the model asks for
 * no more tools, and its usage grows from answer to answer.
 */
final class LoopModel implements ChatModel {

  private final SceneReplies replies;
  private final ToolCallingManager tools = ToolCallingManager.builder().build();
  private final ToolExecutionEligibilityPredicate eligible =
      new DefaultToolExecutionEligibilityPredicate();

  LoopModel(Scene scene) {
    this.replies = new SceneReplies(scene);
  }

  @Override
  public ChatOptions getDefaultOptions() {
    return ToolCallingChatOptions.builder().model("scripted").build();
  }

  @Override
  public ChatResponse call(Prompt prompt) {
    return call(prompt, null);
  }

  private ChatResponse call(Prompt prompt, @Nullable ChatResponse previous) {
    Reply reply = replies.next(prompt);
    ChatResponse response = SceneReplies.whole(reply, usage(reply, previous));
    if (!eligible.isToolExecutionRequired(prompt.getOptions(), response)) {
      return response;
    }
    ToolExecutionResult executed = tools.executeToolCalls(prompt, response);
    return executed.returnDirect()
        ? direct(response, executed)
        : call(new Prompt(executed.conversationHistory(), prompt.getOptions()), response);
  }

  @Override
  public Flux<ChatResponse> stream(Prompt prompt) {
    return stream(prompt, null);
  }

  private Flux<ChatResponse> stream(Prompt prompt, @Nullable ChatResponse previous) {
    return Flux.defer(
            () -> {
              Reply reply = replies.next(prompt);
              return Flux.fromIterable(SceneReplies.pieces(reply, usage(reply, previous)));
            })
        .subscribeOn(Schedulers.parallel())
        .concatMap(
            response ->
                eligible.isToolExecutionRequired(prompt.getOptions(), response)
                    ? goOn(prompt, response)
                    : Flux.just(response));
  }

  private Flux<ChatResponse> goOn(Prompt prompt, ChatResponse response) {
    Flux<ChatResponse> rest =
        Flux.deferContextual(
            context -> {
              ToolExecutionResult executed;
              try {
                ToolCallReactiveContextHolder.setContext(context);
                executed = tools.executeToolCalls(prompt, response);
              } finally {
                ToolCallReactiveContextHolder.clearContext();
              }
              return executed.returnDirect()
                  ? Flux.just(direct(response, executed))
                  : stream(
                      new Prompt(executed.conversationHistory(), prompt.getOptions()), response);
            });
    return rest.subscribeOn(Schedulers.boundedElastic());
  }

  private static Usage usage(Reply reply, @Nullable ChatResponse previous) {
    return UsageCalculator.getCumulativeUsage(SceneReplies.usageOf(reply), previous);
  }

  private static ChatResponse direct(ChatResponse response, ToolExecutionResult executed) {
    return ChatResponse.builder()
        .from(response)
        .generations(ToolExecutionResult.buildGenerations(executed))
        .build();
  }
}
