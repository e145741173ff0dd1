package io.loophalt.compatibility.springai;

import io.loophalt.compatibility.scenario.Reply;
import io.loophalt.compatibility.scenario.Scene;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.prompt.ChatOptions;
import org.springframework.ai.chat.prompt.Prompt;
import org.springframework.ai.model.tool.ToolCallingChatOptions;
import reactor.core.publisher.Flux;
import reactor.core.scheduler.Schedulers;

/** A scene's model that leaves tools to whoever calls it, as the agents ask for. */
final class AlibabaModel implements ChatModel {

  private final SceneReplies replies;

  AlibabaModel(Scene scene) {
    this.replies = new SceneReplies(scene);
  }

  @Override
  public ChatOptions getDefaultOptions() {
    return ToolCallingChatOptions.builder().model("scripted").build();
  }

  @Override
  public ChatResponse call(Prompt prompt) {
    Reply reply = replies.next(prompt);
    return SceneReplies.whole(reply, SceneReplies.usageOf(reply));
  }

  /** On other threads, as a provider's HTTP client does. */
  @Override
  public Flux<ChatResponse> stream(Prompt prompt) {
    return Flux.defer(
            () -> {
              Reply reply = replies.next(prompt);
              return Flux.fromIterable(SceneReplies.pieces(reply, SceneReplies.usageOf(reply)));
            })
        .subscribeOn(Schedulers.parallel());
  }
}
