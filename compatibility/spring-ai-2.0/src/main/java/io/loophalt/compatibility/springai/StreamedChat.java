package io.loophalt.compatibility.springai;

import io.loophalt.compatibility.scenario.Reply;
import io.loophalt.compatibility.scenario.ToolRequest;
import io.loophalt.compatibility.scenario.WrittenLoop;
import java.util.ArrayList;
import java.util.List;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.messages.Message;
import org.springframework.ai.chat.messages.UserMessage;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.model.Generation;
import org.springframework.ai.chat.prompt.ChatOptions;
import org.springframework.ai.chat.prompt.Prompt;
import org.springframework.ai.model.tool.ToolCallingManager;

/**
 * A conversation in a loop of the application's own on a stream, which has a manager call the tools
 * as soon as a piece asks for them, while the stream goes on.
 */
final class StreamedChat implements WrittenLoop.Conversation {

  private final ChatModel model;
  private final ChatOptions options;
  private final ToolCallingManager manager;
  private final List<Message> messages = new ArrayList<>();

  /** With options that offer the tools, and leave it to the application to have them called. */
  StreamedChat(ChatModel model, ChatOptions options, ToolCallingManager manager) {
    this.model = model;
    this.options = options;
    this.manager = manager;
  }

  @Override
  public Reply ask() {
    while (true) {
      Prompt prompt = new Prompt(List.copyOf(messages), options);
      List<Message> before = List.copyOf(messages);
      StringBuilder text = new StringBuilder();
      for (ChatResponse piece : model.stream(prompt).toIterable()) {
        Generation generation = piece.getResult();
        if (piece.hasToolCalls()) {
          messages.clear();
          messages.addAll(manager.executeToolCalls(prompt, piece).conversationHistory());
        } else if (generation != null && generation.getOutput().getText() != null) {
          text.append(generation.getOutput().getText());
        }
      }
      if (messages.equals(before)) {
        messages.add(new AssistantMessage(text.toString()));
        return new Reply(text.toString(), List.of(), 0, 0);
      }
    }
  }

  @Override
  public void result(ToolRequest call, String text, boolean error) {
    throw new UnsupportedOperationException("the manager has called the tool: " + call);
  }

  @Override
  public void say(String text) {
    messages.add(new UserMessage(text));
  }
}
