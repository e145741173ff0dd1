package io.loophalt.operations.notify;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class PaceTest {

  private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

  @Test
  void asManyAsAreAllowedInAMinuteGoAtOnceAndTheNextOneWaits() {
    Pace pace = new Pace(60, new SplittableRandom(1), 0);
    for (int i = 0; i < 60; i++) {
      assertThat(pace.take(0)).as("post %s", i).isZero();
    }

    assertThat(pace.take(0)).isEqualTo(SECOND);
    assertThat(pace.take(SECOND / 2)).isEqualTo(SECOND / 2);
    assertThat(pace.take(SECOND)).isZero();
    assertThat(pace.take(SECOND)).isPositive();
  }

  @Test
  void aPauseGivesNoMoreThanAMinutesWorth() {
    Pace pace = new Pace(3, new SplittableRandom(1), 0);
    long later = Duration.ofHours(5).toNanos();
    for (int i = 0; i < 3; i++) {
      assertThat(pace.take(later)).isZero();
    }

    assertThat(pace.take(later)).isEqualTo(20 * SECOND);
  }

  @Test
  void eachFurtherFailureWaitsTwiceAsLongUpToAMinuteAndNeverTheSame() {
    Pace pace = new Pace(60, new SplittableRandom(1), 0);
    for (int failures = 1; failures < 100; failures++) {
      long most = Math.min(60, 1L << Math.min(failures - 1, 10)) * SECOND;
      assertThat(pace.afterFailures(failures)).isBetween(most / 2, most);
    }
    assertThat(pace.afterFailures(5)).isNotEqualTo(pace.afterFailures(5));
  }
}
