package io.loophalt.recordings.assembly;

import io.loophalt.recordings.assembly.GenAiSpan.Operation;
import java.util.ArrayList;
import java.util.List;

/**
 * How many spans were judged, and of how many nothing can be: who reads that all is well must know
 * that nothing could be seen.
 *
 * @param tools spans of tools
 * @param emptyTools of those, with neither arguments nor a result
 * @param models spans of models
 * @param emptyModels of those, with neither messages nor an answer, nor any call in their trace
 */
public record SpanCounts(long tools, long emptyTools, long models, long emptyModels) {

  /** Before the first span. */
  public static final SpanCounts NONE = new SpanCounts(0, 0, 0, 0);

  /** With one more tool span. */
  SpanCounts withTool(boolean isEmpty) {
    return new SpanCounts(tools + 1, emptyTools + (isEmpty ? 1 : 0), models, emptyModels);
  }

  /** With the models' spans of a trace, of which only those matter that are all there is. */
  SpanCounts withModels(List<GenAiSpan> trace) {
    long more = trace.stream().filter(span -> span.operation() == Operation.MODEL).count();
    boolean isEmpty = trace.stream().allMatch(SpanCounts::isEmpty);
    return new SpanCounts(tools, emptyTools, models + more, emptyModels + (isEmpty ? more : 0));
  }

  private static boolean isEmpty(GenAiSpan span) {
    return span.operation() == Operation.MODEL
        ? GenAiSpan.NOT_RECORDED.equals(span.userSaid())
            && span.text().isEmpty()
            && span.requested().isEmpty()
        : span.arguments() == null && span.result() == null;
  }

  /** What is to be said to whoever reads the report; empty if all spans hold something. */
  public List<String> notices() {
    List<String> notices = new ArrayList<>(2);
    if (emptyTools > 0) {
      notices.add(
          notice(
              emptyTools,
              tools,
              "tool spans have neither arguments nor a result; such calls are never taken for"
                  + " repeats"));
    }
    if (emptyModels > 0) {
      notices.add(
          notice(
              emptyModels,
              models,
              "model spans have neither messages nor an answer, nor calls beside them; such turns"
                  + " are never taken for idle"));
    }
    return List.copyOf(notices);
  }

  private static String notice(long empty, long all, String what) {
    return empty + " of " + all + " " + what + ". Let the instrumentation capture message content.";
  }
}
