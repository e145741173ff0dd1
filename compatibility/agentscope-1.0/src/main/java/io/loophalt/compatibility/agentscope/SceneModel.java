package io.loophalt.compatibility.agentscope;

import io.agentscope.core.message.ContentBlock;
import io.agentscope.core.message.Msg;
import io.agentscope.core.message.MsgRole;
import io.agentscope.core.message.TextBlock;
import io.agentscope.core.message.ToolResultBlock;
import io.agentscope.core.message.ToolUseBlock;
import io.agentscope.core.model.ChatModelBase;
import io.agentscope.core.model.ChatResponse;
import io.agentscope.core.model.ChatUsage;
import io.agentscope.core.model.GenerateOptions;
import io.agentscope.core.model.ToolChoice;
import io.agentscope.core.model.ToolSchema;
import io.loophalt.compatibility.scenario.Reply;
import io.loophalt.compatibility.scenario.Scene;
import io.loophalt.compatibility.scenario.ToolRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.core.scheduler.Scheduler;

/** A scene's model in AgentScope's types. */
final class SceneModel extends ChatModelBase {

  private final Scene scene;

  /** Where it answers. */
  private final Scheduler scheduler;

  SceneModel(Scene scene, Scheduler scheduler) {
    this.scene = scene;
    this.scheduler = scheduler;
  }

  @Override
  public String getModelName() {
    return "scripted";
  }

  @Override
  protected Flux<ChatResponse> doStream(
      List<Msg> messages, @Nullable List<ToolSchema> tools, GenerateOptions options) {
    return Flux.defer(() -> Flux.fromIterable(pieces(reply(messages, tools, options))))
        .subscribeOn(scheduler);
  }

  private Reply reply(
      List<Msg> messages, @Nullable List<ToolSchema> tools, GenerateOptions options) {
    List<String> sinceLastReply = new ArrayList<>();
    for (int i = messages.size() - 1;
        i >= 0 && messages.get(i).getRole() != MsgRole.ASSISTANT;
        i--) {
      messages.get(i).getContent().forEach(block -> sinceLastReply.add(text(block)));
    }
    boolean toolsOffered =
        tools != null && !tools.isEmpty() && !(options.getToolChoice() instanceof ToolChoice.None);
    return scene.reply(sinceLastReply, toolsOffered, options.getModelName());
  }

  private static String text(ContentBlock block) {
    if (block instanceof ToolResultBlock result) {
      return result.getOutput().stream()
          .map(SceneModel::text)
          .reduce("", (before, next) -> before + next);
    }
    return block instanceof TextBlock text ? text.getText() : block.toString();
  }

  /**
   * The text word by word; each tool call in two pieces, as providers send them; then the usage.
   */
  private static List<ChatResponse> pieces(Reply reply) {
    List<ChatResponse> pieces = new ArrayList<>();
    if (!reply.text().isEmpty()) {
      for (String word : reply.text().split("(?<= )", -1)) {
        pieces.add(piece(List.of(TextBlock.builder().text(word).build()), null));
      }
    }
    for (ToolRequest call : reply.calls()) {
      int half = call.json().length() / 2;
      pieces.add(toolUse(call.id(), call.tool(), call.json().substring(0, half)));
      pieces.add(toolUse("", "__fragment__", call.json().substring(half)));
    }
    pieces.add(
        piece(
            List.of(),
            ChatUsage.builder()
                .inputTokens(reply.inputTokens())
                .outputTokens(reply.outputTokens())
                .build()));
    return pieces;
  }

  private static ChatResponse toolUse(String id, String tool, String json) {
    return piece(
        List.of(ToolUseBlock.builder().id(id).name(tool).input(Map.of()).content(json).build()),
        null);
  }

  private static ChatResponse piece(List<ContentBlock> content, @Nullable ChatUsage usage) {
    return ChatResponse.builder().id("scripted").content(content).usage(usage).build();
  }
}
