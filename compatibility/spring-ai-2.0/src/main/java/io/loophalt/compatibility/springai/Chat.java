package io.loophalt.compatibility.springai;

import io.loophalt.compatibility.scenario.Reply;
import io.loophalt.compatibility.scenario.ToolRequest;
import io.loophalt.compatibility.scenario.WrittenLoop;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.messages.AssistantMessage.ToolCall;
import org.springframework.ai.chat.messages.Message;
import org.springframework.ai.chat.messages.ToolResponseMessage;
import org.springframework.ai.chat.messages.ToolResponseMessage.ToolResponse;
import org.springframework.ai.chat.messages.UserMessage;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.ai.chat.model.Generation;
import org.springframework.ai.chat.prompt.ChatOptions;
import org.springframework.ai.chat.prompt.Prompt;

/** A conversation with a chat model whose tools the application calls itself. */
final class Chat implements WrittenLoop.Conversation {

  private final ChatModel model;
  private final ChatOptions options;
  private final List<Message> messages = new ArrayList<>();

  /** With options that offer the tools, and leave it to the application to call them. */
  Chat(ChatModel model, ChatOptions options) {
    this.model = model;
    this.options = options;
  }

  @Override
  public Reply ask() {
    Generation generation = model.call(new Prompt(List.copyOf(messages), options)).getResult();
    AssistantMessage answer = Objects.requireNonNull(generation).getOutput();
    messages.add(answer);
    List<ToolRequest> calls = new ArrayList<>();
    for (ToolCall each : answer.getToolCalls()) {
      calls.add(new ToolRequest(each.id(), each.name(), inputOf(each)));
    }
    return new Reply(answer.getText() == null ? "" : answer.getText(), calls, 0, 0);
  }

  /** The value of the only parameter, as {@link ToolRequest#json} writes it. */
  static String inputOf(ToolCall call) {
    String json = call.arguments();
    return json.substring(json.indexOf(':') + 3, json.length() - 2)
        .replace("\\\"", "\"")
        .replace("\\\\", "\\");
  }

  /** The results of one answer's calls are one message, as Spring AI itself puts them. */
  @Override
  public void result(ToolRequest call, String text, boolean error) {
    List<ToolResponse> responses = new ArrayList<>();
    int last = messages.size() - 1;
    if (messages.get(last) instanceof ToolResponseMessage begun) {
      responses.addAll(begun.getResponses());
      messages.remove(last);
    }
    responses.add(new ToolResponse(call.id(), call.tool(), text));
    messages.add(ToolResponseMessage.builder().responses(responses).metadata(Map.of()).build());
  }

  @Override
  public void say(String text) {
    messages.add(new UserMessage(text));
  }
}
