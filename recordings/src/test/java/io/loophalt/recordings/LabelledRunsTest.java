package io.loophalt.recordings;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.loophalt.core.policy.Ceilings;
import io.loophalt.core.policy.Intervention;
import io.loophalt.core.policy.TaskPolicy;
import io.loophalt.core.policy.TaskPolicy.OnHalt;
import io.loophalt.presets.Presets;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * The presets on 211 recorded runs that two language models have read, each by itself, and labelled
 * as a careful supervisor would. Clear are those that both call stuck, clean those that neither
 * does. A fifth of the runs, by a hash of the id, was kept out of sight while the rules were
 * settled.
 */
class LabelledRunsTest {

  private static final int STUCK = 2;
  private static final int PARTS = 5;

  // As measured when the rules were settled: of 65 clear and 130 clean runs; held out, of 13 and
  // 22.
  private static final int CLEAR_HALTED = 55;
  private static final int CLEAN_NUDGED = 4;
  private static final int CLEAR_HALTED_OF_THOSE_HELD_OUT = 12;
  private static final int MEDIAN_STEPS_FROM_STOP_TO_HALT = 1;

  private record Labelled(RecordedRun run, int first, int second, int stop) {
    boolean isClear() {
      return first == STUCK && second == STUCK;
    }

    boolean isClean() {
      return first == 0 && second == 0;
    }

    boolean isHeldOut() {
      try {
        byte[] hash =
            MessageDigest.getInstance("SHA-256").digest(run.id().getBytes(StandardCharsets.UTF_8));
        return (hash[0] & 0xFF) % PARTS == 0;
      } catch (NoSuchAlgorithmException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  private static final List<Labelled> RUNS = new ArrayList<>();

  private static final class Score {
    private int clear;
    private int clearHalted;
    private int clearNudged;
    private int clean;
    private int cleanHalted;
    private int cleanNudged;
    private int doubtfulHalted;
    private final List<Integer> stepsToNudge = new ArrayList<>();
    private final List<Integer> stepsToHalt = new ArrayList<>();

    void add(Labelled labelled, Playback.Outcome outcome) {
      Integer halted = outcome.haltedAt();
      Integer nudged = outcome.first(Intervention.NUDGE);
      boolean any = halted != null || nudged != null;
      if (labelled.isClear()) {
        clear++;
        clearHalted += halted == null ? 0 : 1;
        clearNudged += any ? 1 : 0;
        if (halted != null) {
          stepsToHalt.add(halted - labelled.stop());
        }
        if (nudged != null) {
          stepsToNudge.add(nudged - labelled.stop());
        }
      } else if (labelled.isClean()) {
        clean++;
        cleanHalted += halted == null ? 0 : 1;
        cleanNudged += any ? 1 : 0;
      } else {
        doubtfulHalted += halted == null ? 0 : 1;
      }
    }

    String row(String preset) {
      return String.format(
          "%-14s%4d of %3d%9d%9d of %3d%8d%10d%10s%10s%n",
          preset,
          clearHalted,
          clear,
          clearNudged,
          cleanHalted,
          clean,
          cleanNudged,
          doubtfulHalted,
          median(stepsToNudge),
          median(stepsToHalt));
    }
  }

  @BeforeAll
  static void readTheRuns() throws IOException {
    JsonNode labels =
        new ObjectMapper().readTree(TestRuns.open("/trajectories/labels.json").readAllBytes());
    for (String resource : TestRuns.RECORDED) {
      for (JsonNode run : TestRuns.of(resource)) {
        JsonNode label = labels.path(run.path("id").asText());
        JsonNode stops = label.path("stop");
        RUNS.add(
            new Labelled(
                new TrajectoryReader().read(run),
                label.path("grades").path(0).asInt(),
                label.path("grades").path(1).asInt(),
                Math.min(stops.path(0).asInt(), stops.path(1).asInt())));
      }
    }
  }

  @Test
  void noRunIsHaltedThatBothReadingsCallClean() {
    assertThat(scoreOf("standard", RUNS).cleanHalted).isZero();
  }

  @Test
  void fewRunsAreNudgedThatBothReadingsCallClean() {
    assertThat(scoreOf("standard", RUNS).cleanNudged).isLessThanOrEqualTo(CLEAN_NUDGED);
  }

  @Test
  void mostRunsAreHaltedThatBothReadingsCallStuck() {
    Score score = scoreOf("standard", RUNS);

    assertThat(score.clearHalted).isGreaterThanOrEqualTo(CLEAR_HALTED);
    assertThat(Integer.parseInt(median(score.stepsToHalt)))
        .as("steps from where a reader said stop to the halt")
        .isLessThanOrEqualTo(MEDIAN_STEPS_FROM_STOP_TO_HALT);
  }

  @Test
  void thoseThatWereHeldOutAreJudgedAlike() {
    Score score = scoreOf("standard", RUNS.stream().filter(Labelled::isHeldOut).toList());

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
      table.append(scoreOf(preset, RUNS).row(preset));
    }
    System.out.println(table);
    assertThat(table).contains("standard@1");
  }

  private static Score scoreOf(String preset, List<Labelled> runs) {
    TaskPolicy policy =
        new TaskPolicy(
            "*",
            preset,
            Presets.named(preset).detectors(),
            Map.of(),
            Ceilings.NONE,
            List.of(),
            OnHalt.THROW);
    Score score = new Score();
    for (Labelled each : runs) {
      score.add(each, Playback.of(each.run(), policy, Presets::create));
    }
    return score;
  }

  private static String median(List<Integer> values) {
    List<Integer> sorted = values.stream().sorted().toList();
    return sorted.isEmpty() ? "-" : sorted.get(sorted.size() / 2).toString();
  }
}
