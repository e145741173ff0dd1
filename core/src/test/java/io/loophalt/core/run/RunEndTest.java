package io.loophalt.core.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.loophalt.core.detect.Turn;
import io.loophalt.core.event.Event;
import io.loophalt.core.event.RunEnded;
import io.loophalt.core.event.RunEnded.Interventions;
import io.loophalt.core.event.RunEnded.ModelUse;
import io.loophalt.core.policy.Ceilings;
import io.loophalt.core.policy.DetectorPolicy;
import io.loophalt.core.policy.DetectorPolicy.Mode;
import io.loophalt.core.policy.Intervention;
import io.loophalt.core.policy.Ladder;
import io.loophalt.core.policy.Rung;
import io.loophalt.core.policy.TaskPolicy;
import java.math.BigDecimal;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What is told of a run when it is over: by whom it was made, by which models, and what helped. */
class RunEndTest {

  private static final Ladder LADDER =
      new Ladder(
          List.of(
              new Rung(3, Intervention.NUDGE, null),
              new Rung(4, Intervention.ESCALATE, null),
              new Rung(9, Intervention.HALT, null)));

  private final List<Event> events = new ArrayList<>();
  private int opened;

  @Test
  void eachModelHasItsTurnsTokensAndCostThoseOfRunsInsideIncluded() {
    Run run = open(null);
    Run child = open(run);

    answer(run, "large", 900, 40, "0.5");
    answer(run, "", 7, 7, "0");
    answer(child, "small", 100, 10, "0");
    answer(child, "large", 100, 10, "0.25");

    assertThat(ended(child).models())
        .extracting(ModelUse::model, ModelUse::turns)
        .containsExactly(tuple("large", 1L), tuple("small", 1L));
    assertThat(ended(run).models())
        .containsExactly(
            new ModelUse("large", 2, 1_000, 50, new BigDecimal("0.75")),
            new ModelUse("small", 1, 100, 10, null));
  }

  @Test
  void moreModelsThanSixteenCountTogether() {
    Run run = open(null);
    for (int i = 0; i < 30; i++) {
      answer(run, String.format("model-%02d", i), 1, 0, "0");
    }

    assertThat(ended(run).models())
        .hasSize(17)
        .contains(new ModelUse("model-15", 1, 1, 0, null), new ModelUse("other", 14, 14, 0, null));
  }

  @Test
  void whatEachModelHasUsedIsKnownWhenTheRunHasSlept() {
    Run run = open(null);
    answer(run, "large", 900, 40, "0.5");
    Scene.step(run, counted("a", 3));
    run.sleep();
    answer(run, "large", 100, 10, "0.5");
    run.sleep();

    RunEnded end = ended(run);
    assertThat(end.models()).containsExactly(new ModelUse("large", 2, 1_000, 50, BigDecimal.ONE));
    assertThat(end.interventions()).isEqualTo(new Interventions(1, 0, 0, 0));
  }

  @Test
  void theFrameworkWhoseCallCameFirstIsTold() {
    Run run = open(null);
    run.seenThrough("Spring AI");
    run.seenThrough("OpenAI Java SDK");

    assertThat(ended(run).framework()).isEqualTo("Spring AI");
    assertThat(ended(open(null)).framework()).isNull();
  }

  @Test
  void aNudgeIsFollowedByNewsWhenOneOfTheNextThreeStepsBringsSome() {
    Run run = open(null);
    Scene.step(run, saying("a"));
    Scene.step(run, counted("a", 3));
    Scene.step(run, saying("a"));
    Scene.step(run, TestStep.of("tool").failing("another failure"));
    Scene.step(run, saying("news"));
    Scene.step(run, saying("more news"));

    assertThat(ended(run).interventions()).isEqualTo(new Interventions(1, 0, 1, 0));
  }

  @Test
  void newsThatComeInTheFourthStepFollowFromSomethingElse() {
    Run run = open(null);
    Scene.step(run, saying("a"));
    Scene.step(run, saying("b"));
    Scene.step(run, counted("a", 3));
    Scene.step(run, saying("b"));
    Scene.step(run, saying("a"));
    Scene.step(run, saying("b"));
    Scene.step(run, saying("news"));

    assertThat(ended(run).interventions()).isEqualTo(new Interventions(1, 0, 0, 0));
  }

  @Test
  void thatThereIsNothingIsNoNews() {
    Run run = open(null);
    Scene.step(run, counted("a", 3));
    Scene.step(run, TestStep.of("search").saying("No matches found"));
    Scene.step(run, TestStep.of("find").saying(""));

    assertThat(ended(run).interventions()).isEqualTo(new Interventions(1, 0, 0, 0));
  }

  @Test
  void eachOfSeveralNudgesHasThreeStepsOfItsOwn() {
    Run run = open(null);
    Scene.step(run, counted("a", 3));
    Scene.step(run, counted("a", 1));
    Scene.step(run, counted("a", 3));
    Scene.step(run, counted("a", 1));
    Scene.step(run, saying("news for the second"));

    assertThat(ended(run).interventions()).isEqualTo(new Interventions(2, 0, 1, 0));
  }

  @Test
  void theEffectOfAnEscalationIsJudgedLikeThatOfANudge() {
    Run run = open(null);
    Scene.step(run, counted("a", 4));
    Scene.step(run, saying("news"));
    assertThat(ended(run).interventions()).isEqualTo(new Interventions(0, 1, 0, 1));

    Run other = open(null);
    Scene.step(other, counted("a", 4));
    other.sleep();
    Scene.step(other, saying("a"));
    Scene.step(other, TestStep.of("tool").failing("a failure"));
    Scene.step(other, saying("a"));
    Scene.step(other, saying("news"));
    assertThat(ended(other).interventions()).isEqualTo(new Interventions(0, 1, 0, 0));
  }

  @Test
  void whatIsOnlyWatchedDoesNotCount() {
    Run run = open(null, Mode.OBSERVE);
    Scene.step(run, counted("a", 3));
    Scene.step(run, saying("news"));

    assertThat(ended(run).interventions()).isEqualTo(Interventions.none());
  }

  @Test
  void itTookAsLongAsItsLastToolAndThoseOfRunsInside() {
    Run run = open(null, Mode.ACT, 0);
    Run child = open(run, Mode.ACT, 1_000);
    Scene.step(child, saying("a").at(500).endingAt(3_000));

    assertThat(ended(child).wall()).isEqualTo(Duration.ofSeconds(3));
    assertThat(ended(run).wall()).isEqualTo(Duration.ofSeconds(4));
  }

  @Test
  void itTookAsLongAsUntilItWasEnded() {
    Run run = open(null);
    Scene.step(run, saying("a").at(500));
    run.lasts(9_000);
    assertThat(ended(run).wall()).isEqualTo(Duration.ofSeconds(9));
    run.lasts(10_000);

    assertThat(run.usage().elapsedMillis()).isEqualTo(9_000);
  }

  private static TestStep saying(String text) {
    return TestStep.of("tool").saying(text);
  }

  private static TestStep counted(String text, int count) {
    return saying(text).counted("d", count);
  }

  private static void answer(Run run, String model, long in, long out, String cost) {
    Turn answer = new Turn(run.nextTurnIndex(), 1, "", model, in, out, false, false);
    run.turnStarted(answer, new BigDecimal(cost), 0);
  }

  private RunEnded ended(Run run) {
    run.end();
    return events.stream()
        .filter(RunEnded.class::isInstance)
        .map(RunEnded.class::cast)
        .filter(event -> event.runId().equals(run.id()))
        .findFirst()
        .orElseThrow();
  }

  private Run open(@Nullable Run parent) {
    return open(parent, Mode.ACT);
  }

  private Run open(@Nullable Run parent, Mode mode) {
    return open(parent, mode, 0);
  }

  private Run open(@Nullable Run parent, Mode mode, long beganMillis) {
    TaskPolicy policy =
        new TaskPolicy(
            "task",
            "none",
            List.of(new DetectorPolicy("d", Mode.ACT, LADDER, Map.of())),
            Map.of(),
            Ceilings.NONE,
            List.of(),
            TaskPolicy.OnHalt.THROW);
    return new Run(
        "run-" + (parent == null ? "" : "child-") + ++opened,
        "task",
        new TaskPlan(
            policy,
            mode,
            each -> new ToldDetector(each.detector(), new ArrayList<>(), false, () -> {})),
        parent,
        beganMillis,
        RunKeeper.NOBODY,
        new RunEvents(events::add, Clock.systemUTC(), false));
  }
}
