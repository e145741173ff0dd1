package io.loophalt.compatibility.springai;

import io.loophalt.compatibility.scenario.Reply;
import io.loophalt.compatibility.scenario.ToolRequest;
import io.loophalt.compatibility.scenario.WrittenLoop;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.messages.Message;
import org.springframework.ai.chat.messages.UserMessage;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.model.Generation;
import org.springframework.ai.chat.prompt.ChatOptions;
import org.springframework.ai.chat.prompt.Prompt;
import org.springframework.ai.model.tool.ToolCallingManager;

/** A conversation in a loop of the application's own that has a manager call the tools. */
class ManagedChat implements WrittenLoop.Conversation {

  final ChatModel model;
  final ChatOptions options;
  final ToolCallingManager manager;
  final List<Message> messages = new ArrayList<>();

  /** With options that offer the tools, and leave it to the application to have them called. */
  ManagedChat(ChatModel model, ChatOptions options, ToolCallingManager manager) {
    this.model = model;
    this.options = options;
    this.manager = manager;
  }

  /** As Spring AI's manual writes it. */
  @Override
  public Reply ask() {
    Prompt prompt = new Prompt(List.copyOf(messages), options);
    ChatResponse response = model.call(prompt);
    while (response.hasToolCalls()) {
      prompt =
          new Prompt(manager.executeToolCalls(prompt, response).conversationHistory(), options);
      response = model.call(prompt);
    }
    Generation generation = Objects.requireNonNull(response.getResult());
    AssistantMessage answer = generation.getOutput();
    messages.clear();
    messages.addAll(prompt.getInstructions());
    messages.add(answer);
    return new Reply(answer.getText() == null ? "" : answer.getText(), List.of(), 0, 0);
  }

  @Override
  public final void result(ToolRequest call, String text, boolean error) {
    throw new UnsupportedOperationException("the manager has called the tool: " + call);
  }

  @Override
  public final void say(String text) {
    messages.add(new UserMessage(text));
  }
}
