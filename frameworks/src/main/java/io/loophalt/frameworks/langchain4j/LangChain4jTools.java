package io.loophalt.frameworks.langchain4j;

import io.loophalt.extension.reflect.Getter;
import io.loophalt.extension.sdk.CallOrder;
import io.loophalt.extension.sdk.SdkModelCalls.CallPart;
import io.loophalt.extension.sdk.SdkModelCalls.ToolResult;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;

/**
 * The tools of a loop that the application has written itself on a chat model: what an answer asks
 * for, and what the next request says came of it. Models that give a call no id leave it empty.
 */
final class LangChain4jTools {

  private static final Getter ID = new Getter("id");
  private static final Getter NAME = new Getter("name");
  private static final Getter ARGUMENTS = new Getter("arguments");
  private static final Getter TYPE = new Getter("type");
  private static final Getter TOOL_NAME = new Getter("toolName");
  private static final Getter TEXT = new Getter("text");
  private static final Getter CONTENTS = new Getter("contents");
  private static final Getter IS_ERROR = new Getter("isError");

  private LangChain4jTools() {}

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

  /** Those at the end of a request. */
  static List<ToolResult> results(List<?> messages) {
    List<Object> last = new ArrayList<>(1);
    for (int i = messages.size() - 1; i >= 0 && isResult(messages.get(i)); i--) {
      last.add(messages.get(i));
    }
    Collections.reverse(last);
    CallOrder order = new CallOrder();
    List<ToolResult> results = new ArrayList<>(last.size());
    for (Object each : last) {
      String id = ID.text(each);
      results.add(
          new ToolResult(
              id.isEmpty() ? order.next(TOOL_NAME.text(each)) : id,
              textOf(each),
              IS_ERROR.of(each) instanceof Boolean error ? error : null));
    }
    return results;
  }

  /** A copy of the messages in which a text for the model stands behind the last result. */
  static List<?> withText(List<?> messages, String text) throws ReflectiveOperationException {
    int last = messages.size() - 1;
    if (last < 0 || !isResult(messages.get(last))) {
      throw new NoSuchFieldException("the request ends with no result of a tool");
    }
    List<Object> told = new ArrayList<>(messages);
    told.set(last, LangChain4jResults.withText(messages.get(last), text));
    return told;
  }

  private static boolean isResult(Object message) {
    return TYPE.text(message).equals("TOOL_EXECUTION_RESULT");
  }

  private static String textOf(Object result) {
    if (!(CONTENTS.of(result) instanceof Collection<?> parts)) {
      return TEXT.text(result);
    }
    StringBuilder text = new StringBuilder();
    for (Object part : parts) {
      text.append(TEXT.text(part));
    }
    return text.toString();
  }
}
