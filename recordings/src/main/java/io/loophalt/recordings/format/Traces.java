package io.loophalt.recordings.format;

import io.loophalt.recordings.RunSink;
import io.loophalt.recordings.assembly.GenAiSpan;
import io.loophalt.recordings.assembly.GenAiSpan.Operation;
import io.loophalt.recordings.assembly.RunAssembler;
import io.loophalt.recordings.assembly.SpanTurns;
import io.loophalt.recordings.assembly.TraceTree;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Makes runs of spans. Spans arrive when they end, so a {@linkplain TraceTree trace} is collected
 * until its file is over or memory is short, and then told in the order in which its spans began.
 *
 * <p>At most {@link #KEPT_BYTES} of spans are held. Beyond it the trace that was silent longest is
 * told as it stands; what comes of it later continues the run.
 */
final class Traces {

  /** Bound for the spans in memory. */
  static final long KEPT_BYTES = 48L << 20;

  /** Bound for runs that may go on. */
  static final int OPEN_RUNS = 2_000;

  private final RecordingFormat.Source source;
  private final RunSink sink;
  private final SpanTurns turns = new SpanTurns();

  // Both in the order of their latest use.
  private final Map<String, Trace> traces = new LinkedHashMap<>(16, 0.75f, true);
  private final Map<String, RunAssembler> runs = new LinkedHashMap<>(16, 0.75f, true);

  private long bytes;
  private boolean toldEarly;

  Traces(RecordingFormat.Source source, RunSink sink) {
    this.source = source;
    this.sink = sink;
  }

  /** The spans of one trace so far. */
  private static final class Trace {
    final TraceTree tree = new TraceTree();
    long bytes;
  }

  /** Takes the next span. */
  void take(GenAiSpan span) {
    Trace trace = traces.computeIfAbsent(span.traceId(), id -> new Trace());
    trace.tree.take(span);
    long weight = 200 + (span.operation() == Operation.OTHER ? 0 : span.weight());
    trace.bytes += weight;
    bytes += weight;
    while (bytes > KEPT_BYTES) {
      tellEldest();
    }
  }

  /** The file is over. */
  void end() {
    List<Map.Entry<String, Trace>> left = new ArrayList<>(traces.entrySet());
    left.sort(Comparator.comparingLong(each -> each.getValue().tree.beganNanos()));
    traces.clear();
    for (Map.Entry<String, Trace> each : left) {
      tell(each.getKey(), each.getValue().tree);
    }
    for (RunAssembler run : runs.values()) {
      run.end(null);
    }
    runs.clear();
    for (String notice : turns.counts().notices()) {
      source.problems().notice(source.name(), notice);
    }
  }

  private void tellEldest() {
    Iterator<Map.Entry<String, Trace>> eldest = traces.entrySet().iterator();
    Map.Entry<String, Trace> entry = eldest.next();
    Trace trace = entry.getValue();
    eldest.remove();
    bytes -= trace.bytes;
    if (!trace.tree.hasRoot() && !toldEarly) {
      toldEarly = true;
      source
          .problems()
          .notice(
              source.name(),
              "more spans of unfinished traces than fit in memory; steps of long traces may be out"
                  + " of order (first: trace "
                  + entry.getKey()
                  + ")");
    }
    tell(entry.getKey(), trace.tree);
  }

  private void tell(String traceId, TraceTree trace) {
    trace
        .all(traceId)
        .forEach(
            (id, spans) -> {
              RunAssembler run = runs.get(id);
              if (run == null) {
                run = new RunAssembler(sink.begin(id, ""));
                runs.put(id, run);
              }
              turns.tell(run, spans);
              if (trace.endsWith(traceId, id) && trace.hasRoot()) {
                runs.remove(id);
                run.end(null);
              }
            });
    while (runs.size() > OPEN_RUNS) {
      Iterator<RunAssembler> eldest = runs.values().iterator();
      eldest.next().end(null);
      eldest.remove();
    }
  }
}
