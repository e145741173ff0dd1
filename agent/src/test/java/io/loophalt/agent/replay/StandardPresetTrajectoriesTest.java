package io.loophalt.agent.replay;

import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.agent.detect.preset.Presets;
import io.loophalt.agent.policy.Ceilings;
import io.loophalt.agent.policy.Intervention;
import io.loophalt.agent.policy.TaskPolicy;
import io.loophalt.agent.policy.TaskPolicy.OnHalt;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What the presets do to 155 recorded runs of real agents. */
class StandardPresetTrajectoriesTest {

  /** Steps after the halt in runs without success, measured when the ladders were settled. */
  private static final int STEPS_SAVED = 122;

  /** Successful runs that are nudged without being stopped, as measured then. */
  private static final int SUCCESSES_NUDGED = 2;

  private static final List<RecordedRun> RUNS = new ArrayList<>();

  /** What a preset did to the runs. */
  record Total(
      int halted,
      int haltedSuccesses,
      int nudgedSuccesses,
      int savedOnFailures,
      int haltsWithoutWarning) {}

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
  void everyHaltIsAtLeastTwoTurnsAfterANudge() {
    assertThat(totalOf("standard").haltsWithoutWarning()).isZero();
  }

  @Test
  void allPresetsArePrintedSideBySide() {
    StringBuilder table =
        new StringBuilder(
            String.format(
                "%-14s%8s%14s%16s%18s%n",
                "preset", "halted", "false halts", "nudged success", "saved on failure"));
    for (String preset : Presets.names()) {
      Total total = totalOf(preset);
      table.append(
          String.format(
              "%-14s%8d%14d%16d%18d%n",
              preset,
              total.halted(),
              total.haltedSuccesses(),
              total.nudgedSuccesses(),
              total.savedOnFailures()));
    }
    System.out.println(table);
    assertThat(table).contains("standard");
  }

  private static Total totalOf(String preset) {
    TaskPolicy policy =
        new TaskPolicy(
            "*",
            preset,
            Presets.named(preset).detectors(),
            Map.of(),
            Ceilings.NONE,
            List.of(),
            OnHalt.THROW);
    int halted = 0;
    int haltedSuccesses = 0;
    int nudgedSuccesses = 0;
    int saved = 0;
    int unwarned = 0;
    for (RecordedRun run : RUNS) {
      Playback.Outcome outcome = Playback.of(run, policy, Presets::create);
      boolean success = Boolean.TRUE.equals(run.outcome());
      Integer nudgedAt = outcome.first(Intervention.NUDGE);
      Integer haltedAt = outcome.haltedAt();
      if (haltedAt != null) {
        halted++;
        haltedSuccesses += success ? 1 : 0;
        saved += success ? 0 : run.entries() - 1 - haltedAt;
        unwarned += nudgedAt == null || haltedAt - nudgedAt < 2 ? 1 : 0;
      }
      nudgedSuccesses += success && nudgedAt != null ? 1 : 0;
    }
    return new Total(halted, haltedSuccesses, nudgedSuccesses, saved, unwarned);
  }
}
