package io.loophalt.compatibility.langchain4j;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.output.TokenUsage;
import io.loophalt.compatibility.scenario.Reply;
import io.loophalt.compatibility.scenario.Scene;
import java.util.ArrayList;
import java.util.List;

/** A scene's model in LangChain4j's types. */
public final class SceneModel implements ChatModel {

  private final Scene scene;

  /** Plays a scene. */
  public SceneModel(Scene scene) {
    this.scene = scene;
  }

  @Override
  public ChatResponse doChat(ChatRequest request) {
    return reply(scene, request);
  }

  static ChatResponse reply(Scene scene, ChatRequest request) {
    List<ChatMessage> messages = request.messages();
    List<String> sinceLastReply = new ArrayList<>();
    for (int i = messages.size() - 1; i >= 0 && !(messages.get(i) instanceof AiMessage); i--) {
      if (messages.get(i) instanceof ToolExecutionResultMessage result) {
        sinceLastReply.add(result.text());
      } else if (messages.get(i) instanceof UserMessage said) {
        sinceLastReply.add(said.singleText());
      }
    }
    Reply reply =
        scene.reply(
            sinceLastReply,
            request.toolSpecifications() != null && !request.toolSpecifications().isEmpty(),
            request.modelName());
    List<ToolExecutionRequest> calls =
        reply.calls().stream()
            .map(
                call ->
                    ToolExecutionRequest.builder()
                        .id(call.id())
                        .name(call.tool())
                        .arguments(call.json())
                        .build())
            .toList();
    return ChatResponse.builder()
        .aiMessage(calls.isEmpty() ? AiMessage.from(reply.text()) : AiMessage.from(calls))
        .tokenUsage(new TokenUsage(reply.inputTokens(), reply.outputTokens()))
        .build();
  }
}
