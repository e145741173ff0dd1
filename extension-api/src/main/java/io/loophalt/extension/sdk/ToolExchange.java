package io.loophalt.extension.sdk;

import io.loophalt.extension.ChatMessage;
import io.loophalt.extension.ChatMessage.Speaker;
import io.loophalt.extension.RequestReader;
import io.loophalt.extension.reflect.Getter;
import io.loophalt.extension.sdk.SdkModelCalls.CallPart;
import io.loophalt.extension.sdk.SdkModelCalls.ToolResult;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.function.Function;

/**
 * Finds what passes between a model and the tools in the objects of an SDK or a framework: the
 * calls that an answer asks for, and the messages that say what came of them. Keeps nothing.
 */
public final class ToolExchange {

  private static final Getter ID = new Getter("id");
  private static final Getter NAME = new Getter("name");
  private static final Getter ARGUMENTS = new Getter("arguments");

  private ToolExchange() {}

  /**
   * The calls of one answer.
   *
   * @param asked objects with the methods {@code id()}, empty or null if it has none, {@code
   *     name()} and {@code arguments()}
   */
  public static List<CallPart> calls(Collection<?> asked) {
    if (asked.isEmpty()) {
      return List.of();
    }
    List<CallPart> parts = new ArrayList<>(asked.size());
    for (Object each : asked) {
      parts.add(CallPart.of(parts.size(), ID.text(each), NAME.text(each), ARGUMENTS.text(each)));
    }
    return parts;
  }

  /**
   * The messages behind the model's last answer: what the tools gave, and whatever the application
   * says besides, such as a picture that it cannot put into a result. O(their number).
   */
  public static List<?> sinceAnswer(RequestReader reader, List<?> messages) {
    int first = messages.size();
    while (first > 0 && !isOf(Speaker.ASSISTANT, reader, messages.get(first - 1))) {
      first--;
    }
    return messages.subList(first, messages.size());
  }

  /**
   * Which calls the results behind the model's last answer are of, where they need not name them:
   * one that names none is of the first call in the answer that has no id and no result before it.
   *
   * @param named the id that the message of a result names, empty if none
   * @return of each result in their order; empty where no call is left
   */
  public static List<String> answered(
      RequestReader reader, List<?> messages, Function<Object, String> named) {
    List<String> ids = new ArrayList<>(1);
    List<?> since = sinceAnswer(reader, messages);
    Deque<String> unnamed = null;
    for (Object message : since) {
      if (!isOf(Speaker.TOOL, reader, message)) {
        continue;
      }
      String id = named.apply(message);
      if (id.isEmpty()) {
        unnamed = unnamed == null ? unnamed(reader, messages, since) : unnamed;
        id = unnamed.isEmpty() ? "" : unnamed.remove();
      }
      ids.add(id);
    }
    return ids;
  }

  /** The ids, as {@link CallOrder} makes them up, of the calls of the last answer without one. */
  private static Deque<String> unnamed(RequestReader reader, List<?> messages, List<?> since) {
    Deque<String> ids = new ArrayDeque<>(1);
    int answer = messages.size() - since.size() - 1;
    ChatMessage read = answer < 0 ? null : reader.read(messages.get(answer));
    CallOrder order = new CallOrder();
    for (ChatMessage.Call call : read == null ? List.<ChatMessage.Call>of() : read.calls()) {
      if (call.id().isEmpty()) {
        ids.add(order.next(call.tool()));
      }
    }
    return ids;
  }

  /** Where the last result of a tool is behind the model's last answer; -1 if there is none. */
  public static int lastResult(RequestReader reader, List<?> messages) {
    int begin = messages.size() - sinceAnswer(reader, messages).size();
    for (int at = messages.size() - 1; at >= begin; at--) {
      if (isOf(Speaker.TOOL, reader, messages.get(at))) {
        return at;
      }
    }
    return -1;
  }

  /**
   * Results with what users' messages behind them hold beside text: an application that cannot put
   * a picture into a result says it there. Where there are as many such parts as results, each has
   * one, in their order; else the last result has all. Costs a comparison where there are no such
   * messages.
   *
   * @param sinceAnswer the messages {@linkplain #sinceAnswer behind the last answer}, of which the
   *     results are
   */
  public static List<ToolResult> withParts(
      RequestReader reader, List<?> sinceAnswer, List<ToolResult> results) {
    if (results.isEmpty() || sinceAnswer.size() <= results.size()) {
      return results; // each of the messages is one of a result
    }
    List<Object> parts = new ArrayList<>(1);
    boolean behind = false;
    for (Object message : sinceAnswer) {
      ChatMessage read = reader.read(message);
      if (read != null) {
        behind |= read.speaker() == Speaker.TOOL;
        if (behind && read.speaker() == Speaker.USER) {
          parts.addAll(read.otherParts());
        }
      }
    }
    return withParts(results, parts);
  }

  /** Results with parts that stand behind them, each with one or the last with all. */
  public static List<ToolResult> withParts(List<ToolResult> results, List<?> parts) {
    if (parts.isEmpty() || results.isEmpty()) {
      return results;
    }
    List<ToolResult> whole = new ArrayList<>(results);
    if (parts.size() == whole.size()) {
      for (int i = 0; i < whole.size(); i++) {
        whole.set(i, with(whole.get(i), parts.subList(i, i + 1)));
      }
    } else {
      int last = whole.size() - 1;
      whole.set(last, with(whole.get(last), parts));
    }
    return whole;
  }

  private static ToolResult with(ToolResult result, List<?> parts) {
    List<Object> all = new ArrayList<>(result.otherParts());
    all.addAll(parts);
    return new ToolResult(result.callId(), result.text(), result.error(), all);
  }

  private static boolean isOf(Speaker speaker, RequestReader reader, Object message) {
    ChatMessage read = reader.read(message);
    return read != null && read.speaker() == speaker;
  }
}
