package io.loophalt.recordings;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.loophalt.core.policy.Intervention;
import io.loophalt.core.policy.TaskPolicy;
import io.loophalt.presets.Presets;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * Recorded runs that two language models have read, each by itself, and labelled as a careful
 * supervisor would. Clear are those that both call stuck, clean those that neither does.
 */
final class LabelledRuns {

  private static final int STUCK = 2;
  private static final int PARTS = 5;

  record Labelled(RecordedRun run, int first, int second, int stop) {
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

  private final List<Labelled> runs;

  private LabelledRuns(List<Labelled> runs) {
    this.runs = runs;
  }

  /** Those of some resources. */
  static LabelledRuns of(String labelsOfThem, List<String> resources) throws IOException {
    JsonNode labels = new ObjectMapper().readTree(TestRuns.open(labelsOfThem).readAllBytes());
    List<Labelled> runs = new ArrayList<>();
    for (String resource : resources) {
      for (JsonNode run : TestRuns.of(resource)) {
        JsonNode label = labels.path(run.path("id").asText());
        JsonNode stops = label.path("stop");
        runs.add(
            new Labelled(
                new TrajectoryReader().read(run),
                label.path("grades").path(0).asInt(),
                label.path("grades").path(1).asInt(),
                Math.min(stops.path(0).asInt(), stops.path(1).asInt())));
      }
    }
    return new LabelledRuns(runs);
  }

  LabelledRuns only(Predicate<Labelled> which) {
    return new LabelledRuns(runs.stream().filter(which).toList());
  }

  /** What a preset makes of them. */
  static final class Score {
    int clear;
    int clearHalted;
    int clearNudged;
    int clean;
    int cleanHalted;
    int cleanNudged;
    int doubtfulHalted;
    private final List<Integer> stepsToNudge = new ArrayList<>();
    final List<Integer> stepsToHalt = new ArrayList<>();

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

  Score scoreOf(String preset) {
    TaskPolicy policy = PresetPolicy.of(preset);
    Score score = new Score();
    for (Labelled each : runs) {
      score.add(each, Playback.of(each.run(), policy, Presets::create));
    }
    return score;
  }

  static String median(List<Integer> values) {
    List<Integer> sorted = values.stream().sorted().toList();
    return sorted.isEmpty() ? "-" : sorted.get(sorted.size() / 2).toString();
  }
}
