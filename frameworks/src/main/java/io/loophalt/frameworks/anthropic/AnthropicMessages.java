package io.loophalt.frameworks.anthropic;

import io.loophalt.extension.ChatMessage;
import io.loophalt.extension.ChatMessage.Speaker;
import io.loophalt.extension.RequestReader;
import io.loophalt.extension.reflect.Property;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads the messages of requests to Anthropic's models, in which results of tools are what a user
 * says.
 */
final class AnthropicMessages implements RequestReader {

  static final RequestReader READER = new AnthropicMessages();

  private static final Property MESSAGES = new Property("messages");
  private static final Property ROLE = new Property("role");
  private static final Property CONTENT = new Property("content");
  private static final Property STRING = new Property("string");
  private static final Property BLOCKS = new Property("contentBlockParams");
  private static final Property BETA_BLOCKS = new Property("betaContentBlockParams");
  private static final Property TEXT = new Property("text");
  private static final Property TOOL_USE = new Property("toolUse");
  private static final Property TOOL_RESULT = new Property("toolResult");
  private static final Property ID = new Property("id");
  private static final Property NAME = new Property("name");

  private AnthropicMessages() {}

  @Override
  public List<?> messages(Object request) {
    return MESSAGES.list(request);
  }

  @Override
  public ChatMessage read(Object message) {
    Object content = CONTENT.of(message);
    StringBuilder text = new StringBuilder(STRING.text(content));
    List<ChatMessage.Call> calls = new ArrayList<>();
    boolean isResult = false;
    List<?> blocks = BLOCKS.list(content);
    for (Object block : blocks.isEmpty() ? BETA_BLOCKS.list(content) : blocks) {
      Object use = TOOL_USE.of(block);
      isResult |= TOOL_RESULT.of(block) != null;
      if (use != null) {
        // Its id is enough: arguments are JSON of the SDK's own.
        calls.add(new ChatMessage.Call(ID.text(use), NAME.text(use), ""));
      } else {
        text.append(TEXT.text(TEXT.of(block)));
      }
    }
    return switch (ROLE.text(message)) {
      case "assistant" -> ChatMessage.answer(text.toString(), calls);
      case "user" -> ChatMessage.of(isResult ? Speaker.TOOL : Speaker.USER, text.toString());
      default -> ChatMessage.of(Speaker.SYSTEM, "");
    };
  }
}
