package io.loophalt.compatibility.springai;

import org.springframework.ai.chat.model.ChatModel;
import org.springframework.ai.chat.model.ChatResponse;
import org.springframework.ai.chat.prompt.ChatOptions;
import org.springframework.ai.chat.prompt.Prompt;
import org.springframework.ai.model.tool.ToolCallingChatOptions;

/** An application's model that turns to another provider's when the first one fails. */
final class BackedUpModel implements ChatModel {

  /** So often it asks the other provider before it gives up. */
  private static final int ATTEMPTS = 3;

  private final ChatModel first;
  private final ChatModel second;

  BackedUpModel(ChatModel first, ChatModel second) {
    this.first = first;
    this.second = second;
  }

  /** None of its own: each of the two models has some. */
  @Override
  public ChatOptions getDefaultOptions() {
    return ToolCallingChatOptions.builder().build();
  }

  @Override
  public ChatResponse call(Prompt prompt) {
    try {
      return first.call(prompt);
    } catch (RuntimeException outage) {
      return backUp(prompt, outage);
    }
  }

  private ChatResponse backUp(Prompt prompt, RuntimeException outage) {
    RuntimeException latest = outage;
    for (int i = 0; i < ATTEMPTS; i++) {
      try {
        return second.call(prompt);
      } catch (RuntimeException another) {
        latest = another;
      }
    }
    throw latest;
  }
}
