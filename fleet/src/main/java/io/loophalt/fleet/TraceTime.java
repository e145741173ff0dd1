package io.loophalt.fleet;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.apache.flink.api.common.eventtime.Watermark;
import org.apache.flink.api.common.eventtime.WatermarkGenerator;
import org.apache.flink.api.common.eventtime.WatermarkOutput;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;

/**
 * The time of the traces: it follows the latest of them by as much as they may be out of order.
 * When nothing has come for long it goes on by the clock of the machine, so that the last trace of
 * the evening is judged in the evening. A source that never had one holds up nobody for longer than
 * a minute.
 */
final class TraceTime implements WatermarkGenerator<Entry> {

  /** How long a source may have nothing at all before the others go on without it. */
  private static final long NEVER_HEARD_NANOS = TimeUnit.SECONDS.toNanos(60);

  private final long latenessMillis;
  private final long silenceNanos;
  private final LongSupplier nanos;
  private long latest = Long.MIN_VALUE;
  private long heardAt;

  TraceTime(Duration lateness, Duration silence, LongSupplier nanos) {
    this.latenessMillis = lateness.toMillis();
    this.silenceNanos = silence.toNanos();
    this.nanos = nanos;
    this.heardAt = nanos.getAsLong();
  }

  /**
   * For streams that do not end.
   *
   * @param lateness how far entries may be out of order
   * @param silence a source that has brought nothing for so long is believed to have nothing, and
   *     not to be held up
   */
  static WatermarkStrategy<Entry> strategy(Duration lateness, Duration silence) {
    return WatermarkStrategy.<Entry>forGenerator(
            unused -> new TraceTime(lateness, silence, System::nanoTime))
        .withTimestampAssigner((entry, unused) -> entry.time());
  }

  @Override
  public void onEvent(Entry entry, long time, WatermarkOutput output) {
    latest = Math.max(latest, time);
    heardAt = nanos.getAsLong();
  }

  @Override
  public void onPeriodicEmit(WatermarkOutput output) {
    long silent = nanos.getAsLong() - heardAt;
    if (latest != Long.MIN_VALUE) {
      long beyond = TimeUnit.NANOSECONDS.toMillis(Math.max(0, silent - silenceNanos));
      output.emitWatermark(new Watermark(latest + beyond - latenessMillis - 1));
    } else if (silent > NEVER_HEARD_NANOS) {
      output.markIdle();
    }
  }
}
