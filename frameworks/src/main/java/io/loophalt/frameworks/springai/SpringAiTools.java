package io.loophalt.frameworks.springai;

import io.loophalt.extension.reflect.Getter;
import io.loophalt.extension.sdk.CallOrder;
import io.loophalt.extension.sdk.SdkModelCalls.ToolResult;
import io.loophalt.extension.sdk.ToolExchange;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/**
 * What came of the tools of a loop that the application has written itself on a chat model, as the
 * next prompt says it. Where models give a call no id it is empty.
 */
final class SpringAiTools {

  private static final Getter ID = new Getter("id");
  private static final Getter NAME = new Getter("name");
  private static final Getter METADATA = new Getter("getMetadata");
  private static final Getter RESPONSES = new Getter("getResponses");
  private static final Getter RESPONSE_DATA = new Getter("responseData");

  private SpringAiTools() {}

  /** Those behind the last answer, in one message or in several. */
  static List<ToolResult> results(List<?> messages) {
    CallOrder order = new CallOrder();
    List<ToolResult> results = new ArrayList<>(1);
    List<?> since = ToolExchange.sinceAnswer(SpringAiMessages.READER, messages);
    for (Object message : since) {
      for (Object each : responsesOf(message)) {
        String id = ID.text(each);
        results.add(
            new ToolResult(
                id.isEmpty() ? order.next(NAME.text(each)) : id, RESPONSE_DATA.text(each), null));
      }
    }
    return ToolExchange.withParts(SpringAiMessages.READER, since, results);
  }

  /** A copy of the messages in which a text for the model stands behind the last result. */
  static List<?> withText(List<?> messages, String text) throws ReflectiveOperationException {
    int last = ToolExchange.lastResult(SpringAiMessages.READER, messages);
    List<Object> responses =
        last < 0 ? List.of() : new ArrayList<>(responsesOf(messages.get(last)));
    if (responses.isEmpty()) {
      throw new NoSuchFieldException("no result of a tool behind the last answer");
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

  private static Collection<?> responsesOf(Object message) {
    return RESPONSES.of(message) instanceof Collection<?> responses ? responses : List.of();
  }
}
