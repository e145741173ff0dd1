package io.loophalt.recordings.format;

import io.loophalt.Effect;
import io.loophalt.recordings.RunSink;
import io.loophalt.recordings.format.GenAiSpan.Operation;
import io.loophalt.recordings.format.RunAssembler.Reply;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Makes runs of spans. Spans arrive when they end, so a trace is collected until its file is over
 * or memory is short, and then told in the order in which its spans began.
 *
 * <p>A run is a conversation, or else a trace; an agent that works inside another agent or inside a
 * tool call is a run of its own. Of model spans inside each other the innermost counts, of tool
 * spans the outermost: they are layers of one call.
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

  // Both in the order of their latest use.
  private final Map<String, Trace> traces = new LinkedHashMap<>(16, 0.75f, true);
  private final Map<String, RunAssembler> runs = new LinkedHashMap<>(16, 0.75f, true);

  private long bytes;
  private long tools;
  private long toolsWithoutContent;
  private boolean toldEarly;

  Traces(RecordingFormat.Source source, RunSink sink) {
    this.source = source;
    this.sink = sink;
  }

  /** The spans of one trace so far. */
  private static final class Trace {
    final List<GenAiSpan> work = new ArrayList<>();
    final Map<String, GenAiSpan> byId = new HashMap<>();
    final Map<String, String> parents = new HashMap<>();
    String conversation = "";
    boolean rootSeen;
    long bytes;
  }

  /** Takes the next span. */
  void take(GenAiSpan span) {
    Trace trace = traces.computeIfAbsent(span.traceId(), id -> new Trace());
    trace.parents.put(span.spanId(), span.parentId());
    trace.rootSeen |= span.parentId().isEmpty();
    if (trace.conversation.isEmpty()) {
      trace.conversation = span.conversation();
    }
    long weight = 200;
    if (span.operation() != Operation.OTHER) {
      trace.work.add(span);
      trace.byId.put(span.spanId(), span);
      weight += span.weight();
    }
    trace.bytes += weight;
    bytes += weight;
    while (bytes > KEPT_BYTES) {
      tellEldest();
    }
  }

  /** The file is over. */
  void end() {
    List<Map.Entry<String, Trace>> left = new ArrayList<>(traces.entrySet());
    left.sort(Comparator.comparingLong(each -> began(each.getValue())));
    traces.clear();
    for (Map.Entry<String, Trace> each : left) {
      tell(each.getKey(), each.getValue());
    }
    for (RunAssembler run : runs.values()) {
      run.end(null);
    }
    runs.clear();
    if (toolsWithoutContent > 0) {
      source
          .problems()
          .notice(
              source.name(),
              toolsWithoutContent
                  + " of "
                  + tools
                  + " tool spans have neither arguments nor a result; such calls are never taken for"
                  + " repeats. Let the instrumentation capture message content.");
    }
  }

  private static long began(Trace trace) {
    return trace.work.stream().mapToLong(GenAiSpan::startNanos).min().orElse(0);
  }

  private void tellEldest() {
    Iterator<Map.Entry<String, Trace>> eldest = traces.entrySet().iterator();
    Map.Entry<String, Trace> entry = eldest.next();
    Trace trace = entry.getValue();
    eldest.remove();
    bytes -= trace.bytes;
    if (!trace.rootSeen && !toldEarly) {
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
    tell(entry.getKey(), trace);
  }

  private void tell(String traceId, Trace trace) {
    String base = trace.conversation.isEmpty() ? traceId : trace.conversation;
    trace.work.sort(
        Comparator.comparingLong(GenAiSpan::startNanos)
            .thenComparing(GenAiSpan::operation)
            .thenComparing(GenAiSpan::spanId));
    Set<String> layered = layered(trace);
    Map<String, List<GenAiSpan>> byRun = new LinkedHashMap<>();
    for (GenAiSpan span : trace.work) {
      if (span.operation() != Operation.AGENT && !layered.contains(span.spanId())) {
        String run = base + subAgent(trace, span);
        byRun.computeIfAbsent(run, id -> new ArrayList<>()).add(span);
      }
    }
    byRun.forEach(
        (id, spans) -> {
          RunAssembler run = runs.get(id);
          if (run == null) {
            run = new RunAssembler(sink.begin(id, ""));
            runs.put(id, run);
          }
          boolean turns = spans.stream().anyMatch(span -> span.operation() == Operation.MODEL);
          for (GenAiSpan span : spans) {
            if (span.operation() == Operation.MODEL) {
              answered(run, span);
            } else {
              called(run, span);
              if (!turns) {
                run.endTurn();
              }
            }
          }
          if (trace.conversation.isEmpty() && trace.rootSeen) {
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

  /** The spans that are only another layer of a call that counts already. */
  private static Set<String> layered(Trace trace) {
    Set<String> layered = new HashSet<>();
    for (GenAiSpan span : trace.work) {
      GenAiSpan around = around(trace, span);
      if (around == null || around.operation() != span.operation()) {
        continue;
      }
      if (span.operation() == Operation.MODEL) {
        layered.add(around.spanId());
      } else if (span.operation() == Operation.TOOL) {
        layered.add(span.spanId());
      }
    }
    return layered;
  }

  /** The nearest span around another one that is work of an agent, too. */
  private static @Nullable GenAiSpan around(Trace trace, GenAiSpan span) {
    String parent = span.parentId();
    // A cycle among parents is nonsense, but a file may say it.
    for (int depth = 0; depth < 1_000 && !parent.isEmpty(); depth++) {
      GenAiSpan known = trace.byId.get(parent);
      if (known != null) {
        return known;
      }
      parent = trace.parents.getOrDefault(parent, "");
    }
    return null;
  }

  /** The part of a run's id that names the agent inside an agent; empty for the outermost. */
  private static String subAgent(Trace trace, GenAiSpan span) {
    GenAiSpan agent = around(trace, span);
    for (int depth = 0; depth < 1_000 && agent != null; depth++) {
      if (agent.operation() == Operation.AGENT) {
        return around(trace, agent) == null
            ? ""
            : '/' + (agent.agent().isEmpty() ? "agent" : agent.agent()) + '-' + agent.spanId();
      }
      agent = around(trace, agent);
    }
    return "";
  }

  private static void answered(RunAssembler run, GenAiSpan span) {
    for (GenAiSpan.Response response : span.responses()) {
      if (run.awaits(response.id())) {
        run.result(response.id(), response.text(), ToolFailure.in(response.text()), null);
      }
    }
    String said = span.userSaid();
    if (said != null) {
      run.userSpoke(said);
    }
    run.reply(
        new Reply(
            null,
            span.text(),
            span.model(),
            span.inputTokens(),
            span.outputTokens(),
            span.endNanos() / 1_000_000));
    for (GenAiSpan.Requested call : span.requested()) {
      run.call(call.id(), call.tool(), call.arguments(), Effect.UNKNOWN);
    }
  }

  private void called(RunAssembler run, GenAiSpan span) {
    tools++;
    String id = span.callId();
    if (!run.awaits(id)) {
      String awaited = run.awaited(span.tool());
      if (id.isEmpty() && awaited != null) {
        id = awaited;
      } else {
        id = id.isEmpty() ? span.spanId() : id;
        String arguments = span.arguments();
        if (arguments == null && span.result() == null) {
          toolsWithoutContent++;
        }
        run.call(
            id,
            span.tool(),
            arguments == null ? Unrecorded.text(span.spanId().hashCode()) : arguments,
            Effect.UNKNOWN);
      }
    }
    if (span.result() != null || span.error() != null) {
      String result = span.result() == null ? "" : span.result();
      run.result(id, result, span.error(), span.endNanos() / 1_000_000);
    }
  }
}
