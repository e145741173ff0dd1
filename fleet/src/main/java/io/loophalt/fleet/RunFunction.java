package io.loophalt.fleet;

import io.loophalt.configuration.RecordedRunSettings;
import io.loophalt.fleet.RunMessage.Addressed;
import io.loophalt.fleet.RunMessage.Spans;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
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
 * Judges one run by the engine of the live agent, in the order of the times at which things
 * happened.
 *
 * <p>What is told is kept until the watermark has passed it, then played. Between two times the run
 * is its saved form and nothing else. What comes after something later of the same run was played
 * is late: it is counted and left out, because a run that is judged in the wrong order could be
 * halted falsely.
 */
final class RunFunction extends KeyedProcessFunction<String, Entry, Line> {

  private static final long serialVersionUID = 1L;

  /** The name of the count of runs whose end was told. */
  static final String RUNS = "runs";

  private static final byte OLDEST_FORM = 1;

  private final JudgingSettings settings;
  private final Pace pace;

  private transient RecordedRunSettings judged;
  private transient Announcements announcements;
  private transient ListState<byte[]> pending;
  private transient ValueState<byte[]> saved;
  private transient LongCounter lateEntries;
  private transient LongCounter runs;
  private transient SpanCounters spans;
  private transient LongCounter brokenOff;
  private transient LongCounter begunAnew;

  /** The run at hand where one key comes after the other; null before its first entry. */
  private transient @Nullable JudgedRun current;

  RunFunction(JudgingSettings settings, Pace pace) {
    this.settings = settings;
    this.pace = pace;
  }

  @Override
  public void open(OpenContext context) {
    judged = settings.open();
    announcements = settings.announcements();
    var bytes = PrimitiveArrayTypeInfo.BYTE_PRIMITIVE_ARRAY_TYPE_INFO;
    ListStateDescriptor<byte[]> ofPending = new ListStateDescriptor<>("pending", bytes);
    ValueStateDescriptor<byte[]> ofRun = new ValueStateDescriptor<>("run", bytes);
    RunState.expire(pace, ofPending, ofRun);
    pending = getRuntimeContext().getListState(ofPending);
    saved = getRuntimeContext().getState(ofRun);
    lateEntries = RunState.counted(getRuntimeContext(), "late_entries");
    runs = RunState.counted(getRuntimeContext(), RUNS);
    spans = new SpanCounters(getRuntimeContext());
    brokenOff = RunState.counted(getRuntimeContext(), "runs_broken_off");
    begunAnew = RunState.counted(getRuntimeContext(), "runs_begun_anew");
  }

  @Override
  public void processElement(Entry entry, Context context, Collector<Line> out) throws Exception {
    if (pace.sorted()) {
      playNow(entry, context, out);
      return;
    }
    pending.add(
        Entry.bytes(
            to -> {
              to.writeLong(entry.time());
              to.write(entry.content());
            }));
    // Not a moment later: the time of the traces may stay where it is for long.
    context.timerService().registerEventTimeTimer(entry.time());
  }

  private void playNow(Entry entry, Context context, Collector<Line> out) throws IOException {
    JudgedRun run = current;
    if (run == null) {
      run = JudgedRun.begun(Addressed.of(entry), judged, settings, announcements);
      current = run;
      context.timerService().registerEventTimeTimer(Long.MAX_VALUE);
    }
    run.play(entry, out);
    if (run.isOver()) {
      runs.add(1);
    }
  }

  @Override
  public void onTimer(long timestamp, OnTimerContext context, Collector<Line> out)
      throws Exception {
    if (pace.sorted()) {
      finish(Objects.requireNonNull(current), out);
      current = null;
      return;
    }
    long now = context.timerService().currentWatermark();
    List<Entry> due = takeDue(context.getCurrentKey(), now);
    byte @Nullable [] state = saved.value();
    JudgedRun run =
        state == null
            ? null
            : JudgedRun.restored(
                RunState.opened(state, OLDEST_FORM, JudgedRun.FORM, "the run"),
                state[0],
                judged,
                settings,
                announcements,
                () -> begunAnew.add(1));
    for (Entry entry : due) {
      if (run != null && wasSilentBefore(entry, run)) {
        finish(run, out); // Although the watermark may have passed both in one step.
        run = null;
      }
      if (run == null) {
        run = JudgedRun.begun(Addressed.of(entry), judged, settings, announcements);
      }
      if (run.isOver() || entry.time() < run.lastMillis()) {
        lateEntries.add(1);
      } else {
        run.play(entry, out);
      }
    }
    if (run == null) {
      return;
    }
    long idleAt = pace.idleAfter(run.lastMillis());
    if (run.isOver() || now >= idleAt) {
      finish(run, out);
      saved.clear();
    } else {
      spans.add(run.spans());
      JudgedRun goesOn = run;
      saved.update(
          Entry.bytes(
              to -> {
                to.writeByte(JudgedRun.FORM);
                goesOn.save(to);
              }));
      context.timerService().registerEventTimeTimer(idleAt);
    }
  }

  /** Whether the run was over by silence when an entry was told. */
  private boolean wasSilentBefore(Entry entry, JudgedRun run) throws IOException {
    long idleAt = pace.idleAfter(run.lastMillis());
    if (entry.time() < idleAt) {
      return false;
    }
    if (!(Addressed.of(entry).message() instanceof Spans some)) {
      return true;
    }
    // What is judged early is told when the watermark has come so far, which may be long after.
    long early = pace.judgeAfter().toMillis();
    return !some.spans().isEmpty()
        && (early == 0
            || some.spans().stream()
                .allMatch(each -> each.endNanos() / 1_000_000 + early >= idleAt));
  }

  private void finish(JudgedRun run, Collector<Line> out) {
    spans.add(run.spans());
    if (run.isOver() && pace.sorted()) {
      return;
    }
    if (run.isOver() || run.endByItself(out)) {
      runs.add(1);
    } else {
      brokenOff.add(1);
    }
  }

  /** What the watermark has passed, in order; the rest waits. */
  private List<Entry> takeDue(String key, long now) throws Exception {
    List<Entry> due = new ArrayList<>();
    List<byte[]> left = new ArrayList<>();
    for (byte[] each : pending.get()) {
      DataInputStream in = new DataInputStream(new ByteArrayInputStream(each));
      long time = in.readLong();
      if (time <= now) {
        due.add(new Entry(key, time, in.readAllBytes()));
      } else {
        left.add(each);
      }
    }
    if (!due.isEmpty()) {
      pending.update(left);
    }
    due.sort(Comparator.comparingLong(Entry::time));
    return due;
  }
}
