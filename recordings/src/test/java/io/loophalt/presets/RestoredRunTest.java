package io.loophalt.presets;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.loophalt.core.detect.Step;
import io.loophalt.core.policy.Ceilings;
import io.loophalt.core.policy.DetectorPolicy.Mode;
import io.loophalt.core.policy.Intervention;
import io.loophalt.core.policy.TaskPolicy;
import io.loophalt.core.run.Run;
import io.loophalt.core.run.RunEvents;
import io.loophalt.core.run.SavedRun;
import io.loophalt.core.run.Verdict;
import io.loophalt.recordings.RecordedRun.RecordedTurn;
import io.loophalt.recordings.TrajectoryReader;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.statistics.Statistics;

/** A run that is saved and restored goes on as if nothing had happened, at any point of it. */
class RestoredRunTest {

  @Provide
  Arbitrary<JsonNode> runs() {
    return RandomRuns.runs();
  }

  @Property(tries = 200)
  void aRestoredRunGivesTheVerdictsThatTheSavedOneWouldHaveGiven(
      @ForAll("runs") JsonNode recording, @ForAll @IntRange(min = 0, max = 120) int savedAfter)
      throws IOException {
    int interventions = 0;
    for (String preset : Presets.names()) {
      List<String> whole = verdicts(recording, preset, Integer.MAX_VALUE);

      assertThat(verdicts(recording, preset, savedAfter))
          .as("%s, restored after %d calls, of %s", preset, savedAfter, recording)
          .isEqualTo(whole);
      interventions += whole.stream().anyMatch(each -> !each.startsWith("NONE")) ? 1 : 0;
    }
    Statistics.label("intervened")
        .collect(interventions > 0)
        .coverage(c -> c.check(true).percentage(p -> p > 20));
  }

  @Property(tries = 100)
  void aRunThatSleepsBetweenAllCallsGivesTheVerdictsOfOneThatIsAwake(
      @ForAll("runs") JsonNode recording) throws IOException {
    for (String preset : Presets.names()) {
      Run awake = open(preset);
      Run asleep = open(preset);

      assertThat(verdictsOfSleeper(asleep, recording))
          .as("%s, of %s", preset, recording)
          .isEqualTo(verdicts(awake, recording, preset, Integer.MAX_VALUE));
      assertThat(asleep.haltReason()).isEqualTo(awake.haltReason());
      assertThat(asleep.usage().callsByTool()).isEqualTo(awake.usage().callsByTool());
      assertThat(asleep.usage().outputTokens()).isEqualTo(awake.usage().outputTokens());
    }
  }

  @Property(tries = 100)
  void runsThatTakeTurnsInGoingOnGiveTheVerdictsOfOne(
      @ForAll("runs") JsonNode recording, @ForAll @IntRange(min = 2, max = 4) int workers)
      throws IOException {
    for (String preset : Presets.names()) {
      List<Run> runs = new ArrayList<>();
      for (int i = 0; i < workers; i++) {
        runs.add(open(preset));
      }

      assertThat(verdictsInTurns(runs, recording))
          .as("%s, by %d, of %s", preset, workers, recording)
          .isEqualTo(verdicts(recording, preset, Integer.MAX_VALUE));
    }
  }

  /** Each call is judged by the next of the runs, which goes on where the one before it is. */
  private static List<String> verdictsInTurns(List<Run> runs, JsonNode recording)
      throws IOException {
    List<String> verdicts = new ArrayList<>();
    int calls = 0;
    for (RecordedTurn turn : new TrajectoryReader().read(recording).turns()) {
      note(verdicts, next(runs, calls++).beforeModelCall(0));
      note(verdicts, next(runs, calls++).turnStarted(turn.turn(), BigDecimal.ZERO, 0));
      for (Step step : turn.steps()) {
        note(verdicts, next(runs, calls++).beforeStep(step));
        Run run = next(runs, calls++);
        note(verdicts, run.afterStep(step));
        if (run.haltReason() != null) {
          assertThat(next(runs, calls).haltReason()).isEqualTo(run.haltReason());
          return verdicts;
        }
      }
    }
    return verdicts;
  }

  private static Run next(List<Run> runs, int calls) throws IOException {
    Run next = runs.get(calls % runs.size());
    if (calls > 0) {
      Run before = runs.get((calls - 1) % runs.size());
      SavedRun.goOn(next, SavedRun.save(before, new SavedRun.Header(0, 0)));
    }
    return next;
  }

  private static List<String> verdictsOfSleeper(Run run, JsonNode recording) throws IOException {
    List<String> verdicts = new ArrayList<>();
    for (RecordedTurn turn : new TrajectoryReader().read(recording).turns()) {
      run.sleep();
      note(verdicts, run.beforeModelCall(0));
      run.sleep();
      note(verdicts, run.turnStarted(turn.turn(), BigDecimal.ZERO, 0));
      for (Step step : turn.steps()) {
        run.sleep();
        note(verdicts, run.beforeStep(step));
        run.sleep();
        note(verdicts, run.afterStep(step));
        if (run.haltReason() != null) {
          return verdicts;
        }
      }
    }
    return verdicts;
  }

  private static List<String> verdicts(JsonNode recording, String preset, int savedAfter)
      throws IOException {
    return verdicts(open(preset), recording, preset, savedAfter);
  }

  private static List<String> verdicts(Run begun, JsonNode recording, String preset, int savedAfter)
      throws IOException {
    Run run = begun;
    List<String> verdicts = new ArrayList<>();
    int calls = 0;
    for (RecordedTurn turn : new TrajectoryReader().read(recording).turns()) {
      run = calls++ == savedAfter ? restored(run, preset) : run;
      note(verdicts, run.beforeModelCall(0));
      run = calls++ == savedAfter ? restored(run, preset) : run;
      note(verdicts, run.turnStarted(turn.turn(), BigDecimal.ZERO, 0));
      for (Step step : turn.steps()) {
        run = calls++ == savedAfter ? restored(run, preset) : run;
        note(verdicts, run.beforeStep(step));
        run = calls++ == savedAfter ? restored(run, preset) : run;
        note(verdicts, run.afterStep(step));
        if (run.haltReason() != null) {
          return verdicts;
        }
      }
    }
    return verdicts;
  }

  private static Run restored(Run run, String preset) throws IOException {
    Run restored = open(preset);
    SavedRun.restore(restored, SavedRun.save(run, new SavedRun.Header(0, 0)));
    return restored;
  }

  private static void note(List<String> verdicts, Verdict verdict) {
    verdicts.add(
        verdict.intervention() == Intervention.NONE
            ? "NONE"
            : verdict.intervention() + verdict.message());
  }

  private static Run open(String preset) {
    Preset conditions = Presets.named(preset);
    TaskPolicy policy =
        new TaskPolicy(
            "*",
            preset,
            conditions.detectors(),
            Map.of(),
            Ceilings.NONE,
            List.of(),
            TaskPolicy.OnHalt.THROW);
    return new Run("run", "task", policy, Presets::create, Mode.ACT, null, RunEvents.NONE);
  }
}
