package io.loophalt.recordings.assembly;

import io.loophalt.Effect;
import io.loophalt.recordings.assembly.GenAiSpan.Operation;
import io.loophalt.recordings.assembly.RunAssembler.Reply;
import java.util.List;

/** Tells the spans of one run to the run's assembler. Not thread-safe. */
public final class SpanTurns {

  private SpanCounts counts = SpanCounts.NONE;

  /**
   * Tells spans of a run.
   *
   * @param spans in the order in which they began; without an answer of a model's among them or
   *     before them, whose calls they may be, each tool call is a turn
   */
  public void tell(RunAssembler run, List<GenAiSpan> spans) {
    counts = counts.withModels(spans);
    boolean turns = run.isOpen() || spans.stream().anyMatch(SpanTurns::isAnswer);
    for (GenAiSpan span : spans) {
      if (span.operation() == Operation.MODEL) {
        sent(run, span);
        if (isAnswer(span)) {
          answered(run, span);
        } else {
          run.failedToAnswer(span.inputTokens(), span.outputTokens(), millis(span));
        }
      } else {
        called(run, span);
        if (!turns) {
          run.endTurn();
        }
      }
    }
  }

  /** How many spans were told. */
  public SpanCounts counts() {
    return counts;
  }

  /**
   * Where the model fails, as for a limit of the provider's, there is none, unless it broke off.
   */
  private static boolean isAnswer(GenAiSpan span) {
    return span.operation() == Operation.MODEL
        && (span.error() == null || !span.text().isEmpty() || !span.requested().isEmpty());
  }

  private static long millis(GenAiSpan ended) {
    return ended.endNanos() / 1_000_000;
  }

  /** What the model was sent, which it is sent once more if it fails. */
  private static void sent(RunAssembler run, GenAiSpan span) {
    for (GenAiSpan.Response response : span.responses()) {
      if (run.awaits(response.id())) {
        run.result(response.id(), response.text(), ToolFailure.in(response.text()), null);
      }
    }
    String said = span.userSaid();
    if (!GenAiSpan.NOT_RECORDED.equals(said)) {
      if (said != null) {
        run.sent(said);
      }
    } else if (isAnswer(span)) {
      run.unseen();
    }
  }

  private static void answered(RunAssembler run, GenAiSpan span) {
    run.reply(
        new Reply(
            null, span.text(), span.model(), span.inputTokens(), span.outputTokens(), millis(span)),
        GenAiSpan.NOT_RECORDED.equals(span.userSaid()) ? null : span.userSaid());
    for (GenAiSpan.Requested call : span.requested()) {
      run.call(call.id(), call.tool(), call.arguments(), Effect.UNKNOWN);
    }
  }

  private void called(RunAssembler run, GenAiSpan span) {
    boolean isEmpty = false;
    String id = span.callId();
    if (!run.awaits(id)) {
      String awaited = run.awaited(span.tool(), span.arguments());
      if (awaited != null && (id.isEmpty() || GenAiSpan.Requested.isMadeUp(awaited))) {
        id = awaited;
      } else {
        id = id.isEmpty() ? span.spanId() : id;
        String arguments = span.arguments();
        isEmpty = arguments == null && span.result() == null;
        run.call(
            id,
            span.tool(),
            arguments == null ? Unrecorded.text(span.spanId().hashCode()) : arguments,
            Effect.UNKNOWN);
      }
    }
    counts = counts.withTool(isEmpty);
    if (span.result() != null || span.error() != null) {
      String result = span.result() == null ? "" : span.result();
      String error = span.error() == null ? ToolFailure.in(result) : span.error();
      run.result(id, result, error, millis(span));
    }
  }
}
