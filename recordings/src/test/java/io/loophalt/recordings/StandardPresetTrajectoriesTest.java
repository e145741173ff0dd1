package io.loophalt.recordings;

import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.core.detect.Step;
import io.loophalt.core.policy.Intervention;
import io.loophalt.core.policy.TaskPolicy;
import io.loophalt.presets.Presets;
import io.loophalt.recordings.RecordedRun.RecordedTurn;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What the presets do to 155 recorded runs of real agents. */
class StandardPresetTrajectoriesTest {

  /** Steps after the halt in runs without success, measured when the ladders were settled. */
  private static final int STEPS_SAVED = 113;

  /** Successful runs that are nudged without being stopped, as measured then. */
  private static final int SUCCESSES_NUDGED = 4;

  private static final List<RecordedRun> RUNS = new ArrayList<>();

  /** Steps from the first wasted repeat to the nudge and to the halt, as measured then. */
  private static final int STEPS_TO_NUDGE = 2;

  private static final int STEPS_TO_HALT = 4;

  /** How far before a halt the repeats that led to it may lie: the longest window of a preset. */
  private static final int WINDOW = 20;

  /**
   * What a preset did to the runs. Delays are of the runs that were halted, in steps from the first
   * wasted repeat of the latest {@link #WINDOW} steps.
   */
  record Total(
      int fired,
      int halted,
      int haltedSuccesses,
      int nudgedSuccesses,
      int savedOnFailures,
      long tokensSavedOnFailures,
      int haltsWithoutWarning,
      List<Integer> delaysToNudge,
      List<Integer> delaysToHalt) {}

  @BeforeAll
  static void readTheRuns() throws IOException {
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(
                new GZIPInputStream(
                    Objects.requireNonNull(
                        StandardPresetTrajectoriesTest.class.getResourceAsStream(
                            "/trajectories/sample.jsonl.gz"))),
                StandardCharsets.UTF_8))) {
      TrajectoryReader reader = new TrajectoryReader();
      Iterator<String> each = lines.lines().iterator();
      while (each.hasNext()) {
        RUNS.add(reader.read(each.next()));
      }
    }
  }

  @Test
  void noSuccessfulRunIsHalted() {
    assertThat(totalOf("standard").haltedSuccesses()).as("successful runs halted").isZero();
  }

  @Test
  void fewSuccessfulRunsAreNudged() {
    assertThat(totalOf("standard").nudgedSuccesses())
        .as("successful runs nudged")
        .isLessThanOrEqualTo(SUCCESSES_NUDGED);
  }

  @Test
  void theStepsSavedOnFailedRunsDoNotShrink() {
    assertThat(totalOf("standard").savedOnFailures())
        .as("steps of failed runs after the halt")
        .isGreaterThanOrEqualTo(STEPS_SAVED);
  }

  @Test
  void halfOfTheHaltsComeWithinFewStepsOfTheFirstWastedRepeat() {
    Total total = totalOf("standard");

    assertThat(median(total.delaysToNudge()))
        .as("to the nudge")
        .isLessThanOrEqualTo(STEPS_TO_NUDGE);
    assertThat(median(total.delaysToHalt())).as("to the halt").isLessThanOrEqualTo(STEPS_TO_HALT);
  }

  @Test
  void everyHaltIsAtLeastTwoTurnsAfterANudge() {
    assertThat(totalOf("standard").haltsWithoutWarning()).isZero();
  }

  @Test
  void allPresetsArePrintedSideBySide() {
    StringBuilder table =
        new StringBuilder(
            String.format(
                "%-14s%7s%8s%13s%18s%13s%14s%10s%9s%n",
                "preset",
                "fired",
                "halted",
                "false halts",
                "successes nudged",
                "steps saved",
                "tokens saved",
                "to nudge",
                "to halt"));
    for (String preset : Presets.names()) {
      Total total = totalOf(preset);
      table.append(
          String.format(
              "%-14s%7d%8d%13d%18d%13d%14d%10d%9d%n",
              preset,
              total.fired(),
              total.halted(),
              total.haltedSuccesses(),
              total.nudgedSuccesses(),
              total.savedOnFailures(),
              total.tokensSavedOnFailures(),
              median(total.delaysToNudge()),
              median(total.delaysToHalt())));
    }
    System.out.println(table);
    assertThat(table).contains("standard");
  }

  private static Total totalOf(String preset) {
    TaskPolicy policy = PresetPolicy.of(preset);
    int fired = 0;
    int halted = 0;
    int haltedSuccesses = 0;
    int nudgedSuccesses = 0;
    int saved = 0;
    long tokens = 0;
    int unwarned = 0;
    List<Integer> toNudge = new ArrayList<>();
    List<Integer> toHalt = new ArrayList<>();
    for (RecordedRun run : RUNS) {
      Playback.Outcome outcome = Playback.of(run, policy, Presets::create);
      boolean success = Boolean.TRUE.equals(run.outcome());
      Integer nudgedAt = outcome.first(Intervention.NUDGE);
      Integer haltedAt = outcome.haltedAt();
      fired += outcome.findings().isEmpty() ? 0 : 1;
      if (haltedAt != null) {
        halted++;
        haltedSuccesses += success ? 1 : 0;
        saved += success ? 0 : run.entries() - 1 - haltedAt;
        tokens += success ? 0 : outcome.tokensAfterHalt();
        unwarned += nudgedAt == null || haltedAt - nudgedAt < 2 ? 1 : 0;
        int wasted = firstWastedRepeat(run, haltedAt);
        if (wasted >= 0) {
          toHalt.add(haltedAt - wasted);
        }
        if (wasted >= 0 && nudgedAt != null) {
          toNudge.add(nudgedAt - wasted);
        }
      }
      nudgedSuccesses += success && nudgedAt != null ? 1 : 0;
    }
    return new Total(
        fired, halted, haltedSuccesses, nudgedSuccesses, saved, tokens, unwarned, toNudge, toHalt);
  }

  /**
   * The position of the first step that only repeats, in the latest {@link #WINDOW} steps before a
   * halt: a call that was made before with the same outcome, or a failure of the tool that was seen
   * before. -1 if there is none, as where idle turns were counted.
   */
  private static int firstWastedRepeat(RecordedRun run, int haltedAt) {
    Set<List<Object>> seen = new HashSet<>();
    int first = -1;
    for (RecordedTurn turn : run.turns()) {
      for (int i = 0; i < turn.steps().size(); i++) {
        Step step = turn.steps().get(i);
        int position = turn.firstPosition() + i;
        if (position > haltedAt) {
          return first;
        }
        long failure = step.failure();
        boolean repeated =
            !seen.add(List.of(step.action(), failure == Step.ABSENT ? step.result() : failure));
        if (failure != Step.ABSENT) {
          repeated |= !seen.add(List.of(step.tool(), failure));
        }
        if (repeated && first < 0 && position > haltedAt - WINDOW) {
          first = position;
        }
      }
    }
    return first;
  }

  /** The upper median; -1 of nothing. */
  private static int median(List<Integer> values) {
    List<Integer> sorted = values.stream().sorted().toList();
    return sorted.isEmpty() ? -1 : sorted.get(sorted.size() / 2);
  }
}
