package io.loophalt.recordings;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.loophalt.StopReason.Kind;
import io.loophalt.core.event.Event;
import io.loophalt.core.event.LoopSeen;
import io.loophalt.core.event.RunEnded;
import io.loophalt.core.memory.LoopHistory;
import io.loophalt.core.memory.LoopMemory;
import io.loophalt.core.memory.PastLoopDetector;
import io.loophalt.core.memory.PastLoops;
import io.loophalt.core.policy.Intervention;
import io.loophalt.core.policy.TaskPolicy;
import io.loophalt.presets.Presets;
import java.io.IOException;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * What the memory of past loops is worth on the labelled runs: each is judged knowing the loops of
 * all others of its task, and of those alone.
 */
class PastLoopsOfLabelledRunsTest {

  /** A run that knows of no other. */
  private record Alone(RecordedRun run, Playback.Outcome outcome, List<LoopSeen> seen) {}

  private record Played(
      String id, boolean clear, boolean clean, Playback.Outcome without, Playback.Outcome with) {

    static @Nullable Integer firstNudge(Playback.Outcome outcome) {
      return outcome.first(Intervention.NUDGE);
    }

    boolean isToldOfThePast() {
      return with.findings().stream()
          .anyMatch(
              each -> each.delivered() && each.finding().detector().equals(PastLoopDetector.NAME));
    }

    List<String> told() {
      return with.findings().stream()
          .filter(each -> each.finding().detector().equals(PastLoopDetector.NAME))
          .map(each -> each.finding().description())
          .toList();
    }

    /** Steps from the first nudge that it gets to the first that it gets without the memory. */
    int earlier() {
      Integer before = firstNudge(without);
      Integer now = firstNudge(with);
      if (now == null) {
        return 0;
      }
      return (before == null ? without.entries() : before) - now;
    }
  }

  /** Hears, and knows nothing. */
  private static final class Listening implements LoopMemory {
    private final List<LoopSeen> seen = new ArrayList<>();

    @Override
    public @Nullable PastLoops ofTask(String task) {
      return null;
    }

    @Override
    public int changes() {
      return 0;
    }

    @Override
    public void publish(Event event) {
      if (event instanceof LoopSeen loop) {
        seen.add(loop);
      }
    }
  }

  // As measured when the rules were settled.
  private static final int CLEAR_EARLIER = 15;
  private static final int CLEAN_TOLD = 1;

  private static final TaskPolicy STANDARD = PresetPolicy.of("standard");

  private static final List<Played> RUNS = new ArrayList<>();

  @BeforeAll
  static void playEachRunWithoutAndWithTheOthers() throws IOException {
    JsonNode labels =
        new ObjectMapper().readTree(TestRuns.open("/trajectories/labels.json").readAllBytes());
    List<RecordedRun> runs = new ArrayList<>();
    for (String resource : TestRuns.RECORDED) {
      for (JsonNode run : TestRuns.of(resource)) {
        runs.add(new TrajectoryReader().read(run));
      }
    }
    List<Alone> alone = new ArrayList<>();
    for (RecordedRun run : runs) {
      Listening listening = new Listening();
      alone.add(new Alone(run, played(run, listening), listening.seen));
    }
    for (Alone each : alone) {
      RecordedRun run = each.run;
      LoopHistory others = new LoopHistory();
      for (Alone other : alone) {
        if (other.run.task().equals(run.task()) && !other.run.id().equals(run.id())) {
          other.seen.forEach(others::publish);
          others.publish(ended(other.run));
        }
      }
      JsonNode grades = labels.path(run.id()).path("grades");
      int sum = grades.path(0).asInt() + grades.path(1).asInt();
      RUNS.add(new Played(run.id(), sum == 4, sum == 0, each.outcome, played(run, others)));
    }
  }

  private static RunEnded ended(RecordedRun run) {
    return new RunEnded(
        Instant.EPOCH,
        run.id(),
        run.task(),
        "standard@2",
        null,
        Kind.DONE,
        "",
        false,
        0,
        0,
        0,
        0,
        null,
        Duration.ZERO,
        List.of(),
        null,
        List.of(),
        RunEnded.Interventions.none());
  }

  private static Playback.Outcome played(RecordedRun run, LoopMemory memory) {
    Playback playback =
        new Playback(
            run.id(), run.task(), STANDARD, Presets::create, turn -> BigDecimal.ZERO, memory);
    run.turns().forEach(playback::turn);
    playback.end();
    return playback.outcome();
  }

  @Test
  void noRunIsHaltedAtAnotherStepThanWithoutIt() {
    assertThat(RUNS)
        .allSatisfy(
            each ->
                assertThat(each.with.haltedAt()).as(each.id).isEqualTo(each.without.haltedAt()));
  }

  @Test
  void clearLoopsAreToldOfEarlierAndFewCleanRunsAreToldOfAny() {
    List<Played> toldOf = RUNS.stream().filter(Played::isToldOfThePast).toList();
    List<Played> clear = toldOf.stream().filter(Played::clear).toList();
    List<Integer> earlier =
        clear.stream().map(Played::earlier).filter(n -> n > 0).sorted().toList();
    List<Played> clean = toldOf.stream().filter(Played::clean).toList();

    System.out.printf(
        "of %d clear runs %d are told of the past, %d of them earlier than by the preset, by %s"
            + " steps (median %d); of %d clean runs %d are told, %d of them nudged by nothing else%n",
        RUNS.stream().filter(Played::clear).count(),
        clear.size(),
        earlier.size(),
        earlier,
        earlier.get(earlier.size() / 2),
        RUNS.stream().filter(Played::clean).count(),
        clean.size(),
        clean.stream().filter(each -> Played.firstNudge(each.without) == null).count());
    for (Played each : toldOf) {
      System.out.printf(
          "%-6s %s, first nudge %s without, %s with: %s%n",
          each.clear ? "clear" : each.clean ? "clean" : "doubtful",
          each.id,
          Played.firstNudge(each.without),
          Played.firstNudge(each.with),
          each.told());
    }
    assertThat(earlier).hasSizeGreaterThanOrEqualTo(CLEAR_EARLIER);
    assertThat(clean).hasSizeLessThanOrEqualTo(CLEAN_TOLD);
  }
}
