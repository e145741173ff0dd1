package io.loophalt.frameworks.genai;

import io.loophalt.extension.ChatMessage;
import io.loophalt.extension.ChatMessage.Speaker;
import io.loophalt.extension.MethodCall;
import io.loophalt.extension.RequestReader;
import io.loophalt.extension.reflect.Property;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads the contents that Google's Gen AI SDK sends; what models ask for need not have ids. */
final class GoogleMessages implements RequestReader {

  static final RequestReader READER = new GoogleMessages();

  private static final Property ROLE = new Property("role");
  private static final Property PARTS = new Property("parts");
  private static final Property TEXT = new Property("text");
  private static final Property THOUGHT = new Property("thought");
  private static final Property FUNCTION_CALL = new Property("functionCall");
  private static final Property FUNCTION_RESPONSE = new Property("functionResponse");
  private static final Property ID = new Property("id");
  private static final Property NAME = new Property("name");
  private static final Property ARGS = new Property("args");

  private GoogleMessages() {}

  @Override
  public @Nullable Object request(MethodCall call) {
    return call.argument(1);
  }

  @Override
  public List<?> messages(Object contents) {
    return contents instanceof List<?> list ? list : List.of();
  }

  @Override
  public ChatMessage read(Object content) {
    StringBuilder text = new StringBuilder();
    List<ChatMessage.Call> calls = new ArrayList<>();
    List<Object> others = new ArrayList<>(0);
    boolean isResult = false;
    for (Object part : PARTS.list(content)) {
      isResult |= FUNCTION_RESPONSE.of(part) != null;
      Object call = FUNCTION_CALL.of(part);
      if (call != null) {
        if (!NAME.text(call).isEmpty()) {
          calls.add(callOf(call)); // else a piece of the one before
        }
      } else if (!Boolean.TRUE.equals(THOUGHT.of(part))) {
        Object said = TEXT.of(part);
        if (said == null) {
          others.add(part);
        } else {
          text.append(said);
        }
      }
    }
    if (ROLE.text(content).equals("model")) {
      return ChatMessage.answer(text.toString(), calls);
    }
    return isResult
        ? ChatMessage.of(Speaker.TOOL, text.toString())
        : ChatMessage.ofUser(text.toString(), others);
  }

  private static ChatMessage.Call callOf(Object call) {
    return new ChatMessage.Call(
        ID.text(call), NAME.text(call), GoogleContents.arguments(ARGS.of(call)));
  }
}
