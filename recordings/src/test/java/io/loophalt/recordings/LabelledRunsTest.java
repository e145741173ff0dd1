package io.loophalt.recordings;

import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.presets.Presets;
import java.io.IOException;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * The presets on 211 recorded runs that two language models have read, each by itself, and labelled
 * as a careful supervisor would. Clear are those that both call stuck, clean those that neither
 * does. A fifth of the runs, by a hash of the id, was kept out of sight while the rules were
 * settled.
 */
class LabelledRunsTest {

  // As measured when the rules were settled: of 65 clear and 130 clean runs; held out, of 13 and
  // 22.
  private static final int CLEAR_HALTED = 55;
  private static final int CLEAN_NUDGED = 4;
  private static final int CLEAR_HALTED_OF_THOSE_HELD_OUT = 12;
  private static final int MEDIAN_STEPS_FROM_STOP_TO_HALT = 1;

  private static LabelledRuns runs;

  @BeforeAll
  static void readTheRuns() throws IOException {
    runs = LabelledRuns.of("/trajectories/labels.json", TestRuns.RECORDED);
  }

  @Test
  void noRunIsHaltedThatBothReadingsCallClean() {
    assertThat(runs.scoreOf("standard").cleanHalted).isZero();
  }

  @Test
  void fewRunsAreNudgedThatBothReadingsCallClean() {
    assertThat(runs.scoreOf("standard").cleanNudged).isLessThanOrEqualTo(CLEAN_NUDGED);
  }

  @Test
  void mostRunsAreHaltedThatBothReadingsCallStuck() {
    LabelledRuns.Score score = runs.scoreOf("standard");

    assertThat(score.clearHalted).isGreaterThanOrEqualTo(CLEAR_HALTED);
    assertThat(Integer.parseInt(LabelledRuns.median(score.stepsToHalt)))
        .as("steps from where a reader said stop to the halt")
        .isLessThanOrEqualTo(MEDIAN_STEPS_FROM_STOP_TO_HALT);
  }

  @Test
  void thoseThatWereHeldOutAreJudgedAlike() {
    LabelledRuns.Score score = runs.only(LabelledRuns.Labelled::isHeldOut).scoreOf("standard");

    assertThat(score.cleanHalted).isZero();
    assertThat(score.clearHalted).isGreaterThanOrEqualTo(CLEAR_HALTED_OF_THOSE_HELD_OUT);
  }

  @Test
  void allPresetsArePrintedSideBySide() {
    StringBuilder table =
        new StringBuilder(
            String.format(
                "%-14s%11s%9s%16s%8s%10s%10s%10s%n",
                "preset",
                "clear",
                "nudged",
                "clean halted",
                "nudged",
                "doubtful",
                "to nudge",
                "to halt"));
    for (String preset : Presets.names()) {
      table.append(runs.scoreOf(preset).row(preset));
    }
    System.out.println(table);
    assertThat(table).contains("standard@1");
  }
}
