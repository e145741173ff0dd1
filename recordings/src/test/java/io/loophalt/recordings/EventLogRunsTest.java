package io.loophalt.recordings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.loophalt.Effect;
import io.loophalt.core.detect.Finding;
import io.loophalt.core.detect.RecordedCall;
import io.loophalt.core.detect.Step;
import io.loophalt.core.detect.Turn;
import io.loophalt.core.event.EventSinks;
import io.loophalt.core.event.JvmName;
import io.loophalt.core.event.RunEnded;
import io.loophalt.core.event.RungReached;
import io.loophalt.core.fingerprint.DigestKey;
import io.loophalt.core.policy.Ceilings;
import io.loophalt.core.policy.DetectorPolicy.Mode;
import io.loophalt.core.policy.Intervention;
import io.loophalt.core.policy.TaskPolicy;
import io.loophalt.core.run.Run;
import io.loophalt.core.run.RunEvents;
import io.loophalt.presets.Presets;
import io.loophalt.recordings.format.RecordingReader;
import java.io.IOException;
import java.io.InputStream;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.assertj.core.groups.Tuple;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Which events of a log are of one run, and that it is judged as it was when it was written. */
class EventLogRunsTest {

  /** A way in which an application lets its run begin again from zero. */
  private enum Forgetting {
    PROGRESS_BETWEEN_CALLS,
    PROGRESS_IN_A_CALL,
    RESET_BETWEEN_CALLS,
    RESET_IN_A_CALL;

    boolean inCall() {
      return this == PROGRESS_IN_A_CALL || this == RESET_IN_A_CALL;
    }

    void tell(Run run) {
      if (this == RESET_BETWEEN_CALLS || this == RESET_IN_A_CALL) {
        run.reset();
      } else {
        run.progress();
      }
    }
  }

  private final Path log;

  EventLogRunsTest(@TempDir Path directory) {
    this.log = directory.resolve("events.jsonl");
  }

  @Test
  void theFirstRunsOfSeveralJvmsOneAfterTheOtherAreSeveralRuns() throws IOException {
    for (int jvm = 0; jvm < 3; jvm++) {
      try (WrittenLog sink = open()) {
        Run run = run(sink);
        step(run, "look");
        step(run, "look");
      }
    }

    assertThat(replayed())
        .extracting(RunReport::entries, RunReport::nudgedAt)
        .containsExactly(tuple(2, null), tuple(2, null), tuple(2, null));
  }

  @Test
  void theRunsOfJvmsThatWriteAtTheSameTimeAreToldApart() throws IOException {
    try (WrittenLog one = open();
        WrittenLog other = open()) {
      Run busy = run(one);
      Run stuck = run(other);
      for (int i = 0; i < 6; i++) {
        step(busy, "look " + i);
        step(stuck, "look");
      }
      busy.end();
      stuck.end();
    }

    assertThat(replayed())
        .extracting(RunReport::entries, RunReport::haltedAt)
        .containsExactlyInAnyOrder(tuple(6, null), tuple(6, 4));
  }

  @Test
  void aRunThatCountsItsStepsAnewIsAnotherOneWhereTheLogDoesNotNameTheJvm() throws IOException {
    for (int jvm = 0; jvm < 3; jvm++) {
      try (WrittenLog sink = open()) {
        Run run = run(sink);
        step(run, "look");
        step(run, "look");
      }
    }
    forgetJvms();

    assertThat(replayed())
        .extracting(RunReport::entries, RunReport::nudgedAt)
        .containsExactly(tuple(2, null), tuple(2, null), tuple(2, null));
  }

  @Test
  void aRunWhoseDigestsAreUnderTwoKeysIsRefusedByTheNamesOfBoth() throws IOException {
    try (WrittenLog sink = open()) {
      Run run = run(sink);
      step(run, "look");
      step(run, "look");
    }
    String own = DigestKey.current().name();
    String[] lines = Files.readString(log).split("\n", -1);
    int last = lines.length - 2;
    assertThat(lines[last]).contains("\"digests\":\"" + own + "\"");
    lines[last] = lines[last].replace(own, "siphash-2-4/1:00c0ffee");
    Files.writeString(log, String.join("\n", lines));

    assertThatThrownBy(this::replayed)
        .hasMessageContaining("are under the key " + own)
        .hasMessageContaining("from here on under siphash-2-4/1:00c0ffee");
  }

  @Test
  void noDigestOfTheEngineStandsInTheLog() throws IOException {
    try (WrittenLog sink = open()) {
      step(run(sink), "look");
    }
    String action = String.format("%016x", call("look").action());

    assertThat(Files.readString(log)).contains("\"action\":").doesNotContain(action);
  }

  @Test
  void theAnswerThatAsksForTheFirstStepOfTheNextRunIsOfThatRun() throws IOException {
    for (int jvm = 0; jvm < 2; jvm++) {
      try (WrittenLog sink = open()) {
        Run run = run(sink);
        answer(run, 1);
        step(run, "look");
      }
    }
    forgetJvms();

    assertThat(replayed())
        .extracting(RunReport::entries, RunReport::tokensTotal)
        .containsExactly(tuple(1, 11L), tuple(1, 11L));
  }

  @Test
  void aRunThatCountsItsTurnsAnewIsAnotherOne() throws IOException {
    for (int jvm = 0; jvm < 2; jvm++) {
      try (WrittenLog sink = open()) {
        Run run = run(sink);
        answer(run, 0);
        answer(run, 0);
      }
    }
    forgetJvms();

    assertThat(replayed()).extracting(RunReport::entries).containsExactly(2, 2);
  }

  @Test
  void callsOfOneTurnThatEndInAnotherOrderAreOfOneRun() throws IOException {
    try (WrittenLog sink = open()) {
      Run run = run(sink);
      answer(run, 3);
      List<Step> calls = List.of(call("a"), call("b"), call("c"));
      calls.forEach(run::beforeStep);
      for (int i = calls.size() - 1; i >= 0; i--) {
        run.afterStep(calls.get(i));
      }
    }
    forgetJvms();

    assertThat(replayed()).extracting(RunReport::entries).containsExactly(3);
  }

  @Test
  void theCallsOfAStreamedAnswerAreOfItsTurnWhenTheyEndBeforeIt() throws IOException {
    try (WrittenLog sink = open()) {
      Run run = run(sink);
      run.turnIsComing();
      step(run, "a");
      answer(run, 2);
      step(run, "b");
    }
    List<Turn> turns = new ArrayList<>();
    List<Integer> steps = new ArrayList<>();
    read(
        new RunSink() {
          @Override
          public OpenRun begin(String id, String task) {
            return new OpenRun() {
              @Override
              public void turn(RecordedRun.RecordedTurn turn) {
                turns.add(turn.turn());
                steps.add(turn.steps().size());
              }

              @Override
              public void named(String id) {}

              @Override
              public void end(@Nullable Boolean outcome) {}
            };
          }

          @Override
          public void judged(RunReport report) {
            throw new AssertionError("not anew: " + report);
          }
        });

    assertThat(steps).as("steps of each turn").containsExactly(2);
    assertThat(turns).extracting(Turn::outputTokens).containsExactly(1L);
  }

  @ParameterizedTest
  @EnumSource
  void aRunThatWasSparedByItsApplicationIsSparedByReplay(Forgetting forgetting) throws IOException {
    Judged live = live("standard", forgetting, 2);

    RunReport again = replayed("standard").get(0);

    assertThat(live.haltedAtStep).as("live").isNull();
    assertThat(again.haltedAt()).as("replayed: %s", again).isNull();
  }

  static Set<String> presets() {
    return Presets.names();
  }

  @ParameterizedTest
  @MethodSource("presets")
  void everyPresetFindsInTheLogWhatItFoundLive(String preset) throws IOException {
    for (Forgetting forgetting : Forgetting.values()) {
      for (int calls = 0; calls <= 2; calls++) {
        Files.deleteIfExists(log);
        Judged live = live(preset, forgetting, calls);

        RunReport again = replayed(preset).get(0);

        assertThat(again.findings())
            .as("%s with %s, %d calls an answer", preset, forgetting, calls)
            .extracting(
                RunReport.Found::turn,
                RunReport.Found::detector,
                RunReport.Found::count,
                RunReport.Found::intervention)
            .containsExactlyElementsOf(live.findings);
      }
    }
  }

  @Test
  void aResetInTheVeryFirstCallForgetsThatCallInReplayToo() throws IOException {
    int made = 0;
    try (WrittenLog sink = open()) {
      Run run = run(new RunEvents(sink, Clock.systemUTC(), true), "standard");
      while (run.haltReason() == null && made < 12) {
        Step call = call("look");
        run.beforeStep(call);
        if (made == 0) {
          run.reset();
        }
        run.afterStep(call);
        made++;
      }
    }

    assertThat(made).as("calls until the halt, the forgotten one included").isEqualTo(6);
    assertThat(replayed().get(0).haltedAt()).isEqualTo(made - 1);
  }

  @Test
  void aResetIsToldWithoutStepsToo() throws IOException {
    try (WrittenLog sink = open()) {
      Run run = run(new RunEvents(sink, Clock.systemUTC(), false), "standard");
      step(run, "look");
      run.progress();
      run.reset();
      run.end();
    }

    assertThat(Files.readAllLines(log))
        .satisfiesExactly(
            reset -> assertThat(reset).startsWith("{\"event\":\"reset\"").endsWith("\"step\":0}"),
            end -> assertThat(end).startsWith("{\"event\":\"run_end\""));
    assertThat(replayed()).singleElement().extracting(RunReport::anew).isEqualTo(false);
  }

  /** What was found when the run was live. */
  private static final class Judged {
    final List<Tuple> findings = new ArrayList<>();
    @Nullable Long haltedAtStep;
  }

  /**
   * Lets a run make one call again and again, twelve times, and forget after every third.
   *
   * @param callsOfAnswer how many calls each answer of the model asks for; 0 if no model is seen
   */
  private Judged live(String preset, Forgetting forgetting, int callsOfAnswer) {
    Judged judged = new Judged();
    try (WrittenLog sink = open()) {
      EventSinks both = new EventSinks();
      both.add(
          event -> {
            // Its end is not told: the log is that of a run that goes on.
            if (!(event instanceof RunEnded)) {
              sink.publish(event);
            }
          });
      both.add(
          event -> {
            if (event instanceof RungReached reached) {
              Finding finding = reached.finding();
              judged.findings.add(
                  tuple(
                      (long) finding.turn(),
                      finding.detector(),
                      (long) finding.count(),
                      finding.intervention()));
              if (finding.intervention() == Intervention.HALT) {
                judged.haltedAtStep = finding.step() - 1L;
              }
            }
          });
      Run run = run(new RunEvents(both, Clock.systemUTC(), true), preset);
      for (int i = 0; i < 12 && run.haltReason() == null; i++) {
        if (callsOfAnswer > 0 && i % callsOfAnswer == 0) {
          run.beforeModelCall(0);
          answer(run, callsOfAnswer);
        }
        Step call = call("look");
        int found = judged.findings.size();
        if (run.beforeStep(call).intervention() == Intervention.HALT) {
          // What is not called is no step, and a log cannot tell what was found in it.
          judged.findings.subList(found, judged.findings.size()).clear();
          break;
        }
        if (i % 3 == 2 && forgetting.inCall() && run.haltReason() == null) {
          forgetting.tell(run);
        }
        run.afterStep(call);
        if (i % 3 == 2 && !forgetting.inCall() && run.haltReason() == null) {
          forgetting.tell(run);
        }
      }
    }
    return judged;
  }

  private WrittenLog open() {
    return WrittenLog.open(JvmName.next(), log);
  }

  private static Run run(WrittenLog sink) {
    TaskPolicy unjudged =
        new TaskPolicy(
            "*", "none", List.of(), Map.of(), Ceilings.NONE, List.of(), TaskPolicy.OnHalt.THROW);
    RunEvents events = new RunEvents(sink, Clock.systemUTC(), true);
    return new Run("run-1", "task", unjudged, Presets::create, Mode.OBSERVE, null, events);
  }

  private static Run run(RunEvents events, String preset) {
    return new Run("run-1", "task", policy(preset), Presets::create, Mode.ACT, null, events);
  }

  private static TaskPolicy policy(String preset) {
    return PresetPolicy.of(preset);
  }

  private static void answer(Run run, int toolCalls) {
    run.turnStarted(
        new Turn(run.nextTurnIndex(), toolCalls, "", "model", 10, 1, false, false),
        BigDecimal.ZERO,
        0);
  }

  private static void step(Run run, String arguments) {
    Step call = call(arguments);
    run.beforeStep(call);
    run.afterStep(call);
  }

  private static Step call(String arguments) {
    return new RecordedCall(
            "search",
            null,
            Effect.UNKNOWN,
            arguments,
            "result of " + arguments,
            null,
            null,
            List.of(),
            null,
            "",
            0,
            0)
        .step();
  }

  /** As a log that was written without saying which JVM an event is of. */
  private void forgetJvms() throws IOException {
    String all = Files.readString(log);
    assertThat(all).contains("\"jvm\":");
    Files.writeString(log, all.replaceAll("\"jvm\":\"[^\"]*\",", ""));
  }

  private List<RunReport> replayed() throws IOException {
    return replayed("standard");
  }

  private List<RunReport> replayed(String preset) throws IOException {
    List<RunReport> reports = new ArrayList<>();
    read(new Judge(task -> policy(preset), Presets::create, Playback.FREE, reports::add));
    return reports;
  }

  private void read(RunSink sink) throws IOException {
    try (InputStream in = Files.newInputStream(log)) {
      new RecordingReader(sink, new Complaining()).read("events.jsonl", in);
    }
  }
}
