package io.loophalt.compatibility.springai;

import io.loophalt.compatibility.scenario.Scene;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.messages.Message;
import org.springframework.ai.chat.messages.ToolResponseMessage;
import org.springframework.ai.chat.messages.ToolResponseMessage.ToolResponse;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.model.Generation;
import org.springframework.ai.chat.prompt.Prompt;
import org.springframework.ai.model.tool.ToolCallingChatOptions;
import org.springframework.ai.model.tool.ToolCallingManager;
import org.springframework.ai.model.tool.ToolExecutionResult;
import org.springframework.ai.tool.definition.ToolDefinition;

/** An application's manager that calls no callback, as one that asks a cache or denies calls. */
final class AnsweringManager implements ToolCallingManager {

  private final ToolCallingManager own = ToolCallingManager.builder().build();
  private final Scene scene;

  AnsweringManager(Scene scene) {
    this.scene = scene;
  }

  @Override
  public List<ToolDefinition> resolveToolDefinitions(ToolCallingChatOptions options) {
    return own.resolveToolDefinitions(options);
  }

  @Override
  public ToolExecutionResult executeToolCalls(Prompt prompt, ChatResponse response) {
    Generation generation = Objects.requireNonNull(response.getResult());
    AssistantMessage answer = generation.getOutput();
    List<ToolResponse> responses = new ArrayList<>();
    for (AssistantMessage.ToolCall call : answer.getToolCalls()) {
      responses.add(new ToolResponse(call.id(), call.name(), answerTo(call)));
    }
    List<Message> history = new ArrayList<>(prompt.getInstructions());
    history.add(answer);
    history.add(ToolResponseMessage.builder().responses(responses).metadata(Map.of()).build());
    return ToolExecutionResult.builder().conversationHistory(history).build();
  }

  private String answerTo(AssistantMessage.ToolCall call) {
    try {
      return scene.tool(call.name(), Chat.inputOf(call));
    } catch (RuntimeException e) {
      return "Error: " + e.getMessage();
    }
  }
}
