package io.loophalt.compatibility.agentscope;

import io.agentscope.core.message.ContentBlock;
import io.agentscope.core.message.Msg;
import io.agentscope.core.message.TextBlock;
import io.agentscope.core.message.ToolResultBlock;
import io.agentscope.core.message.ToolUseBlock;
import io.agentscope.core.model.ChatModelBase;
import io.agentscope.core.model.ChatResponse;
import io.agentscope.core.model.GenerateOptions;
import io.agentscope.core.model.ToolSchema;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;

/** A model that delegates once and passes on what came of it. */
final class DelegatingModel extends ChatModelBase {

  @Override
  public String getModelName() {
    return "scripted";
  }

  @Override
  protected Flux<ChatResponse> doStream(
      List<Msg> messages, @Nullable List<ToolSchema> tools, GenerateOptions options) {
    ContentBlock last = messages.get(messages.size() - 1).getFirstContentBlock();
    ContentBlock reply =
        last instanceof ToolResultBlock result
            ? TextBlock.builder().text("my colleague said: " + result.getOutput().get(0)).build()
            : ToolUseBlock.builder().id("1").name("delegate").input(Map.of()).content("{}").build();
    return Flux.just(ChatResponse.builder().id("1").content(List.of(reply)).build());
  }
}
