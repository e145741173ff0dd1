package io.loophalt.frameworks.bedrock;

import io.loophalt.extension.ChatMessage;
import io.loophalt.extension.ChatMessage.Speaker;
import io.loophalt.extension.RequestReader;
import io.loophalt.extension.reflect.Property;
import io.loophalt.extension.sdk.MessageBlocks;
import io.loophalt.extension.sdk.SdkModelCalls.ToolResult;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads the messages of Bedrock's conversations, in which results of tools are a user's. */
final class BedrockMessages implements RequestReader, MessageBlocks {

  static final BedrockMessages READER = new BedrockMessages();

  private static final Property MESSAGES = new Property("messages");
  private static final Property ROLE = new Property("roleAsString");
  private static final Property CONTENT = new Property("content");
  private static final Property TEXT = new Property("text");
  private static final Property TOOL_USE = new Property("toolUse");
  private static final Property TOOL_RESULT = new Property("toolResult");
  private static final Property TOOL_USE_ID = new Property("toolUseId");
  private static final Property NAME = new Property("name");
  private static final Property STATUS = new Property("statusAsString");
  private static final Property JSON = new Property("json");
  private static final Property IMAGE = new Property("image");
  private static final Property DOCUMENT = new Property("document");
  private static final Property VIDEO = new Property("video");

  private BedrockMessages() {}

  @Override
  public List<?> messages(Object request) {
    return MESSAGES.list(request);
  }

  @Override
  public ChatMessage read(Object message) {
    StringBuilder text = new StringBuilder();
    List<ChatMessage.Call> calls = new ArrayList<>();
    List<Object> others = new ArrayList<>(0);
    boolean isResult = false;
    for (Object block : CONTENT.list(message)) {
      Object use = TOOL_USE.of(block);
      isResult |= TOOL_RESULT.of(block) != null;
      if (use != null) {
        // Its id is enough: arguments are documents of the SDK's own.
        calls.add(new ChatMessage.Call(TOOL_USE_ID.text(use), NAME.text(use), ""));
      } else {
        Object said = TEXT.of(block);
        if (said == null) {
          others.add(block);
        } else {
          text.append(said);
        }
      }
    }
    if (ROLE.text(message).equals("assistant")) {
      return ChatMessage.answer(text.toString(), calls);
    }
    return isResult
        ? ChatMessage.of(Speaker.TOOL, text.toString())
        : ChatMessage.ofUser(text.toString(), others);
  }

  @Override
  public List<?> of(Object message) {
    return CONTENT.list(message);
  }

  @Override
  public @Nullable String callId(Object block) {
    Object use = TOOL_USE.of(block);
    return use == null ? null : TOOL_USE_ID.text(use);
  }

  @Override
  public @Nullable ToolResult result(Object block) {
    Object result = TOOL_RESULT.of(block);
    return result == null
        ? null
        : new ToolResult(
            TOOL_USE_ID.text(result),
            textOf(result),
            STATUS.text(result).equals("error"),
            othersOf(result));
  }

  @Override
  public boolean isOther(Object block) {
    return IMAGE.of(block) != null || DOCUMENT.of(block) != null || VIDEO.of(block) != null;
  }

  private static List<Object> othersOf(Object result) {
    List<Object> others = null;
    for (Object part : CONTENT.list(result)) {
      if (JSON.of(part) == null && TEXT.of(part) == null) {
        others = others == null ? new ArrayList<>(1) : others;
        others.add(part);
      }
    }
    return others == null ? List.of() : others;
  }

  private static String textOf(Object result) {
    StringBuilder text = new StringBuilder();
    for (Object part : CONTENT.list(result)) {
      Object json = JSON.of(part);
      text.append(json == null ? TEXT.text(part) : json.toString());
    }
    return text.toString();
  }

  /** Whether the last message, into which a nudge would go, tells of any tool. */
  boolean endWithResult(List<?> messages) {
    return !messages.isEmpty()
        && of(messages.get(messages.size() - 1)).stream()
            .anyMatch(block -> TOOL_RESULT.of(block) != null);
  }
}
