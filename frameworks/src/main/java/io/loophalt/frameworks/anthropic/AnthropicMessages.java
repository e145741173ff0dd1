package io.loophalt.frameworks.anthropic;

import io.loophalt.extension.ChatMessage;
import io.loophalt.extension.ChatMessage.Speaker;
import io.loophalt.extension.RequestReader;
import io.loophalt.extension.reflect.Property;
import io.loophalt.extension.sdk.MessageBlocks;
import io.loophalt.extension.sdk.SdkModelCalls.ToolResult;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads the messages of requests to Anthropic's models, in which results of tools are what a user
 * says.
 */
final class AnthropicMessages implements RequestReader, MessageBlocks {

  static final AnthropicMessages READER = new AnthropicMessages();

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
  private static final Property TOOL_USE_ID = new Property("toolUseId");
  private static final Property IS_ERROR = new Property("isError");
  private static final Property RESULT_BLOCKS = new Property("blocks");
  private static final Property IMAGE = new Property("image");
  private static final Property DOCUMENT = new Property("document");
  private static final Property SEARCH_RESULT = new Property("searchResult");

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
    List<Object> others = new ArrayList<>(0);
    boolean isResult = false;
    for (Object block : blocksOf(content)) {
      Object use = TOOL_USE.of(block);
      isResult |= TOOL_RESULT.of(block) != null;
      if (use != null) {
        // Its id is enough: arguments are JSON of the SDK's own.
        calls.add(new ChatMessage.Call(ID.text(use), NAME.text(use), ""));
      } else {
        Object said = TEXT.of(block);
        text.append(TEXT.text(said));
        if (said == null) {
          others.add(block);
        }
      }
    }
    return switch (ROLE.text(message)) {
      case "assistant" -> ChatMessage.answer(text.toString(), calls);
      case "user" ->
          isResult
              ? ChatMessage.of(Speaker.TOOL, text.toString())
              : ChatMessage.ofUser(text.toString(), others);
      default -> ChatMessage.of(Speaker.SYSTEM, "");
    };
  }

  private static List<?> blocksOf(@Nullable Object content) {
    List<?> blocks = BLOCKS.list(content);
    return blocks.isEmpty() ? BETA_BLOCKS.list(content) : blocks;
  }

  @Override
  public List<?> of(Object message) {
    return blocksOf(CONTENT.of(message));
  }

  @Override
  public @Nullable String callId(Object block) {
    Object use = TOOL_USE.of(block);
    return use == null ? null : ID.text(use);
  }

  @Override
  public @Nullable ToolResult result(Object block) {
    Object result = TOOL_RESULT.of(block);
    if (result == null) {
      return null;
    }
    Object content = CONTENT.of(result);
    return new ToolResult(
        TOOL_USE_ID.text(result),
        textOf(content),
        Boolean.TRUE.equals(IS_ERROR.of(result)),
        othersOf(content));
  }

  @Override
  public boolean isOther(Object block) {
    return IMAGE.of(block) != null || DOCUMENT.of(block) != null || SEARCH_RESULT.of(block) != null;
  }

  private static List<Object> othersOf(@Nullable Object content) {
    List<Object> others = null;
    for (Object block : RESULT_BLOCKS.list(content)) {
      if (TEXT.of(block) == null) {
        others = others == null ? new ArrayList<>(1) : others;
        others.add(block);
      }
    }
    return others == null ? List.of() : others;
  }

  private static String textOf(@Nullable Object content) {
    Object whole = STRING.of(content);
    if (whole != null) {
      return whole.toString();
    }
    List<?> blocks = RESULT_BLOCKS.list(content);
    if (blocks.size() == 1) {
      return TEXT.text(TEXT.of(blocks.get(0)));
    }
    StringBuilder text = new StringBuilder();
    for (Object block : blocks) {
      text.append(TEXT.text(TEXT.of(block)));
    }
    return text.toString();
  }
}
