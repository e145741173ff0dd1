package io.loophalt.frameworks.adk;

import io.loophalt.extension.ChatMessage;
import io.loophalt.extension.ChatMessage.Speaker;
import io.loophalt.extension.MethodCall;
import io.loophalt.extension.RequestReader;
import io.loophalt.extension.reflect.Property;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads the contents of ADK's requests. */
final class AdkMessages implements RequestReader {

  static final RequestReader READER = new AdkMessages();

  private static final String REQUEST = "com.google.adk.models.LlmRequest";

  /** With which ADK begins what another agent has said or done, in a user's place. */
  private static final String OF_ANOTHER_AGENT = "For context:";

  /** Where somebody else than the model has spoken last, one message more: see {@link Asked}. */
  private static final Object ASKED = new Object();

  /** What names Loophalt is known for no person's words, and is the same again each time. */
  private static final ChatMessage ASKED_BY_A_PROGRAM =
      ChatMessage.ofUser("[Loophalt] a program asks", List.of());

  private static final Property CONTENTS = new Property("contents");
  private static final Property ROLE = new Property("role");
  private static final Property PARTS = new Property("parts");
  private static final Property TEXT = new Property("text");
  private static final Property THOUGHT = new Property("thought");
  private static final Property FUNCTION_CALL = new Property("functionCall");
  private static final Property FUNCTION_RESPONSE = new Property("functionResponse");
  private static final Property ID = new Property("id");
  private static final Property NAME = new Property("name");
  private static final Property ARGS = new Property("args");

  private AdkMessages() {}

  /** Where the model is called; at the beginning of the turn there is none yet. */
  @Override
  public @Nullable Object request(MethodCall call) {
    Object request = call.argument(2);
    return request != null && isRequest(request.getClass()) ? request : null;
  }

  private static boolean isRequest(@Nullable Class<?> type) {
    return type != null && (type.getName().equals(REQUEST) || isRequest(type.getSuperclass()));
  }

  @Override
  public List<?> messages(Object request) {
    List<?> contents = CONTENTS.list(request);
    int last = contents.size() - 1;
    return last >= 0 && isOfAUser(contents.get(last)) ? new Asked(contents) : contents;
  }

  /** A person's, or what another agent has said or done. */
  private static boolean isOfAUser(Object content) {
    if (ROLE.text(content).equals("model")) {
      return false;
    }
    for (Object part : PARTS.list(content)) {
      if (FUNCTION_RESPONSE.of(part) != null) {
        return false;
      }
    }
    return true;
  }

  /**
   * The contents of a request in which somebody else than the model has spoken last. Agents that
   * answer each other are none that talks to itself: it is the program that asks each in turn. So a
   * program's words stand before the last content, which may be a person's.
   */
  private static final class Asked extends AbstractList<Object> {

    private final List<?> contents;

    Asked(List<?> contents) {
      this.contents = contents;
    }

    @Override
    public Object get(int index) {
      int last = contents.size() - 1;
      return index == last ? ASKED : contents.get(Math.min(index, last));
    }

    @Override
    public int size() {
      return contents.size() + 1;
    }
  }

  @Override
  @SuppressWarnings("ReferenceEquality") // it is this one object
  public ChatMessage read(Object content) {
    if (content == ASKED) {
      return ASKED_BY_A_PROGRAM;
    }
    StringBuilder text = new StringBuilder();
    List<ChatMessage.Call> calls = new ArrayList<>();
    List<Object> others = new ArrayList<>(0);
    boolean isResult = false;
    for (Object part : PARTS.list(content)) {
      isResult |= FUNCTION_RESPONSE.of(part) != null;
      Object call = FUNCTION_CALL.of(part);
      if (call != null) {
        Object arguments =
            ARGS.of(call) instanceof Map<?, ?> given ? new LinkedHashMap<>(given) : "";
        calls.add(new ChatMessage.Call(ID.text(call), NAME.text(call), arguments));
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
    String said = text.toString();
    if (isResult) {
      return ChatMessage.of(Speaker.TOOL, said);
    }
    return said.startsWith(OF_ANOTHER_AGENT)
        ? ChatMessage.of(Speaker.SYSTEM, said)
        : ChatMessage.ofUser(said, others);
  }
}
