package io.loophalt.presets;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.loophalt.core.detect.Finding;
import io.loophalt.core.policy.Ceilings;
import io.loophalt.core.policy.Intervention;
import io.loophalt.core.policy.TaskPolicy;
import io.loophalt.recordings.Playback;
import io.loophalt.recordings.TrajectoryReader;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.statistics.Statistics;

/** What must make no difference to the default preset, on random runs that repeat a lot. */
class StandardPresetPropertiesTest {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final TaskPolicy POLICY =
      new TaskPolicy(
          "*",
          "standard",
          Presets.named("standard").detectors(),
          Map.of(),
          Ceilings.NONE,
          List.of(),
          TaskPolicy.OnHalt.THROW);

  /** One model answer: its parallel calls. */
  record Answer(List<JsonNode> calls) {}

  @Provide
  Arbitrary<List<Answer>> runs() {
    Arbitrary<JsonNode> call =
        Combinators.combine(
                Arbitraries.of("shell", "edit_file", "lookup"),
                Arbitraries.of("make test", "sed -i s/a/b/ x", "cat x", "page 1", "page 2"),
                Arbitraries.of("ok", "1 failed", "2 failed", "nothing found"),
                Arbitraries.frequency(Tuple.of(3, ""), Tuple.of(1, "line 7 is bad")))
            .as(StandardPresetPropertiesTest::call);
    Arbitrary<Answer> answer =
        Arbitraries.frequencyOf(
                Tuple.of(5, call.list().ofSize(1)), Tuple.of(1, call.list().ofSize(3)))
            .map(Answer::new);
    // Phases that come back make cycles, which lone random steps hardly ever do.
    Arbitrary<List<Answer>> phase =
        Combinators.combine(
                answer.list().ofMinSize(1).ofMaxSize(3), Arbitraries.integers().between(1, 6))
            .as(
                (answers, times) ->
                    Collections.nCopies(times, answers).stream().flatMap(List::stream).toList());
    return phase
        .list()
        .ofMinSize(1)
        .ofMaxSize(5)
        .map(phases -> phases.stream().flatMap(List::stream).toList());
  }

  @Property(tries = 300)
  void theOrderOfParallelCallsMakesNoDifference(
      @ForAll("runs") List<Answer> run, @ForAll Random random) {
    List<Answer> shuffled =
        run.stream()
            .map(
                answer -> {
                  List<JsonNode> calls = new ArrayList<>(answer.calls());
                  Collections.shuffle(calls, random);
                  return new Answer(calls);
                })
            .toList();

    Playback.Outcome outcome = judged(run);
    assertThat(findings(judged(shuffled))).isEqualTo(findings(outcome));
    Statistics.label("halted")
        .collect(outcome.haltedAt() != null)
        .coverage(c -> c.check(true).percentage(p -> p > 20));
  }

  @Example
  void norDoesItWhereTwoCallsOfAToolAreWorthTheSame() {
    JsonNode passes = call("shell", "make test", "ok", "");
    JsonNode fails = call("shell", "make test", "1 failed", "");
    JsonNode failsOtherwise = call("shell", "make test", "2 failed", "");
    Answer breaks = new Answer(List.of(call("shell", "make test", "ok", "line 7 is bad")));
    Answer looks = new Answer(List.of(call("lookup", "make test", "1 failed", "line 7 is bad")));
    List<Answer> rest = List.of(breaks, breaks, breaks, looks, looks);
    List<Answer> run =
        new ArrayList<>(Collections.nCopies(2, new Answer(List.of(passes, fails, failsOtherwise))));
    List<Answer> reversed =
        new ArrayList<>(Collections.nCopies(2, new Answer(List.of(failsOtherwise, fails, passes))));
    run.addAll(rest);
    reversed.addAll(rest);

    assertThat(findings(judged(reversed))).isEqualTo(findings(judged(run)));
  }

  @Property(tries = 200)
  void theWordsBesideTheCallsMakeNoDifference(@ForAll("runs") List<Answer> run) {
    List<Answer> talkative = new ArrayList<>();
    for (int i = 0; i < run.size(); i++) {
      List<JsonNode> calls = new ArrayList<>();
      for (JsonNode call : run.get(i).calls()) {
        calls.add(((ObjectNode) call.deepCopy()).put("text", "attempt " + i));
      }
      talkative.add(new Answer(calls));
    }

    assertThat(findings(judged(talkative))).isEqualTo(findings(judged(run)));
  }

  @Property(tries = 500)
  void aGenuinelyNewStepNeverMakesTheHaltEarlier(
      @ForAll("runs") List<Answer> run, @ForAll @IntRange(min = 0, max = 100) int percent) {
    int at = run.size() * percent / 100;
    List<Answer> longer = new ArrayList<>(run);
    longer.add(at, new Answer(List.of(call("write_report", "chapter one", "a new insight", ""))));

    Integer halted = judged(run).haltedAt();
    Integer haltedLater = judged(longer).haltedAt();
    if (haltedLater != null) {
      assertThat(halted).as("halt of the run without the new step").isNotNull();
      int before = callsBefore(longer, at);
      int sameStep = haltedLater > before ? haltedLater - 1 : haltedLater;
      assertThat(sameStep)
          .as("step of the halt, with a new step inserted before step %d", before)
          .isGreaterThanOrEqualTo(halted);
    }
  }

  @Example
  void norDoesOneBeforeAnEditThatIsAcceptedAtItsSecondAttempt() {
    Answer edits = new Answer(List.of(call("shell", "sed -i s/a/b/ x", "ok", "")));
    Answer checks = new Answer(List.of(call("shell", "make test", "ok", "")));
    List<Answer> run =
        new ArrayList<>(
            List.of(new Answer(List.of(call("shell", "sed -i s/a/b/ x", "1 failed", "")))));
    for (int round = 0; round < 4; round++) {
      run.addAll(List.of(edits, checks, checks));
    }

    aGenuinelyNewStepNeverMakesTheHaltEarlier(run, 0);
  }

  @Example
  void norDoesOneBetweenFailuresThatAreAllTheSame() {
    Answer edits = new Answer(List.of(call("edit_file", "make test", "2 failed", "")));
    Answer passes = new Answer(Collections.nCopies(3, call("shell", "make test", "ok", "")));
    Answer fails = new Answer(List.of(call("shell", "make test", "2 failed", "")));
    List<Answer> run = new ArrayList<>(Collections.nCopies(3, edits));
    for (int round = 0; round < 5; round++) {
      run.addAll(List.of(passes, fails));
    }

    aGenuinelyNewStepNeverMakesTheHaltEarlier(run, 16);
  }

  @Example
  void norDoesOneBeforeChecksThatFindNothing() {
    JsonNode passes = call("shell", "make test", "ok", "");
    JsonNode finds = call("shell", "make test", "nothing found", "");
    JsonNode looks = call("shell", "page 1", "nothing found", "");
    JsonNode looksElsewhere = call("lookup", "make test", "nothing found", "");
    Answer alone = new Answer(List.of(passes));
    Answer searches = new Answer(List.of(passes, finds, looks));
    Answer searchesElsewhere = new Answer(List.of(passes, passes, looksElsewhere));
    List<Answer> run =
        List.of(alone, searches, alone, searches, searchesElsewhere, alone, alone, alone, alone);

    aGenuinelyNewStepNeverMakesTheHaltEarlier(run, 0);
  }

  @Example
  void norDoesOneBetweenLongRoundsThatFailAsBefore() {
    JsonNode passes = call("shell", "make test", "ok", "");
    JsonNode fails = call("shell", "make test", "1 failed", "line 7 is bad");
    JsonNode failsElsewhere = call("shell", "cat x", "ok", "line 7 is bad");
    Answer checks = new Answer(List.of(passes, passes, fails));
    Answer edit = new Answer(List.of(call("edit_file", "make test", "1 failed", "line 7 is bad")));
    Answer looks = new Answer(List.of(passes, passes, failsElsewhere));
    Answer otherEdit = new Answer(List.of(call("edit_file", "sed -i s/a/b/ x", "ok", "")));
    List<Answer> run = new ArrayList<>();
    for (int round = 0; round < 3; round++) {
      run.addAll(List.of(checks, edit));
    }
    for (int round = 0; round < 6; round++) {
      run.addAll(List.of(looks, otherEdit));
    }

    aGenuinelyNewStepNeverMakesTheHaltEarlier(run, 28);
  }

  @Example
  void norDoesOneBetweenRoundsThatFailAsBeforeWhereNothingWasChanged() {
    Answer finds = new Answer(List.of(call("edit_file", "page 1", "nothing found", "")));
    Answer edits = new Answer(List.of(call("edit_file", "page 1", "1 failed", "")));
    Answer looks = new Answer(List.of(call("lookup", "make test", "1 failed", "")));
    JsonNode passes = call("lookup", "make test", "ok", "");
    List<Answer> run =
        List.of(
            finds,
            new Answer(List.of(call("edit_file", "page 2", "1 failed", ""), passes)),
            new Answer(List.of(call("shell", "cat x", "nothing found", ""))),
            edits,
            new Answer(List.of(call("lookup", "page 2", "nothing found", ""))),
            looks,
            edits,
            looks,
            new Answer(List.of(passes)));

    aGenuinelyNewStepNeverMakesTheHaltEarlier(run, 67);
  }

  @Example
  void norDoesOneBeforeATurnOfWhichACallFailsOtherwiseAndAnotherBringsNews() {
    Answer fails = new Answer(List.of(call("shell", "make test", "1 failed", "line 7 is bad")));
    Answer looks = new Answer(List.of(call("lookup", "page 1", "1 failed", "")));
    Answer edits = new Answer(List.of(call("edit_file", "sed -i s/a/b/ x", "nothing found", "")));
    Answer several =
        new Answer(
            List.of(
                call("shell", "page 1", "ok", ""),
                call("lookup", "page 2", "nothing found", "line 7 is bad"),
                call("lookup", "make test", "1 failed", "line 7 is bad")));
    List<Answer> run =
        List.of(fails, fails, fails, fails, several, looks, edits, looks, edits, looks);

    aGenuinelyNewStepNeverMakesTheHaltEarlier(run, 10);
  }

  @Example
  void norDoesOneBetweenTurnsThatChangeSomethingAndFailAsBefore() {
    Answer breaks = new Answer(List.of(call("shell", "make test", "ok", "line 7 is bad")));
    Answer edits = new Answer(List.of(call("edit_file", "sed -i s/a/b/ x", "ok", "")));
    Answer editsAndChecks =
        new Answer(
            List.of(
                call("shell", "make test", "1 failed", ""),
                call("edit_file", "make test", "ok", ""),
                call("edit_file", "make test", "ok", "line 7 is bad")));
    List<Answer> run = new ArrayList<>();
    for (int round = 0; round < 6; round++) {
      run.addAll(List.of(breaks, edits, editsAndChecks));
    }

    aGenuinelyNewStepNeverMakesTheHaltEarlier(run, 23);
  }

  @Property(tries = 500)
  void noHaltComesLessThanTwoTurnsAfterTheFirstNudge(@ForAll("runs") List<Answer> run) {
    Playback.Outcome outcome = judged(run);
    int nudge = turnOfFirst(outcome, Intervention.NUDGE);
    int halt = turnOfFirst(outcome, Intervention.HALT);

    assertThat(halt < 0 || (nudge >= 0 && halt - nudge >= 2))
        .as("nudged in turn %d, halted in turn %d", nudge, halt)
        .isTrue();
  }

  private static int turnOfFirst(Playback.Outcome outcome, Intervention intervention) {
    return outcome.findings().stream()
        .map(Playback.PlacedFinding::finding)
        .filter(f -> f.intervention() == intervention)
        .mapToInt(Finding::turn)
        .findFirst()
        .orElse(-1);
  }

  private static List<String> findings(Playback.Outcome outcome) {
    return outcome.findings().stream()
        .map(Playback.PlacedFinding::finding)
        .map(f -> f.turn() + " " + f.detector() + ' ' + f.count() + ' ' + f.intervention())
        .toList();
  }

  private static int callsBefore(List<Answer> run, int answer) {
    return run.subList(0, answer).stream().mapToInt(a -> a.calls().size()).sum();
  }

  private static Playback.Outcome judged(List<Answer> run) {
    ArrayNode steps = JSON.createArrayNode();
    for (int turn = 0; turn < run.size(); turn++) {
      for (JsonNode call : run.get(turn).calls()) {
        steps.add(((ObjectNode) call.deepCopy()).put("turn", turn));
      }
    }
    ObjectNode recording = JSON.createObjectNode().put("id", "random");
    recording.set("steps", steps);
    return Playback.of(new TrajectoryReader().read(recording), POLICY, Presets::create);
  }

  private static JsonNode call(String tool, String command, String result, String error) {
    ObjectNode step = JSON.createObjectNode().put("tool", tool);
    step.set("args", JSON.createObjectNode().put("command", command).put("quiet", true));
    step.put("result", result).put("text", "");
    return error.isEmpty() ? step.putNull("error") : step.put("error", error);
  }
}
