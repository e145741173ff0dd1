package io.loophalt.compatibility.quarkus;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.SystemMessage;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.output.TokenUsage;
import io.loophalt.compatibility.scenario.Reply;
import java.util.ArrayList;
import java.util.List;

/** The model of the scene that the system message names, in LangChain4j's types. */
public final class SceneModel implements ChatModel {

  /** Gives the model to Quarkus. */
  public static final class Supplier implements java.util.function.Supplier<ChatModel> {
    @Override
    public ChatModel get() {
      return new SceneModel();
    }
  }

  @Override
  public ChatResponse doChat(ChatRequest request) {
    return reply(conversation(request), request);
  }

  static Conversation conversation(ChatRequest request) {
    return Conversation.of(((SystemMessage) request.messages().get(0)).text());
  }

  static ChatResponse reply(Conversation conversation, ChatRequest request) {
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
        conversation
            .scene()
            .reply(
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
