package io.loophalt.compatibility.azure;

import com.azure.ai.openai.models.ChatCompletions;
import com.azure.ai.openai.models.ChatCompletionsFunctionToolCall;
import com.azure.ai.openai.models.ChatCompletionsFunctionToolDefinition;
import com.azure.ai.openai.models.ChatCompletionsFunctionToolDefinitionFunction;
import com.azure.ai.openai.models.ChatCompletionsOptions;
import com.azure.ai.openai.models.ChatCompletionsToolCall;
import com.azure.ai.openai.models.ChatCompletionsToolDefinition;
import com.azure.ai.openai.models.ChatRequestAssistantMessage;
import com.azure.ai.openai.models.ChatRequestMessage;
import com.azure.ai.openai.models.ChatRequestToolMessage;
import com.azure.ai.openai.models.ChatRequestUserMessage;
import com.azure.ai.openai.models.ChatResponseMessage;
import com.azure.ai.openai.models.FunctionCall;
import com.azure.core.util.BinaryData;
import io.loophalt.compatibility.scenario.Reply;
import io.loophalt.compatibility.scenario.Scene;
import io.loophalt.compatibility.scenario.ToolRequest;
import io.loophalt.compatibility.scenario.WrittenLoop;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A conversation by chat completions. */
final class Chat implements WrittenLoop.Conversation {

  /** A way to have a request answered. */
  interface Way {

    /** The answer; of a stream, each chunk. */
    List<ChatCompletions> complete(ChatCompletionsOptions options) throws Exception;
  }

  private static final BinaryData PARAMETERS =
      BinaryData.fromObject(
          Map.of("type", "object", "properties", Map.of("input", Map.of("type", "string"))));

  private final Way way;
  private final String conversation;
  private final List<ChatRequestMessage> messages = new ArrayList<>();

  Chat(String conversation, Way way) {
    this.way = way;
    this.conversation = conversation;
  }

  @Override
  public Reply ask() throws Exception {
    StringBuilder text = new StringBuilder();
    List<ChatCompletionsToolCall> calls = new ArrayList<>();
    for (ChatCompletions each : way.complete(options())) {
      if (each.getChoices().isEmpty()) {
        continue;
      }
      ChatResponseMessage whole = each.getChoices().get(0).getMessage();
      ChatResponseMessage said = whole != null ? whole : each.getChoices().get(0).getDelta();
      text.append(said.getContent() == null ? "" : said.getContent());
      for (ChatCompletionsToolCall call :
          said.getToolCalls() == null ? List.<ChatCompletionsToolCall>of() : said.getToolCalls()) {
        add((ChatCompletionsFunctionToolCall) call, calls);
      }
    }
    messages.add(new ChatRequestAssistantMessage(text.toString()).setToolCalls(calls));
    return new Reply(text.toString(), calls.stream().map(Chat::requestOf).toList(), 0, 0);
  }

  /** A call, or the next piece of the one that was begun last. */
  private static void add(
      ChatCompletionsFunctionToolCall call, List<ChatCompletionsToolCall> calls) {
    if (call.getId() != null) {
      calls.add(call);
      return;
    }
    int last = calls.size() - 1;
    ChatCompletionsFunctionToolCall begun = (ChatCompletionsFunctionToolCall) calls.get(last);
    FunctionCall function = begun.getFunction();
    calls.set(
        last,
        new ChatCompletionsFunctionToolCall(
            begun.getId(),
            new FunctionCall(
                function.getName(), function.getArguments() + call.getFunction().getArguments())));
  }

  private static ToolRequest requestOf(ChatCompletionsToolCall call) {
    FunctionCall function = ((ChatCompletionsFunctionToolCall) call).getFunction();
    Map<?, ?> arguments = BinaryData.fromString(function.getArguments()).toObject(Map.class);
    return new ToolRequest(
        call.getId(), function.getName(), String.valueOf(arguments.get("input")));
  }

  private ChatCompletionsOptions options() {
    List<ChatCompletionsToolDefinition> tools = new ArrayList<>();
    for (String tool : Scene.TOOLS) {
      tools.add(
          new ChatCompletionsFunctionToolDefinition(
              new ChatCompletionsFunctionToolDefinitionFunction(tool).setParameters(PARAMETERS)));
    }
    return new ChatCompletionsOptions(messages).setTools(tools).setUser(conversation);
  }

  @Override
  public void result(ToolRequest call, String text, boolean error) {
    messages.add(new ChatRequestToolMessage(text, call.id()));
  }

  @Override
  public void say(String text) {
    messages.add(new ChatRequestUserMessage(text));
  }
}
