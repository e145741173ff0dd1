package io.loophalt.agent.detect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class LongRingTest {

  @Test
  void aFullRingForgetsTheOldest() {
    LongRing ring = new LongRing(3);
    for (long value = 1; value <= 5; value++) {
      ring.add(value);
    }

    assertThat(new long[] {ring.get(0), ring.get(1), ring.get(2)}).containsExactly(5, 4, 3);
    assertThat(ring.size()).isEqualTo(3);
  }

  @Test
  void aDigestIsLookedForAmongTheNewest() {
    LongRing ring = new LongRing(4);
    for (long value : new long[] {9, 7, 8, 7, 6}) {
      ring.add(value);
    }

    assertThat(ring.ageOf(7, 4)).as("the newest of two").isEqualTo(1);
    assertThat(ring.ageOf(8, 2)).as("older than asked for").isEqualTo(-1);
    assertThat(ring.ageOf(9, 100)).as("forgotten").isEqualTo(-1);
    assertThat(ring.containsAmong(8, 3)).isTrue();
    assertThat(ring.containsAmong(8, 2)).isFalse();
    assertThat(ring.containsAmong(8, 100)).isTrue();
    assertThat(ring.containsAmong(9, 100)).isFalse();
  }

  @Test
  void aPlaceThatIsNotFilledIsRefusedByName() {
    LongRing ring = new LongRing(3);
    ring.add(1);

    assertThatThrownBy(() -> ring.get(1))
        .isInstanceOf(IndexOutOfBoundsException.class)
        .hasMessage("age 1 in a ring that holds 1");
  }
}
