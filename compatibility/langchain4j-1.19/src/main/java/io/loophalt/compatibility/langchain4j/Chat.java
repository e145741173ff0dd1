package io.loophalt.compatibility.langchain4j;

import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.agent.tool.ToolSpecifications;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import io.loophalt.compatibility.scenario.Reply;
import io.loophalt.compatibility.scenario.ToolRequest;
import io.loophalt.compatibility.scenario.WrittenLoop;
import java.util.ArrayList;
import java.util.List;

/** A conversation with a chat model whose tools the application calls itself. */
final class Chat implements WrittenLoop.Conversation {

  private static final List<ToolSpecification> TOOLS =
      ToolSpecifications.toolSpecificationsFrom(SceneTools.class);

  /** Makes a message of what a tool gave. */
  interface Results {
    ToolExecutionResultMessage of(ToolRequest call, String text);
  }

  private final ChatModel model;
  private final Results results;
  private final List<ChatMessage> messages = new ArrayList<>();

  Chat(ChatModel model) {
    this(model, (call, text) -> ToolExecutionResultMessage.from(call.id(), call.tool(), text));
  }

  Chat(ChatModel model, Results results) {
    this.model = model;
    this.results = results;
  }

  /** As Gemini gives its calls no ids. */
  static ChatModel withoutIds(ChatModel model) {
    return new ChatModel() {
      @Override
      public ChatResponse doChat(ChatRequest request) {
        ChatResponse response = model.doChat(request);
        AiMessage answer = response.aiMessage();
        if (!answer.hasToolExecutionRequests()) {
          return response;
        }
        List<ToolExecutionRequest> unnamed = new ArrayList<>();
        for (ToolExecutionRequest each : answer.toolExecutionRequests()) {
          unnamed.add(
              ToolExecutionRequest.builder().name(each.name()).arguments(each.arguments()).build());
        }
        return ChatResponse.builder()
            .aiMessage(AiMessage.from(unnamed))
            .tokenUsage(response.tokenUsage())
            .build();
      }
    };
  }

  @Override
  public Reply ask() {
    AiMessage answer =
        model
            .chat(ChatRequest.builder().messages(messages).toolSpecifications(TOOLS).build())
            .aiMessage();
    messages.add(answer);
    List<ToolRequest> calls = new ArrayList<>();
    for (ToolExecutionRequest each : requestsOf(answer)) {
      calls.add(new ToolRequest(each.id(), each.name(), inputOf(each)));
    }
    return new Reply(answer.text() == null ? "" : answer.text(), calls, 0, 0);
  }

  private static List<ToolExecutionRequest> requestsOf(AiMessage answer) {
    return answer.hasToolExecutionRequests() ? answer.toolExecutionRequests() : List.of();
  }

  /** The value of the only parameter, as {@link ToolRequest#json} writes it. */
  private static String inputOf(ToolExecutionRequest call) {
    String json = call.arguments();
    return json.substring(json.indexOf(':') + 3, json.length() - 2)
        .replace("\\\"", "\"")
        .replace("\\\\", "\\");
  }

  @Override
  public void result(ToolRequest call, String text, boolean error) {
    messages.add(results.of(call, text));
  }

  @Override
  public void say(String text) {
    messages.add(UserMessage.from(text));
  }
}
