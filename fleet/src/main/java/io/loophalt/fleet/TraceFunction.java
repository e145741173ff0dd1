package io.loophalt.fleet;

import io.loophalt.fleet.RunMessage.Addressed;
import io.loophalt.fleet.RunMessage.Spans;
import io.loophalt.recordings.assembly.GenAiSpan;
import io.loophalt.recordings.assembly.TraceTree;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.HashMap;
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
 *
 * <p>Nothing has ended in the future. A span that says so, because a clock is wrong by more than a
 * minute, is waited for as if it had ended when it came; what its run is told is what the span
 * says, so that whoever reads the same spans again finds the same.
 */
final class TraceFunction extends KeyedProcessFunction<String, Entry, Entry> {

  private static final long serialVersionUID = 1L;

  /** What the spans of one trace may take before they are told as they stand. */
  static final long MOST_BYTES = 48L << 20;

  /**
   * A sender's clock may be as much ahead. To take its spans for earlier than they are would judge
   * traces of one run in another order than they had.
   */
  private static final long MOST_AHEAD_MILLIS = 60_000;

  private static final byte FORM = 1;

  /** The first did not say when a part of the trace was told. */
  private static final byte OUTLINE_FORM = 2;

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
   * @param lastMillis the latest end of a span, which is hardly later than when it came
   * @param bytes of the spans that are not told
   * @param toldMillis when the last part of it was told, as a rule by the watermark
   */
  private record Outline(
      boolean isOver, boolean hasRoot, long lastMillis, long bytes, long toldMillis) {

    static final Outline NONE = new Outline(false, false, Long.MIN_VALUE, 0, Long.MIN_VALUE);

    Outline with(boolean isRoot, long endMillis, long more) {
      return new Outline(
          isOver, hasRoot || isRoot, Math.max(lastMillis, endMillis), bytes + more, toldMillis);
    }

    /** A part of it is told, and so many bytes are left. */
    Outline told(long now, long left) {
      return new Outline(isOver, hasRoot, lastMillis, left, now);
    }

    Outline over(long now) {
      return new Outline(true, true, lastMillis, 0, now);
    }

    /** When it has been silent for long enough to be over; of one that is, to be forgotten. */
    long idleAt(Pace pace) {
      return pace.idleAfter(isOver ? Math.max(lastMillis, toldMillis) : lastMillis);
    }

    /** Whether nothing of the trace has come. */
    boolean isNew() {
      return lastMillis == Long.MIN_VALUE;
    }

    byte[] save() {
      return Entry.bytes(
          out -> {
            out.writeByte(OUTLINE_FORM);
            out.writeBoolean(isOver);
            out.writeBoolean(hasRoot);
            out.writeLong(lastMillis);
            out.writeLong(bytes);
            out.writeLong(toldMillis);
          });
    }

    static Outline of(byte @Nullable [] saved) throws IOException {
      if (saved == null) {
        return NONE;
      }
      DataInputStream in = RunState.opened(saved, FORM, OUTLINE_FORM, "the trace");
      return new Outline(
          in.readBoolean(),
          in.readBoolean(),
          in.readLong(),
          in.readLong(),
          saved[0] >= OUTLINE_FORM ? in.readLong() : Long.MIN_VALUE);
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
    long now = context.timerService().currentProcessingTime();
    boolean isPossible = pace.sorted() || entry.time() - now <= MOST_AHEAD_MILLIS;
    long ended = isPossible ? entry.time() : now;
    Outline next = known.with(span.parentId().isEmpty(), ended, entry.content().length);
    untold.add(ended == entry.time() ? entry.content() : Entry.bytes(to -> save(span, ended, to)));
    if (next.bytes() > MOST_BYTES && !pace.sorted()) {
      cutTraces.add(1);
      long watermark = context.timerService().currentWatermark();
      // Before the first there is no other time than that of the spans.
      long told =
          Math.max(next.toldMillis(), watermark == Long.MIN_VALUE ? next.lastMillis() : watermark);
      next = next.told(told, tell(context.getCurrentKey(), false, told, Long.MAX_VALUE, out));
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
      context.timerService().registerEventTimeTimer(next.lastMillis());
    }
    if (known.isNew()) {
      context.timerService().registerEventTimeTimer(next.idleAt(pace));
    }
    if (!pace.judgeAfter().isZero()) {
      long due = ended + pace.judgeAfter().toMillis();
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
    String traceId = context.getCurrentKey();
    if (known.isOver()) {
      if (now >= known.idleAt(pace)) {
        outline.clear();
      }
      return;
    }
    long end = known.hasRoot() ? known.lastMillis() : known.idleAt(pace);
    Outline next = known;
    if (pace.sorted() || now >= end) {
      // At its own time, however far the watermark has come meanwhile: so the order of a run's
      // traces is theirs. But not before what was told of this one already, by the watermark.
      long told = pace.sorted() ? timestamp : Math.max(end, known.toldMillis());
      tell(traceId, true, told, Long.MAX_VALUE, out);
      tree.clear();
      next = known.over(now);
      outline.update(next.save());
    } else if (!pace.judgeAfter().isZero()) {
      long told = Math.max(now, known.toldMillis());
      long left = tell(traceId, false, told, now - pace.judgeAfter().toMillis(), out);
      next = known.told(told, left);
      outline.update(next.save());
    }
    if (!pace.sorted()) {
      context.timerService().registerEventTimeTimer(next.idleAt(pace));
    }
  }

  /**
   * Tells spans to their runs.
   *
   * @param isOver whether that is all of the trace
   * @param time when they are told
   * @param untilMillis those that had ended by then; of a trace that is over, all
   * @return the bytes of those that are left
   */
  private long tell(
      String traceId, boolean isOver, long time, long untilMillis, Collector<Entry> out)
      throws Exception {
    TraceTree spansOfTrace = new TraceTree();
    byte @Nullable [] saved = tree.value();
    if (saved != null) {
      spansOfTrace.restore(RunState.opened(saved, FORM, TraceTree.FORM, "the trace"), saved[0]);
    }
    Map<String, Long> ends = new HashMap<>();
    for (byte[] each : untold.get()) {
      DataInputStream in = new DataInputStream(new ByteArrayInputStream(each));
      GenAiSpan span = GenAiSpan.restored(in);
      spansOfTrace.take(span);
      if (in.available() > 0) {
        ends.putIfAbsent(span.spanId(), in.readLong());
      }
    }
    untold.clear();
    long untilNanos =
        untilMillis > Long.MAX_VALUE / 1_000_000 ? Long.MAX_VALUE : untilMillis * 1_000_000;
    Map<String, List<GenAiSpan>> runs =
        isOver
            ? spansOfTrace.all(traceId)
            : spansOfTrace.until(
                traceId,
                span -> {
                  Long ended = ends.get(span.spanId());
                  return ended == null ? span.endNanos() <= untilNanos : ended <= untilMillis;
                });
    runs.forEach(
        (run, told) -> {
          boolean isEnd = isOver && spansOfTrace.endsWith(traceId, run);
          if (isEnd || !told.isEmpty()) {
            out.collect(new Addressed(run, "", new Spans(told, isEnd)).at(run, time));
          }
        });
    long left = 0;
    if (!isOver) {
      tree.update(Entry.bytes(to -> save(spansOfTrace, to)));
      for (GenAiSpan each : spansOfTrace.untold()) {
        Long ended = ends.get(each.spanId());
        byte[] span = Entry.bytes(to -> save(each, ended, to));
        untold.add(span);
        left += span.length;
      }
    }
    return left;
  }

  /** With the time at which it had ended at the latest, where its own is of the future. */
  private static void save(GenAiSpan span, @Nullable Long endedMillis, DataOutputStream out)
      throws IOException {
    span.save(out);
    if (endedMillis != null) {
      out.writeLong(endedMillis);
    }
  }

  private static void save(TraceTree spans, DataOutputStream out) throws IOException {
    out.writeByte(TraceTree.FORM);
    spans.save(out);
  }
}
