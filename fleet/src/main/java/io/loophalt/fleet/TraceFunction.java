package io.loophalt.fleet;

import io.loophalt.fleet.RunMessage.Addressed;
import io.loophalt.fleet.RunMessage.Spans;
import io.loophalt.recordings.assembly.GenAiSpan;
import io.loophalt.recordings.assembly.OwnRun;
import io.loophalt.recordings.assembly.TraceTree;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.apache.flink.api.common.accumulators.LongCounter;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.state.ListState;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.common.typeinfo.PrimitiveArrayTypeInfo;
import org.apache.flink.streaming.api.functions.KeyedProcessFunction;
import org.apache.flink.util.Collector;
import org.jspecify.annotations.Nullable;

/**
 * Collects the spans of one trace, which arrive when they end and in any order, and tells them to
 * the runs that they are of: when the trace is over, was silent too long or has grown too large;
 * and before that, where it is asked to, as far as they are known.
 *
 * <p>A span that comes after the end of its trace was told is late: it is counted and left out.
 */
final class TraceFunction extends KeyedProcessFunction<String, Entry, Entry> {

  private static final long serialVersionUID = 1L;

  /** What the spans of one trace may take before they are told as they stand. */
  static final long MOST_BYTES = 48L << 20;

  private static final byte FORM = 1;

  private final Pace pace;

  private transient ListState<byte[]> untold;
  private transient ValueState<byte[]> tree;
  private transient ValueState<byte[]> outline;
  private transient LongCounter spans;
  private transient LongCounter lateSpans;
  private transient LongCounter cutTraces;

  /**
   * What is known of a trace without reading its spans.
   *
   * @param isOver whether its end was told, so that what comes is late
   * @param hasRoot whether the span around all others is there
   * @param lastMillis the latest end of a span
   * @param bytes of the spans that are not told
   */
  private record Outline(boolean isOver, boolean hasRoot, long lastMillis, long bytes) {

    static final Outline NONE = new Outline(false, false, Long.MIN_VALUE, 0);

    /** Whether nothing of the trace has come. */
    boolean isNew() {
      return lastMillis == Long.MIN_VALUE;
    }

    byte[] save() {
      return Entry.bytes(
          out -> {
            out.writeByte(FORM);
            out.writeBoolean(isOver);
            out.writeBoolean(hasRoot);
            out.writeLong(lastMillis);
            out.writeLong(bytes);
          });
    }

    static Outline of(byte @Nullable [] saved) throws IOException {
      if (saved == null) {
        return NONE;
      }
      DataInputStream in = RunState.opened(saved, FORM, "the trace");
      return new Outline(in.readBoolean(), in.readBoolean(), in.readLong(), in.readLong());
    }
  }

  TraceFunction(Pace pace) {
    this.pace = pace;
  }

  @Override
  public void open(OpenContext context) {
    var bytes = PrimitiveArrayTypeInfo.BYTE_PRIMITIVE_ARRAY_TYPE_INFO;
    ListStateDescriptor<byte[]> ofUntold = new ListStateDescriptor<>("spans", bytes);
    ValueStateDescriptor<byte[]> ofTree = new ValueStateDescriptor<>("tree", bytes);
    ValueStateDescriptor<byte[]> ofOutline = new ValueStateDescriptor<>("outline", bytes);
    RunState.expire(pace, ofUntold, ofTree, ofOutline);
    untold = getRuntimeContext().getListState(ofUntold);
    tree = getRuntimeContext().getState(ofTree);
    outline = getRuntimeContext().getState(ofOutline);
    spans = RunState.counted(getRuntimeContext(), "spans");
    lateSpans = RunState.counted(getRuntimeContext(), "late_spans");
    cutTraces = RunState.counted(getRuntimeContext(), "cut_traces");
  }

  @Override
  public void processElement(Entry entry, Context context, Collector<Entry> out) throws Exception {
    spans.add(1);
    Outline known = Outline.of(outline.value());
    if (known.isOver()) {
      lateSpans.add(1);
      return;
    }
    GenAiSpan span = GenAiSpan.restored(entry.read());
    boolean isRoot = span.parentId().isEmpty();
    long last = Math.max(known.lastMillis(), entry.time());
    Outline next =
        new Outline(false, known.hasRoot() || isRoot, last, known.bytes() + entry.content().length);
    untold.add(entry.content());
    if (next.bytes() > MOST_BYTES && !pace.sorted()) {
      cutTraces.add(1);
      long now = Math.max(0, context.timerService().currentWatermark());
      tell(context.getCurrentKey(), false, now, Long.MAX_VALUE, out);
      next = new Outline(false, next.hasRoot(), last, 0);
    }
    outline.update(next.save());
    if (pace.sorted()) {
      if (known.isNew()) {
        // Fires when all of the trace is there; its time is the place of the trace among others.
        context.timerService().registerEventTimeTimer(entry.time());
      }
      return;
    }
    if (next.hasRoot()) {
      context.timerService().registerEventTimeTimer(last);
    }
    if (known.isNew()) {
      context.timerService().registerEventTimeTimer(Pace.timer(last + pace.idle().toMillis()));
    }
    if (!pace.judgeAfter().isZero()) {
      long due = entry.time() + pace.judgeAfter().toMillis();
      context.timerService().registerEventTimeTimer(Pace.timer(due));
    }
  }

  @Override
  public void onTimer(long timestamp, OnTimerContext context, Collector<Entry> out)
      throws Exception {
    Outline known = Outline.of(outline.value());
    if (known.isNew()) {
      return;
    }
    long now = context.timerService().currentWatermark();
    long idleAt = Pace.timer(known.lastMillis() + pace.idle().toMillis());
    String traceId = context.getCurrentKey();
    if (known.isOver()) {
      if (now >= idleAt) {
        outline.clear();
      }
    } else if (pace.sorted() || now >= (known.hasRoot() ? known.lastMillis() : idleAt)) {
      // Not before what was told of the trace already: a root may come when its time has passed.
      long told = pace.sorted() || now == Long.MAX_VALUE ? timestamp : now;
      tell(traceId, true, told, Long.MAX_VALUE, out);
      tree.clear();
      outline.update(new Outline(true, true, known.lastMillis(), 0).save());
      if (!pace.sorted()) {
        context.timerService().registerEventTimeTimer(idleAt);
      }
    } else {
      if (!pace.judgeAfter().isZero()) {
        tell(traceId, false, now, now - pace.judgeAfter().toMillis(), out);
      }
      context.timerService().registerEventTimeTimer(idleAt);
    }
  }

  /**
   * Tells spans to their runs.
   *
   * @param isOver whether that is all of the trace
   * @param time when they are told
   * @param untilMillis those that had ended by then; of a trace that is over, all
   */
  private void tell(
      String traceId, boolean isOver, long time, long untilMillis, Collector<Entry> out)
      throws Exception {
    TraceTree spansOfTrace = new TraceTree();
    byte @Nullable [] saved = tree.value();
    if (saved != null) {
      spansOfTrace.restore(RunState.opened(saved, FORM, TraceTree.FORM, "the trace"), saved[0]);
    }
    for (byte[] each : untold.get()) {
      spansOfTrace.take(GenAiSpan.restored(new DataInputStream(new ByteArrayInputStream(each))));
    }
    untold.clear();
    long untilNanos =
        untilMillis > Long.MAX_VALUE / 1_000_000 ? Long.MAX_VALUE : untilMillis * 1_000_000;
    Map<String, List<GenAiSpan>> runs =
        isOver ? spansOfTrace.all(traceId) : spansOfTrace.until(traceId, untilNanos);
    boolean isLast = isOver && spansOfTrace.isRun(traceId);
    runs.forEach(
        (run, told) -> {
          boolean isEnd = isLast && !OwnRun.is(run); // A run of its own may have other traces.
          if (isEnd || !told.isEmpty()) {
            out.collect(new Addressed(run, "", new Spans(told, isEnd)).at(run, time));
          }
        });
    if (!isOver) {
      tree.update(Entry.bytes(to -> save(spansOfTrace, to)));
      for (GenAiSpan left : spansOfTrace.untold()) {
        untold.add(Entry.bytes(left::save));
      }
    }
  }

  private static void save(TraceTree spans, DataOutputStream out) throws IOException {
    out.writeByte(TraceTree.FORM);
    spans.save(out);
  }
}
