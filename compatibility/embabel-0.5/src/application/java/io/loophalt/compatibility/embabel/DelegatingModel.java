package io.loophalt.compatibility.embabel;

import java.util.List;
import org.springframework.ai.chat.messages.AssistantMessage;
import org.springframework.ai.chat.messages.AssistantMessage.ToolCall;
import org.springframework.ai.chat.messages.Message;
import org.springframework.ai.chat.messages.ToolResponseMessage;
import org.springframework.ai.chat.model.ChatModel;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.model.Generation;
import org.springframework.ai.chat.prompt.Prompt;

/** A model that delegates once and passes on what came of it. */
final class DelegatingModel implements ChatModel {

  @Override
  public ChatResponse call(Prompt prompt) {
    List<Message> messages = prompt.getInstructions();
    AssistantMessage reply =
        messages.get(messages.size() - 1) instanceof ToolResponseMessage told
            ? new AssistantMessage(
                "my colleague said: " + told.getResponses().get(0).responseData())
            : AssistantMessage.builder()
                .content("")
                .toolCalls(
                    List.of(
                        new ToolCall(
                            "1", "function", "colleague", "{\"input\": \"look into it\"}")))
                .build();
    return new ChatResponse(List.of(new Generation(reply)));
  }
}
