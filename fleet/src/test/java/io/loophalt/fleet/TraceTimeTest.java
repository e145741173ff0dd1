package io.loophalt.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.flink.api.common.eventtime.Watermark;
import org.apache.flink.api.common.eventtime.WatermarkOutput;
import org.junit.jupiter.api.Test;

class TraceTimeTest {

  private static final long NOW_MILLIS = 1_000_000_000;

  private final AtomicLong nanos = new AtomicLong();
  private final TraceTime.Task task = new TraceTime.Task();
  private final TraceTime time = source();
  private final Told told = new Told();

  private static final class Told implements WatermarkOutput {
    long watermark = Long.MIN_VALUE;
    boolean idle;

    @Override
    public void emitWatermark(Watermark next) {
      watermark = next.getTimestamp();
      idle = false;
    }

    @Override
    public void markIdle() {
      idle = true;
    }

    @Override
    public void markActive() {
      idle = false;
    }
  }

  private TraceTime source() {
    return new TraceTime(
        Duration.ofSeconds(5), Duration.ofMinutes(1), nanos::get, () -> NOW_MILLIS, task);
  }

  private void comes(long millis) {
    time.onEvent(new Entry("trace", millis, new byte[0]), millis, told);
  }

  @Test
  void itFollowsTheLatestByTheLateness() {
    comes(60_000);
    comes(50_000);
    time.onPeriodicEmit(told);

    assertThat(told.watermark).isEqualTo(54_999);
  }

  @Test
  void itGoesOnByTheClockWhenNothingHasComeForLong() {
    comes(60_000);
    nanos.addAndGet(TimeUnit.SECONDS.toNanos(60));
    time.onPeriodicEmit(told);
    assertThat(told.watermark).isEqualTo(54_999);

    nanos.addAndGet(TimeUnit.SECONDS.toNanos(30));
    time.onPeriodicEmit(told);

    assertThat(told.watermark).isEqualTo(84_999);
    assertThat(told.idle).isFalse();
  }

  @Test
  void aSourceThatNeverHadAnythingHoldsUpNobody() {
    time.onPeriodicEmit(told);
    assertThat(told.idle).isFalse();

    nanos.addAndGet(TimeUnit.SECONDS.toNanos(61));
    time.onPeriodicEmit(told);

    assertThat(told.idle).isTrue();
    assertThat(told.watermark).isEqualTo(Long.MIN_VALUE);
  }

  @Test
  void aSilentSourceLetsThoseOfOtherTasksOvertakeIt() {
    comes(60_000);
    nanos.addAndGet(TimeUnit.SECONDS.toNanos(90));
    time.onPeriodicEmit(told);
    assertThat(told.idle).isFalse();

    time.onPeriodicEmit(told);
    assertThat(told.idle).isTrue();

    time.onPeriodicEmit(told);
    assertThat(told.idle).isFalse();
  }

  @Test
  void aSilentSourceLeavesTheTimeToTheOneOfItsTaskThatIsFurther() {
    comes(60_000);
    TraceTime other = source();
    other.onEvent(new Entry("trace", 90_000_000, new byte[0]), 90_000_000, new Told());
    time.onPeriodicEmit(told);
    assertThat(told.idle).isFalse();

    nanos.addAndGet(TimeUnit.SECONDS.toNanos(61));
    for (int i = 0; i < 3; i++) {
      time.onPeriodicEmit(told);
      assertThat(told.idle).isTrue();
    }

    comes(60_001);
    time.onPeriodicEmit(told);
    assertThat(told.idle).isFalse();
    assertThat(told.watermark).isEqualTo(55_000);
  }

  @Test
  void aSpanOfTheFutureTakesTheTimeNoFurtherThanTheClock() {
    comes(60_000);
    comes(NOW_MILLIS + TimeUnit.DAYS.toMillis(3_650));
    time.onPeriodicEmit(told);

    assertThat(told.watermark).isEqualTo(NOW_MILLIS - 5_001);
  }
}
