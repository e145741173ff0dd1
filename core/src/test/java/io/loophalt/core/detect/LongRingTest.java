package io.loophalt.core.detect;

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
  void aPlaceThatIsNotFilledIsRefusedByName() {
    LongRing ring = new LongRing(3);
    ring.add(1);

    assertThatThrownBy(() -> ring.get(1))
        .isInstanceOf(IndexOutOfBoundsException.class)
        .hasMessage("age 1 in a ring that holds 1");
  }
}
