package io.loophalt.recordings;

import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.recordings.LabelledRuns.Score;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * The standard preset on 120 recorded runs that nobody had looked at when its rules were written,
 * two thirds of them from the quarter of their source that repeats itself most. One of the clean
 * ones was halted when they came, and is left alone since; for nothing else in them was anything
 * changed.
 */
class FreshRunsTest {

  // Of 45 clear and 67 clean ones.
  private static final int CLEAR_HALTED = 38;
  private static final int CLEAN_NUDGED = 2;
  private static final int MEDIAN_STEPS_FROM_STOP_TO_HALT = 0;

  private static Score score;

  @BeforeAll
  static void judgeTheRuns() throws IOException {
    score =
        LabelledRuns.of("/trajectories/fresh-labels.json", List.of("/trajectories/fresh.jsonl.gz"))
            .scoreOf("standard");
  }

  @Test
  void noneIsHaltedThatBothReadingsCallCleanAndFewAreNudged() {
    assertThat(score.clean).isEqualTo(67);
    assertThat(score.cleanHalted).isZero();
    assertThat(score.cleanNudged).isLessThanOrEqualTo(CLEAN_NUDGED);
  }

  @Test
  void mostAreHaltedThatBothReadingsCallStuck() {
    assertThat(score.clear).isEqualTo(45);
    assertThat(score.clearHalted).isGreaterThanOrEqualTo(CLEAR_HALTED);
    assertThat(Integer.parseInt(LabelledRuns.median(score.stepsToHalt)))
        .as("steps from where a reader said stop to the halt")
        .isLessThanOrEqualTo(MEDIAN_STEPS_FROM_STOP_TO_HALT);
  }
}
