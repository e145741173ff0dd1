package io.loophalt.frameworks.azure;

import io.loophalt.extension.ChatMessage;
import io.loophalt.extension.ChatMessage.Speaker;
import io.loophalt.extension.MethodCall;
import io.loophalt.extension.RequestReader;
import io.loophalt.extension.reflect.Property;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads the messages of Azure's chat completions. */
final class AzureMessages implements RequestReader {

  static final RequestReader READER = new AzureMessages();

  private static final Property MESSAGES = new Property("getMessages");
  private static final Property STRING_CONTENT = new Property("getStringContent");
  private static final Property LIST_CONTENT = new Property("getListContent");
  private static final Property TEXT = new Property("getText");
  private static final Property TOOL_CALLS = new Property("getToolCalls");
  private static final Property ID = new Property("getId");
  private static final Property FUNCTION = new Property("getFunction");
  private static final Property NAME = new Property("getName");
  private static final Property FUNCTION_CALL = new Property("getFunctionCall");
  private static final Property ARGUMENTS = new Property("getArguments");

  private AzureMessages() {}

  @Override
  public @Nullable Object request(MethodCall call) {
    return call.argument(1);
  }

  @Override
  public List<?> messages(Object options) {
    return MESSAGES.list(options);
  }

  @Override
  public ChatMessage read(Object message) {
    return switch (message.getClass().getSimpleName()) {
      case "ChatRequestUserMessage" -> ChatMessage.ofUser(textOf(message), othersOf(message));
      case "ChatRequestAssistantMessage" -> ChatMessage.answer(textOf(message), callsOf(message));
      case "ChatRequestToolMessage", "ChatRequestFunctionMessage" ->
          ChatMessage.of(Speaker.TOOL, "");
      default -> ChatMessage.of(Speaker.SYSTEM, textOf(message));
    };
  }

  private static String textOf(Object message) {
    StringBuilder text = new StringBuilder(STRING_CONTENT.text(message));
    for (Object part : LIST_CONTENT.list(message)) {
      text.append(TEXT.text(part));
    }
    return text.toString();
  }

  /** What is no text in a message. */
  static List<Object> othersOf(Object message) {
    List<Object> others = null;
    for (Object part : LIST_CONTENT.list(message)) {
      if (TEXT.of(part) == null) {
        others = others == null ? new ArrayList<>(1) : others;
        others.add(part);
      }
    }
    return others == null ? List.of() : others;
  }

  private static List<ChatMessage.Call> callsOf(Object message) {
    List<ChatMessage.Call> calls = new ArrayList<>();
    for (Object each : TOOL_CALLS.list(message)) {
      Object function = FUNCTION.of(each);
      calls.add(new ChatMessage.Call(ID.text(each), NAME.text(function), ARGUMENTS.text(function)));
    }
    Object legacy = FUNCTION_CALL.of(message);
    if (legacy != null) {
      calls.add(new ChatMessage.Call("", NAME.text(legacy), ARGUMENTS.text(legacy)));
    }
    return calls;
  }
}
