package io.loophalt.frameworks.langchain4j;

import io.loophalt.extension.reflect.Getter;
import io.loophalt.extension.reflect.PrivateField;
import io.loophalt.extension.sdk.CallOrder;
import io.loophalt.extension.sdk.SdkModelCalls.ToolResult;
import io.loophalt.extension.sdk.ToolExchange;
import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What came of the tools of a loop that the application has written itself on a chat model, as the
 * next request says it. Where models give a call no id it is empty.
 */
final class LangChain4jTools {

  private static final Getter ID = new Getter("id");
  private static final Getter TYPE = new Getter("type");
  private static final Getter TOOL_NAME = new Getter("toolName");
  private static final Getter TEXT = new Getter("text");
  private static final Getter CONTENTS = new Getter("contents");
  private static final Getter IS_ERROR = new Getter("isError");

  /** Of what executes an annotated method. */
  private static final PrivateField METHOD = new PrivateField("originalMethod");

  private LangChain4jTools() {}

  /**
   * Whether a tool's result is the answer of its AI service, by {@code ReturnBehavior.IMMEDIATE} of
   * its annotation, or as the service was told.
   *
   * @param service null in a static method
   * @param executor of the tool; null if it is not known
   */
  static boolean returnsImmediately(
      @Nullable Object service, String tool, @Nullable Object executor) {
    try {
      if (service != null
          && Boolean.TRUE.equals(
              service
                  .getClass()
                  .getMethod("isImmediateTool", String.class)
                  .invoke(service, tool))) {
        return true;
      }
      if (METHOD.of(executor) instanceof Method method) {
        for (Annotation each : method.getAnnotations()) {
          Class<?> type = each.annotationType();
          if (type.getName().equals("dev.langchain4j.agent.tool.Tool")) {
            return type.getMethod("returnBehavior").invoke(each).toString().startsWith("IMMEDIATE");
          }
        }
      }
      return false;
    } catch (ReflectiveOperationException ofAnotherVersion) {
      return false; // before 1.2 there are no such tools
    }
  }

  /** Those behind the last answer. */
  static List<ToolResult> results(List<?> messages) {
    CallOrder order = new CallOrder();
    List<ToolResult> results = new ArrayList<>(1);
    List<?> since = ToolExchange.sinceAnswer(LangChain4jMessages.READER, messages);
    for (Object each : since) {
      if (!isResult(each)) {
        continue;
      }
      String id = ID.text(each);
      results.add(
          new ToolResult(
              id.isEmpty() ? order.next(TOOL_NAME.text(each)) : id,
              textOf(each),
              IS_ERROR.of(each) instanceof Boolean error ? error : null,
              othersIn(CONTENTS.of(each))));
    }
    return ToolExchange.withParts(LangChain4jMessages.READER, since, results);
  }

  /** A copy of the messages in which a text for the model stands behind the last result. */
  static List<?> withText(List<?> messages, String text) throws ReflectiveOperationException {
    int last = ToolExchange.lastResult(LangChain4jMessages.READER, messages);
    if (last < 0) {
      throw new NoSuchFieldException("no result of a tool behind the last answer");
    }
    List<Object> told = new ArrayList<>(messages);
    told.set(last, LangChain4jResults.withText(messages.get(last), text));
    return told;
  }

  private static boolean isResult(Object message) {
    return TYPE.text(message).equals("TOOL_EXECUTION_RESULT");
  }

  private static String textOf(Object result) {
    return CONTENTS.of(result) instanceof Collection<?> parts ? textIn(parts) : TEXT.text(result);
  }

  /** The texts among the parts of a message or a result. */
  static String textIn(Collection<?> parts) {
    if (parts.size() == 1) {
      return TEXT.text(parts.iterator().next());
    }
    StringBuilder text = new StringBuilder();
    for (Object part : parts) {
      text.append(TEXT.text(part));
    }
    return text.toString();
  }

  /** What is no text among the parts of a message or a result, such as a picture. */
  static List<Object> othersIn(@Nullable Object parts) {
    List<Object> others = null;
    if (parts instanceof Collection<?> all) {
      for (Object part : all) {
        if (!TEXT.isOn(part)) {
          others = others == null ? new ArrayList<>(1) : others;
          others.add(part);
        }
      }
    }
    return others == null ? List.of() : others;
  }
}
