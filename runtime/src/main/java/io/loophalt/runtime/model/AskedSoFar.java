package io.loophalt.runtime.model;

import io.loophalt.extension.ChatMessage;
import io.loophalt.extension.RequestReader;
import io.loophalt.runtime.correlation.OpenCalls.Asked;
import io.loophalt.runtime.invocation.InvocationStack;
import io.loophalt.runtime.request.AnswerTrace;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What an answer that comes in pieces has asked for so far, by which later requests know it. */
final class AskedSoFar {

  private final List<ChatMessage.Call> calls = new ArrayList<>(1);
  private @Nullable String id;

  /** A piece of the answer has come. */
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
    calls.clear();
    id = null;
  }

  /**
   * What the whole answer is known by.
   *
   * @param pieces the calls, where they were put together of pieces
   */
  synchronized AnswerTrace with(String text, @Nullable CallPieces pieces) {
    List<ChatMessage.Call> asked = new ArrayList<>(calls);
    if (pieces != null && asked.isEmpty()) {
      for (Map.Entry<String, Asked> each : pieces.calls(0).entrySet()) {
        Asked call = each.getValue();
        asked.add(new ChatMessage.Call(each.getKey(), call.tool(), call.arguments()));
      }
    }
    return AnswerTrace.of(text, asked, id, InvocationStack.current().digest);
  }
}
