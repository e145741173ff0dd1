package io.loophalt.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.TimeUnit;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

/** All of it lies far enough in the past that the time which a test takes changes nothing. */
class FrozenTimeTest {

  private static final int MOST = 16;

  private final FrozenTime frozen = new FrozenTime();
  private final long now = System.nanoTime();

  @Test
  void nothingIsFrozenAtFirst() {
    assertThat(frozen.millisWithin(Long.MAX_VALUE / 1_000_000)).isZero();
  }

  @Test
  void whatWasLetGoOnWasFrozenUntilThen() {
    frozen.begins(before(100), before(10));
    frozen.ends(before(70));

    assertThat(millisWithin(1_000)).isEqualTo(30_000);
  }

  @Test
  void oneThatFollowsBeforeTheLastIsOverTakesItsPlace() {
    frozen.begins(before(100), before(10));
    frozen.begins(before(60), before(20));

    assertThat(millisWithin(1_000)).as("none of it twice").isEqualTo(80_000);
  }

  @Test
  void whatWasOverBeforeIsNotCounted() {
    frozen.begins(before(1_000), before(900));
    frozen.begins(before(100), before(50));

    assertThat(millisWithin(500)).isEqualTo(50_000);
  }

  @Test
  void theLatestAreKept() {
    for (int i = 40; i > 0; i--) {
      frozen.begins(before(100L * i), before(100L * i - 1));
    }

    assertThat(millisWithin(100_000)).isEqualTo(1_000L * MOST);
  }

  @Property
  void noMoreIsFrozenThanTimeHasPassed(
      @ForAll @Size(max = 12) List<@IntRange(min = 2, max = 60) Integer> pauses,
      @ForAll @IntRange(min = 1, max = 500) int seconds) {
    FrozenTime some = new FrozenTime();
    long at = 600;
    for (int each : pauses) {
      some.begins(before(at), before(at - each));
      at -= each / 2;
    }

    assertThat(some.millisWithin(TimeUnit.SECONDS.toMillis(seconds)))
        .isBetween(0L, TimeUnit.SECONDS.toMillis(seconds));
  }

  private long millisWithin(long seconds) {
    return frozen.millisWithin(TimeUnit.SECONDS.toMillis(seconds));
  }

  private long before(long seconds) {
    return now - TimeUnit.SECONDS.toNanos(seconds);
  }
}
