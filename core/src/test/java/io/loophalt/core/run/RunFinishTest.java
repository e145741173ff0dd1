package io.loophalt.core.run;

import static io.loophalt.core.run.Scene.LADDER;
import static io.loophalt.core.run.Scene.modelCall;
import static io.loophalt.core.run.Scene.step;
import static io.loophalt.core.run.Scene.turn;
import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.StopReason.Kind;
import io.loophalt.core.policy.Ceilings;
import io.loophalt.core.policy.Intervention;
import io.loophalt.core.policy.Ladder;
import io.loophalt.core.policy.Messages;
import io.loophalt.core.policy.Rung;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** How a halted run finishes with one last model call, and how an escalated one changes models. */
class RunFinishTest {

  @Test
  void aHaltedRunGetsExactlyOneLastModelCall() {
    Scene scene = new Scene().finishing().detector("d", LADDER);
    Run run = halted(scene, 1);

    Verdict last = run.beforeModelCall(0);
    assertThat(last.mayFinish()).isTrue();
    assertThat(last.message()).contains("d counts 5").contains("partial").contains("missing");
    assertThat(run.isPartial()).isFalse();
    assertThat(run.beforeModelCall(0).mayFinish()).as("a second call beside the last").isFalse();
    assertThat(run.lastAnswer(turn(run, 0, 10, 1), BigDecimal.ZERO, 0)).isEqualTo(Verdict.NONE);

    assertThat(run.isPartial()).isTrue();
    assertThat(run.usage().inputTokens()).as("the last call counts, too").isEqualTo(20);
    assertThrows(run.beforeModelCall(0));
    assertThrows(run.beforeStep(TestStep.of("tool").step()));
    assertThat(run.haltReason()).isNotNull();
    assertThat(scene.halts).hasSize(1);
  }

  @Test
  void aTextOfOnesOwnNamesTheCallAndTheCount() {
    Scene scene =
        new Scene()
            .finishing()
            .detector("d", LADDER)
            .messages(new Messages(null, null, null, "{call} x{count}: {seen}"));
    Run run = halted(scene, 1);

    assertThat(run.beforeModelCall(0).message()).isEqualTo("tool x5: d counts 5");
  }

  @Test
  void aLastAnswerThatAsksForToolsIsNone() {
    Run run = halted(new Scene().finishing().detector("d", LADDER), 1);
    run.beforeModelCall(0);

    assertThrows(run.lastAnswer(turn(run, 1, 10, 1), BigDecimal.ZERO, 0));

    assertThat(run.isPartial()).isFalse();
    assertThrows(run.beforeModelCall(0));
  }

  @Test
  void theLastAnswerIsToldAndNumberedLikeAnyOther() {
    Scene scene = new Scene().finishing().detector("d", LADDER);
    Run run = halted(scene, 1);
    run.beforeModelCall(0);

    run.lastAnswer(turn(run, 0, 10, 1), BigDecimal.ZERO, 0);

    assertThat(scene.turns).containsExactly(0, 1);
    assertThat(run.nextTurnIndex()).isEqualTo(2);
  }

  @Test
  void aLastAnswerThatComesAfterAResetStopsNothing() {
    Run run = halted(new Scene().finishing().detector("d", LADDER), 1);
    run.beforeModelCall(0);
    run.reset();

    assertThat(run.lastAnswer(turn(run, 1, 10, 1), BigDecimal.ZERO, 0)).isEqualTo(Verdict.NONE);

    assertThat(run.isPartial()).isFalse();
  }

  @Test
  void callsOfAnAnswerThatWasOnItsWayAtTheHaltAreAnsweredWithATextToo() {
    Run run = halted(new Scene().finishing().detector("d", LADDER), 1);

    assertThat(run.turnStarted(turn(run, 2, 10, 1), BigDecimal.ZERO, 0).mayFinish()).isTrue();

    assertThat(run.nextTurnIndex()).isEqualTo(2);
    assertThat(run.beforeStep(TestStep.of("first").step()).mayFinish()).isTrue();
    assertThat(run.beforeStep(TestStep.of("second").step()).mayFinish()).isTrue();
    assertThrows(run.beforeStep(TestStep.of("third").step()));
  }

  @Test
  void theOtherCallsOfTheTurnAreAnsweredWithATextAndNoFurtherOnes() {
    Run run = halted(new Scene().finishing().detector("d", LADDER), 3);

    Verdict second = run.beforeStep(TestStep.of("tool").step());
    Verdict third = run.beforeStep(TestStep.of("tool").step());
    Verdict nobodyAskedFor = run.beforeStep(TestStep.of("tool").step());

    assertThat(second.mayFinish()).isTrue();
    assertThat(third.mayFinish()).isTrue();
    assertThrows(nobodyAskedFor);
    assertThat(run.usage().steps()).isEqualTo(1);
    assertThat(run.beforeModelCall(0).mayFinish()).isTrue();
  }

  @Test
  void aCallThatIsHaltedBeforeItsBodyIsOneOfItsTurnsToo() {
    Run run = new Scene().finishing().detector("d", LADDER).open();
    run.canFinish();
    modelCall(run, 2, 10, 1, "0", 0);

    assertThat(run.beforeStep(TestStep.of("tool").countedBefore("d", 5).step()).mayFinish())
        .isTrue();
    assertThat(run.beforeStep(TestStep.of("tool").step()).mayFinish())
        .as("the second of two")
        .isTrue();
    assertThrows(run.beforeStep(TestStep.of("tool").step()));
  }

  @Test
  void aCeilingLeavesRoomForTheLastCallToo() {
    Scene scene =
        new Scene().finishing().ceilings(new Ceilings(0, Map.of(), 2, 0, 0, 0, null, null, 0, 80));
    Run run = scene.open();
    run.canFinish();
    modelCall(run, 0, 1, 1, "0", 0);
    modelCall(run, 0, 1, 1, "0", 0);

    Verdict last = run.beforeModelCall(0);

    assertThat(last.mayFinish()).isTrue();
    assertThat(last.message()).contains("2 of 2 turns used");
    assertThat(run.lastAnswer(turn(run, 0, 1, 1), BigDecimal.ZERO, 0)).isEqualTo(Verdict.NONE);
    assertThrows(run.beforeModelCall(0));
  }

  @Test
  void aRunWhoseModelCallsNobodyCanChangeThrows() {
    Run run = new Scene().finishing().detector("d", LADDER).open();
    modelCall(run, 1, 10, 1, "0", 0);

    assertThrows(step(run, TestStep.of("tool").counted("d", 5)));
    assertThrows(run.beforeModelCall(0));
  }

  @Test
  void anOperatorsHaltIsNotFinished() {
    Run run = new Scene().finishing().detector("d", LADDER).open();
    run.canFinish();

    run.halt(Kind.OPERATOR, "stopped by hand");

    assertThrows(run.beforeModelCall(0));
  }

  @Test
  void aSubAgentFinishesForItselfAndNotForTheRunAboveIt() {
    Scene scene = new Scene().finishing().detector("d", LADDER);
    Run parent = scene.open();
    parent.canFinish();
    Run child = scene.open(parent, 0);
    child.canFinish();
    modelCall(parent, 1, 10, 1, "0", 0);
    modelCall(child, 1, 10, 1, "0", 0);

    step(child, TestStep.of("tool").counted("d", 5));
    assertThat(child.beforeModelCall(0).mayFinish()).isTrue();

    Run other = scene.open(parent, 0);
    other.canFinish();
    modelCall(other, 1, 10, 1, "0", 0);
    assertThat(step(parent, TestStep.of("tool").counted("d", 5)).mayFinish()).isTrue();
    assertThrows(other.beforeModelCall(0));
    assertThrows(other.beforeStep(TestStep.of("tool").step()));
    assertThat(parent.beforeModelCall(0).mayFinish()).isTrue();
  }

  @Test
  void aSubAgentThatMayFinishDoesNotOnceTheRunAboveItIsHalted() {
    Scene scene = new Scene().finishing().detector("d", LADDER);
    Run parent = scene.open();
    Run waiting = scene.open(parent, 0);
    Run answering = scene.open(parent, 0);
    for (Run child : List.of(waiting, answering)) {
      child.canFinish();
      modelCall(child, 1, 10, 1, "0", 0);
      assertThat(step(child, TestStep.of("tool").counted("d", 5)).mayFinish()).isTrue();
    }
    answering.beforeModelCall(0);

    parent.halt(Kind.OPERATOR, "stopped by hand");

    assertThrows(waiting.beforeModelCall(0));
    assertThrows(answering.lastAnswer(turn(answering, 0, 10, 1), BigDecimal.ZERO, 0));
  }

  @Test
  void aResetRunMayFinishAnew() {
    Run run = halted(new Scene().finishing().detector("d", LADDER), 1);
    run.beforeModelCall(0);
    run.reset();

    assertThat(run.isPartial()).isFalse();
    modelCall(run, 1, 10, 1, "0", 0);
    step(run, TestStep.of("tool").counted("d", 5));
    assertThat(run.beforeModelCall(0).mayFinish()).isTrue();
    run.lastAnswer(turn(run, 0, 10, 1), BigDecimal.ZERO, 0);
    assertThat(run.isPartial()).isTrue();

    run.reset();
    assertThat(run.isPartial()).as("of the run that goes on").isFalse();
  }

  @Test
  void withOnHaltThrowEveryCallThrows() {
    Run run = halted(new Scene().detector("d", LADDER), 2);

    assertThrows(run.beforeStep(TestStep.of("tool").step()));
    assertThrows(run.beforeModelCall(0));
  }

  @Test
  void anEscalatedRunGoesOnWithItsModelUntilItMakesProgress() {
    Scene scene =
        new Scene()
            .detector(
                "d",
                new Ladder(
                    List.of(
                        new Rung(2, Intervention.ESCALATE, null, "stronger"),
                        new Rung(9, Intervention.HALT, null))));
    Run run = scene.open();

    step(run, TestStep.of("tool").counted("d", 1));
    assertThat(run.escalatedModel()).isNull();
    step(run, TestStep.of("tool").counted("d", 2));
    step(run, TestStep.of("tool").counted("d", 3));
    step(run, TestStep.of("tool").counted("d", 3));
    assertThat(run.escalatedModel()).isEqualTo("stronger");
    assertThat(run.escalation()).contains("d counts 2");

    step(run, TestStep.of("tool").counted("d", 0).returning(11));
    step(run, TestStep.of("tool").counted("d", 0).returning(12));
    assertThat(run.escalatedModel()).as("after two new things").isEqualTo("stronger");
    step(run, TestStep.of("tool").counted("d", 0).returning(13));
    assertThat(run.escalatedModel()).as("after three new things in a row").isNull();
    assertThat(run.escalation()).isNull();

    step(run, TestStep.of("tool").counted("d", 2));
    assertThat(run.escalatedModel()).isEqualTo("stronger");
    run.progress();
    assertThat(run.escalatedModel()).isNull();

    step(run, TestStep.of("tool").counted("d", 2));
    run.reset();
    assertThat(run.escalatedModel()).isNull();
  }

  @Test
  void aFurtherEscalationThatNamesNoModelKeepsTheModelOfTheOneBefore() {
    Ladder ladder =
        new Ladder(
            List.of(
                new Rung(2, Intervention.ESCALATE, null, "stronger"),
                new Rung(4, Intervention.ESCALATE, null, null)));
    Run run = new Scene().detector("d", ladder).open();

    step(run, TestStep.of("tool").counted("d", 2));
    step(run, TestStep.of("tool").counted("d", 4));

    assertThat(run.escalation()).isEqualTo("d counts 4");
    assertThat(run.escalatedModel()).isEqualTo("stronger");
  }

  @Test
  void callsThatComeBeforeTheirAnswerIsCompleteAreOfOneTurn() {
    Scene scene = new Scene().detector("d", LADDER);
    Run run = scene.open();

    run.beforeModelCall(0);
    run.turnIsComing();
    run.turnIsComing();
    TestStep first = TestStep.of("a");
    TestStep second = TestStep.of("b");
    TestStep third = TestStep.of("c");
    step(run, first);
    step(run, second);
    run.turnStarted(turn(run, 3, 10, 1), BigDecimal.ZERO, 0);
    assertThat(run.nextTurnIndex()).as("of the next answer").isEqualTo(1);
    assertThat(scene.detectorCalls)
        .as("one turn, until its last call")
        .noneMatch(call -> call.endsWith("ended"));
    step(run, third);
    assertThat(scene.detectorCalls).last().isEqualTo("turn 3 ended");
    TestStep next = TestStep.of("d");
    modelCall(run, 1, 10, 1, "0", 0);
    step(run, next);

    assertThat(
            List.of(
                first.step().turn(), second.step().turn(), third.step().turn(), next.step().turn()))
        .containsExactly(0, 0, 0, 1);
    assertThat(scene.turns).containsExactly(0, 1);
    assertThat(run.usage().turns()).isEqualTo(2);
  }

  @Test
  void aTurnWhoseAnswerNeverBecameCompleteEndsWithTheNextModelCall() {
    Scene scene = new Scene().detector("d", LADDER);
    Run run = scene.open();
    run.beforeModelCall(0);
    run.turnIsComing();
    step(run, TestStep.of("a"));
    scene.detectorCalls.clear();

    modelCall(run, 2, 10, 1, "0", 0);
    step(run, TestStep.of("b"));
    step(run, TestStep.of("c"));

    assertThat(scene.detectorCalls)
        .startsWith("turn 1 ended", "turn 2 started")
        .endsWith("after c", "turn 2 ended");
    assertThat(scene.turns).containsExactly(1);
  }

  @Test
  void anAnnouncedTurnBeginsWithItsAnswerIfNoCallComesBefore() {
    Scene scene = new Scene().detector("d", LADDER);
    Run run = scene.open();

    run.beforeModelCall(0);
    run.turnIsComing();
    run.turnStarted(turn(run, 1, 10, 1), BigDecimal.ZERO, 0);
    step(run, TestStep.of("a"));

    assertThat(scene.detectorCalls)
        .containsExactly("turn 1 started", "before a", "after a", "turn 1 ended");
    assertThat(scene.steps).containsExactly("a");
  }

  /** A run that was halted at the first of the tool calls that its only turn asked for. */
  private static Run halted(Scene scene, int toolCalls) {
    Run run = scene.open();
    run.canFinish();
    modelCall(run, toolCalls, 10, 1, "0", 0);
    Verdict halt = step(run, TestStep.of("tool").counted("d", 5));
    assertThat(halt.intervention()).isEqualTo(Intervention.HALT);
    return run;
  }

  private static void assertThrows(Verdict verdict) {
    assertThat(verdict.intervention()).isEqualTo(Intervention.HALT);
    assertThat(verdict.mayFinish()).as("may finish: %s", verdict.message()).isFalse();
  }
}
