package io.loophalt.runtime.model;

import io.loophalt.extension.ChatMessage;
import io.loophalt.extension.ModelResponse;
import io.loophalt.extension.RequestReader;
import io.loophalt.runtime.correlation.OpenCalls.Asked;
import io.loophalt.runtime.invocation.InvocationStack;
import io.loophalt.runtime.request.AnswerTrace;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What has come of an answer that comes in pieces: what it says and costs, and what it asks for, by
 * which later requests know it. Each piece costs what it is long. Thread-safe: who cancels a stream
 * may do so on another thread than the pieces come on.
 */
final class AnswerSoFar {

  /** Without its text where that is in more than one piece. */
  private @Nullable ModelResponse answer;

  private @Nullable StringBuilder text;
  private final List<ChatMessage.Call> calls = new ArrayList<>(1);
  private @Nullable String id;

  /** The next piece; null takes back what has come before. */
  synchronized void add(@Nullable ModelResponse piece) {
    ModelResponse before = answer;
    if (before == null || piece == null) {
      answer = piece;
      text = null;
      return;
    }
    StringBuilder all = text;
    if (all == null) {
      all = new StringBuilder(before.text());
      before = withText(before, "");
      text = all;
    }
    all.append(piece.text());
    answer = before.and(withText(piece, ""));
  }

  private static ModelResponse withText(ModelResponse piece, String text) {
    return piece.text().equals(text)
        ? piece
        : new ModelResponse(
            piece.model(),
            text,
            piece.toolCalls(),
            piece.inputTokens(),
            piece.cachedInputTokens(),
            piece.outputTokens());
  }

  /**
   * All that has come, as one; null if nothing has. O(its text).
   *
   * @param pieces the calls, where they were put together of pieces: these count, because a piece
   *     alone does not tell whether it begins one
   */
  synchronized @Nullable ModelResponse answer(@Nullable CallPieces pieces) {
    ModelResponse all = answer();
    return all == null || pieces == null
        ? all
        : new ModelResponse(
            all.model(),
            all.text(),
            pieces.count(),
            all.inputTokens(),
            all.cachedInputTokens(),
            all.outputTokens());
  }

  /** All that has come, as one; null if nothing has. O(its text). */
  synchronized @Nullable ModelResponse answer() {
    ModelResponse known = answer;
    return known == null || text == null ? known : withText(known, text.toString());
  }

  /** A piece of the answer has come: what it asks for. */
  synchronized void heard(@Nullable RequestReader reader, Object piece) {
    if (reader != null) {
      @Nullable List<ChatMessage.Call> asked = reader.calls(piece);
      calls.addAll(asked == null ? List.of() : asked);
      String known = reader.answerId(piece);
      id = known == null ? id : known;
    }
  }

  /** What has come will come again. */
  synchronized void clear() {
    add(null);
    calls.clear();
    id = null;
  }

  /**
   * What the whole answer is known by.
   *
   * @param pieces the calls, where they were put together of pieces
   */
  synchronized AnswerTrace trace(@Nullable CallPieces pieces) {
    ModelResponse whole = answer();
    List<ChatMessage.Call> asked = new ArrayList<>(calls);
    if (pieces != null && asked.isEmpty()) {
      for (Map.Entry<String, Asked> each : pieces.calls(0).entrySet()) {
        Asked call = each.getValue();
        asked.add(new ChatMessage.Call(each.getKey(), call.tool(), call.arguments()));
      }
    }
    return AnswerTrace.of(
        whole == null ? "" : whole.text(), asked, id, InvocationStack.current().digest);
  }
}
