package io.loophalt.fleet;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.apache.flink.api.common.eventtime.Watermark;
import org.apache.flink.api.common.eventtime.WatermarkGenerator;
import org.apache.flink.api.common.eventtime.WatermarkGeneratorSupplier;
import org.apache.flink.api.common.eventtime.WatermarkOutput;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.jspecify.annotations.Nullable;

/**
 * The time of the traces: it follows the latest of them by as much as they may be out of order.
 * When a source has brought nothing for long, it holds up nobody any more. If all are silent, time
 * goes on by the clock of the machine, so that the last trace of the evening is judged in the
 * evening. A source that never had one holds up nobody for longer than a minute.
 *
 * <p>A partition of Kafka is a source of its own. One that has had its last span long ago must not
 * hold up those that go on: by the clock alone its time would stay as far behind as it is.
 *
 * <p>Nothing has ended in the future. A span that says so, because a clock is wrong, does not take
 * the time along: nothing else would be judged until then.
 */
final class TraceTime implements WatermarkGenerator<Entry> {

  /** How long a source may have nothing at all before the others go on without it. */
  private static final long NEVER_HEARD_NANOS = TimeUnit.SECONDS.toNanos(60);

  private final long latenessMillis;
  private final long silenceNanos;
  private final LongSupplier nanos;
  private final LongSupplier millis;
  private final Task task;
  private long latest = Long.MIN_VALUE;
  private long heardAt;
  private boolean stepsAside;

  /**
   * A source's.
   *
   * @param nanos by what silence is measured
   * @param millis the machine's clock, since the epoch
   * @param task shared by the sources of one task
   */
  TraceTime(
      Duration lateness, Duration silence, LongSupplier nanos, LongSupplier millis, Task task) {
    this.latenessMillis = lateness.toMillis();
    this.silenceNanos = silence.toNanos();
    this.nanos = nanos;
    this.millis = millis;
    this.task = task;
    this.heardAt = nanos.getAsLong();
  }

  /** What the sources know of each other that one task reads. Not thread-safe, as they are not. */
  static final class Task {
    private @Nullable TraceTime furthest;
  }

  /**
   * For streams that do not end.
   *
   * @param lateness how far entries may be out of order
   * @param silence a source that has brought nothing for so long is believed to have nothing, and
   *     not to be held up
   */
  static WatermarkStrategy<Entry> strategy(Duration lateness, Duration silence) {
    return WatermarkStrategy.<Entry>forGenerator(new OfTask(lateness, silence))
        .withTimestampAssigner((entry, unused) -> entry.time());
  }

  /** Each task has its own copy. */
  private static final class OfTask implements WatermarkGeneratorSupplier<Entry> {

    private static final long serialVersionUID = 1L;

    private final Duration lateness;
    private final Duration silence;
    private transient @Nullable Task task;

    OfTask(Duration lateness, Duration silence) {
      this.lateness = lateness;
      this.silence = silence;
    }

    @Override
    public WatermarkGenerator<Entry> createWatermarkGenerator(Context context) {
      Task known = task;
      if (known == null) {
        known = new Task();
        task = known;
      }
      // It stands still while what comes after the source holds it up: that is no silence.
      return new TraceTime(
          lateness,
          silence,
          context.getInputActivityClock()::relativeTimeNanos,
          System::currentTimeMillis,
          known);
    }
  }

  @Override
  public void onEvent(Entry entry, long time, WatermarkOutput output) {
    heardAt = nanos.getAsLong();
    stepsAside = false;
    latest = Math.max(latest, Math.min(time, millis.getAsLong()));
    TraceTime furthest = task.furthest;
    if (furthest == null || furthest.latest < latest) {
      task.furthest = this;
    }
  }

  @Override
  public void onPeriodicEmit(WatermarkOutput output) {
    long silent = nanos.getAsLong() - heardAt;
    if (latest == Long.MIN_VALUE) {
      if (silent > NEVER_HEARD_NANOS) {
        output.markIdle();
      }
      return;
    }
    if (silent > silenceNanos && (task.furthest != this || stepsAside)) {
      output.markIdle();
      stepsAside = false;
      return;
    }
    // By turns it steps aside and says its time. Flink waits for nobody who comes back from that
    // and is behind: so the other tasks go on, and if they are silent too, it is this one.
    stepsAside = silent > silenceNanos;
    long beyond = TimeUnit.NANOSECONDS.toMillis(Math.max(0, silent - silenceNanos));
    output.emitWatermark(new Watermark(latest + beyond - latenessMillis - 1));
  }
}
