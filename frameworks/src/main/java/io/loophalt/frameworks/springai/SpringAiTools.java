package io.loophalt.frameworks.springai;

import io.loophalt.extension.reflect.Getter;
import io.loophalt.extension.sdk.CallOrder;
import io.loophalt.extension.sdk.SdkModelCalls.CallPart;
import io.loophalt.extension.sdk.SdkModelCalls.ToolResult;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/**
 * The tools of a loop that the application has written itself on a chat model: what an answer asks
 * for, and what the next prompt says came of it. Models that give a call no id leave it empty.
 */
final class SpringAiTools {

  private static final Getter ID = new Getter("id");
  private static final Getter NAME = new Getter("name");
  private static final Getter ARGUMENTS = new Getter("arguments");
  private static final Getter TYPE = new Getter("getMessageType");
  private static final Getter METADATA = new Getter("getMetadata");
  private static final Getter RESPONSES = new Getter("getResponses");
  private static final Getter RESPONSE_DATA = new Getter("responseData");

  private SpringAiTools() {}

  static List<CallPart> callParts(Collection<?> asked) {
    if (asked.isEmpty()) {
      return List.of();
    }
    List<CallPart> parts = new ArrayList<>(asked.size());
    for (Object each : asked) {
      String id = ID.text(each);
      parts.add(
          new CallPart(
              parts.size(),
              id.isEmpty() ? CallOrder.NO_ID : id,
              NAME.text(each),
              ARGUMENTS.text(each)));
    }
    return parts;
  }

  /** Those at the end of a prompt, in one message or in several. */
  static List<ToolResult> results(List<?> messages) {
    int first = messages.size();
    while (first > 0 && isToolResponse(messages.get(first - 1))) {
      first--;
    }
    CallOrder order = new CallOrder();
    List<ToolResult> results = new ArrayList<>(1);
    for (Object message : messages.subList(first, messages.size())) {
      for (Object each : responsesOf(message)) {
        String id = ID.text(each);
        results.add(
            new ToolResult(
                id.isEmpty() ? order.next(NAME.text(each)) : id, RESPONSE_DATA.text(each), null));
      }
    }
    return results;
  }

  /** A copy of the messages in which a text for the model stands behind the last result. */
  static List<?> withText(List<?> messages, String text) throws ReflectiveOperationException {
    int last = messages.size() - 1;
    List<Object> responses =
        last < 0 || !isToolResponse(messages.get(last))
            ? List.of()
            : new ArrayList<>(responsesOf(messages.get(last)));
    if (responses.isEmpty()) {
      throw new NoSuchFieldException("the prompt ends with no result of a tool");
    }
    Object before = responses.get(responses.size() - 1);
    responses.set(
        responses.size() - 1,
        before
            .getClass()
            .getConstructor(String.class, String.class, String.class)
            .newInstance(
                ID.of(before), NAME.of(before), RESPONSE_DATA.text(before) + "\n\n" + text));
    List<Object> told = new ArrayList<>(messages);
    told.set(last, withResponses(messages.get(last), responses));
    return told;
  }

  private static Object withResponses(Object message, List<Object> responses)
      throws ReflectiveOperationException {
    Object builder = message.getClass().getMethod("builder").invoke(null);
    Class<?> type = builder.getClass();
    type.getMethod("responses", List.class).invoke(builder, responses);
    type.getMethod("metadata", Map.class).invoke(builder, METADATA.of(message));
    return java.util.Objects.requireNonNull(type.getMethod("build").invoke(builder));
  }

  private static boolean isToolResponse(Object message) {
    return TYPE.of(message) instanceof Enum<?> type && type.name().equals("TOOL");
  }

  private static Collection<?> responsesOf(Object message) {
    return RESPONSES.of(message) instanceof Collection<?> responses ? responses : List.of();
  }
}
