package io.loophalt.compatibility.springai;

import io.loophalt.compatibility.scenario.Reply;
import java.util.List;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.messages.Message;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.model.Generation;
import org.springframework.ai.chat.prompt.ChatOptions;
import org.springframework.ai.chat.prompt.Prompt;
import org.springframework.ai.model.tool.ToolCallingManager;

/** The same on a stream: calls are made as soon as a piece asks for them, while it goes on. */
final class StreamedChat extends ManagedChat {

  StreamedChat(ChatModel model, ChatOptions options, ToolCallingManager manager) {
    super(model, options, manager);
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
}
