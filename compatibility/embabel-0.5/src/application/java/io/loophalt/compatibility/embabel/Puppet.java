package io.loophalt.compatibility.embabel;

import com.embabel.agent.spi.support.springai.SpringAiLlmService;
import io.loophalt.compatibility.scenario.Scene;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.messages.AssistantMessage.ToolCall;
import org.springframework.ai.chat.metadata.ChatResponseMetadata;
import org.springframework.ai.chat.metadata.DefaultUsage;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.model.Generation;
import org.springframework.ai.chat.prompt.Prompt;
import org.springframework.ai.model.tool.ToolCallingChatOptions;
import org.springframework.ai.model.tool.ToolCallingManager;
import org.springframework.ai.model.tool.ToolExecutionResult;
import org.springframework.ai.model.tool.internal.ToolCallReactiveContextHolder;
import reactor.core.publisher.Flux;
import reactor.core.scheduler.Schedulers;

/**
 * A model that asks for one tool, always the same, a number of times in each of its turns. Before
 * Embabel streams it asks without tools, to see whether the model can.
 */
final class Puppet implements ChatModel {

  private final String tool;
  private final int callsInATurn;
  private final int turns;
  private final AtomicInteger modelCalls = new AtomicInteger();
  private final ToolCallingManager tools = ToolCallingManager.builder().build();

  /** One that is never content. */
  Puppet(String tool, int callsInATurn) {
    this(tool, callsInATurn, Scene.CAP);
  }

  /**
   * One that has an answer.
   *
   * @param turns how often it asks for tools before
   */
  Puppet(String tool, int callsInATurn, int turns) {
    this.tool = tool;
    this.callsInATurn = callsInATurn;
    this.turns = turns;
  }

  /** As Embabel takes models. */
  SpringAiLlmService service() {
    return new SpringAiLlmService("puppet", "nobody", this);
  }

  int modelCalls() {
    return modelCalls.get();
  }

  @Override
  public ChatResponse call(Prompt prompt) {
    int call = modelCalls.incrementAndGet();
    boolean toolsOffered =
        prompt.getOptions() instanceof ToolCallingChatOptions options
            && !options.getToolCallbacks().isEmpty();
    List<ToolCall> calls =
        call > turns || !toolsOffered
            ? List.of()
            : Collections.nCopies(
                callsInATurn,
                new ToolCall("call-" + call, "function", tool, "{\"input\": \"schema\"}"));
    return new ChatResponse(
        List.of(
            new Generation(
                AssistantMessage.builder()
                    .content(calls.isEmpty() ? "content" : "")
                    .toolCalls(calls)
                    .build())),
        ChatResponseMetadata.builder().model("puppet").usage(new DefaultUsage(900, 100)).build());
  }

  /** As the providers' modules of Spring AI 1 do it: until the model asks for no more tools. */
  @Override
  public Flux<ChatResponse> stream(Prompt prompt) {
    return Flux.defer(
        () -> {
          ChatResponse response = call(prompt);
          return response.hasToolCalls() ? goOn(prompt, response) : Flux.just(response);
        });
  }

  private Flux<ChatResponse> goOn(Prompt prompt, ChatResponse response) {
    return Flux.deferContextual(
            context -> {
              try {
                ToolCallReactiveContextHolder.setContext(context);
                ToolExecutionResult executed = tools.executeToolCalls(prompt, response);
                return stream(new Prompt(executed.conversationHistory(), prompt.getOptions()));
              } finally {
                ToolCallReactiveContextHolder.clearContext();
              }
            })
        .subscribeOn(Schedulers.boundedElastic());
  }
}
