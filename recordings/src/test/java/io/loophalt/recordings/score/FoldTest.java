package io.loophalt.recordings.score;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Which runs are kept for the last check. */
class FoldTest {

  @Test
  void aboutAFifthOfTheRunsIsHeldOutAndTheOthersAreTheRest() {
    long heldOut =
        IntStream.range(0, 10_000).filter(run -> Fold.HELD_OUT.test("run-" + run)).count();

    assertThat(heldOut).isBetween(1_800L, 2_200L);
    assertThat(IntStream.range(0, 1_000).mapToObj(run -> "run-" + run))
        .allSatisfy(
            run -> {
              assertThat(Fold.REST.test(run)).as(run).isNotEqualTo(Fold.HELD_OUT.test(run));
              assertThat(Fold.ALL.test(run)).as(run).isTrue();
            });
  }

  /** As anyone can check: the first byte of the SHA-256 of "run-7" is 180, of "run-0" 144. */
  @Test
  void theFoldOfAnIdNeverChanges() {
    assertThat(Fold.HELD_OUT.test("run-7")).isTrue();
    assertThat(Fold.HELD_OUT.test("run-0")).isFalse();
  }
}
