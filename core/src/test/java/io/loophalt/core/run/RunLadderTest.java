package io.loophalt.core.run;

import static io.loophalt.core.run.Scene.LADDER;
import static io.loophalt.core.run.Scene.count;
import static io.loophalt.core.run.Scene.modelCall;
import static io.loophalt.core.run.Scene.nudgeAt;
import static io.loophalt.core.run.Scene.step;
import static io.loophalt.core.run.Scene.turn;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.loophalt.StopReason;
import io.loophalt.StopReason.Kind;
import io.loophalt.core.detect.Finding;
import io.loophalt.core.detect.Step;
import io.loophalt.core.detect.standard.StandardPreset;
import io.loophalt.core.event.Intervened;
import io.loophalt.core.policy.Ceilings;
import io.loophalt.core.policy.DetectorPolicy;
import io.loophalt.core.policy.DetectorPolicy.Mode;
import io.loophalt.core.policy.Intervention;
import io.loophalt.core.policy.Ladder;
import io.loophalt.core.policy.Messages;
import io.loophalt.core.policy.Rung;
import io.loophalt.core.policy.TaskPolicy;
import io.loophalt.core.policy.ToolPolicy;
import java.lang.ref.WeakReference;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What a run makes of what its detectors count. */
class RunLadderTest {

  @Test
  void eachRungFiresOnceAsAStreakGrows() {
    Scene scene = new Scene().detector("d", LADDER);
    Run run = scene.open();

    assertThat(count(run, 2).intervention()).isEqualTo(Intervention.NONE);
    assertThat(count(run, 3).intervention()).isEqualTo(Intervention.NUDGE);
    assertThat(count(run, 3).intervention()).isEqualTo(Intervention.NONE);
    assertThat(count(run, 4).intervention()).isEqualTo(Intervention.NONE);
    assertThat(count(run, 5).intervention()).isEqualTo(Intervention.HALT);
    assertThat(scene.interventions()).containsExactly(Intervention.NUDGE, Intervention.HALT);
  }

  @Test
  void aCountThatJumpsOverARungFiresTheHighestOnly() {
    Scene scene = new Scene().detector("d", LADDER);

    assertThat(count(scene.open(), 9).intervention()).isEqualTo(Intervention.HALT);
    assertThat(scene.interventions()).containsExactly(Intervention.HALT);
  }

  @Test
  void aLowerCountStartsTheLadderAgain() {
    Scene scene = new Scene().detector("d", LADDER);
    Run run = scene.open();

    count(run, 3);
    count(run, 4);
    count(run, 0);
    assertThat(count(run, 3).intervention()).isEqualTo(Intervention.NUDGE);
    count(run, 1);
    assertThat(count(run, 3).intervention()).isEqualTo(Intervention.NUDGE);
    assertThat(scene.halts).isEmpty();
  }

  @Test
  void ofSeveralDetectorsTheStrongestWins() {
    Scene scene =
        new Scene()
            .detector("nudges", nudgeAt(1, "nudge"))
            .detector("halts", Ladder.nudgeThenHalt(1, 2))
            .detector(
                "escalates", new Ladder(List.of(new Rung(1, Intervention.ESCALATE, "escalate"))));
    Run run = scene.open();

    Verdict first =
        step(
            run, TestStep.of("t").counted("nudges", 1).counted("halts", 1).counted("escalates", 1));
    assertThat(first.intervention()).isEqualTo(Intervention.ESCALATE);
    assertThat(first.message()).isEqualTo("escalate");

    Verdict second =
        step(
            run, TestStep.of("t").counted("nudges", 0).counted("halts", 2).counted("escalates", 0));
    StopReason reason = Objects.requireNonNull(second.stopReason());
    assertThat(reason.detector()).isEqualTo("halts");
    assertThat(reason.kind()).isEqualTo(Kind.REPEATED_ERROR);
    assertThat(reason.detail()).isEqualTo("halts counts 2");
    assertThat(reason.count()).isEqualTo(2);
    assertThat(scene.findings)
        .extracting(Finding::detector)
        .containsExactly("nudges", "halts", "escalates", "halts");
  }

  @Test
  void ofEquallyStrongDetectorsTheFirstConfiguredSpeaks() {
    Scene scene =
        new Scene().detector("a", nudgeAt(1, "from a")).detector("b", nudgeAt(1, "from b"));

    Verdict verdict = step(scene.open(), TestStep.of("t").counted("a", 1).counted("b", 1));

    assertThat(verdict.message()).isEqualTo("from a");
  }

  @Test
  void aNudgeWithoutAMessageSaysWhatWasSeen() {
    Scene scene =
        new Scene()
            .detector(
                "d",
                new Ladder(
                    List.of(
                        new Rung(1, Intervention.NUDGE, null),
                        new Rung(2, Intervention.NUDGE, null),
                        new Rung(3, Intervention.ESCALATE, null))));
    Run run = scene.open();

    String first = count(run, 1).message();
    String second = count(run, 2).message();
    String third = count(run, 3).message();

    assertThat(List.of(first, second, third)).doesNotHaveDuplicates();
    assertThat(first).contains("d counts 1").contains("another approach");
    assertThat(second).contains("d counts 2").contains("noted before");
    assertThat(third).contains("d counts 3").contains("different tool");
  }

  @Test
  void aNudgeSaysWhomItIsFromWhichCallItWasAndTwoWaysOn() {
    Run run = new Scene().detector("d", nudgeAt(1, null)).open();

    String nudge = step(run, TestStep.of("search\u001b[1m").counted("d", 1)).message();

    assertThat(nudge)
        .startsWith("[Loophalt] ")
        .contains("d counts 1")
        .contains("search\\u001b[1m")
        .contains("another approach")
        .contains("what there is so far");
  }

  @Test
  void textsOfTheTaskComeBeforeTheDefaultsAndTextsOfARungBeforeThose() {
    Ladder ladder =
        new Ladder(
            List.of(
                new Rung(1, Intervention.NUDGE, null),
                new Rung(2, Intervention.NUDGE, null),
                new Rung(3, Intervention.NUDGE, "of the rung: {count}"),
                new Rung(4, Intervention.ESCALATE, null)));
    Run run =
        new Scene()
            .detector("d", ladder)
            .messages(new Messages("{call}: {seen} {other}", "again, {count}", "escalated", null))
            .open();

    List<String> told = new ArrayList<>();
    for (int i = 1; i <= 4; i++) {
      told.add(step(run, TestStep.of("t").counted("d", i)).message());
    }

    assertThat(told)
        .containsExactly("t: d counts 1 {other}", "again, 2", "of the rung: 3", "escalated");
  }

  @Test
  void observeModeReportsEverythingAndChangesNothing() {
    Scene scene = new Scene().detector("d", LADDER).mode(Mode.OBSERVE);
    Run run = scene.open();

    for (int i = 1; i <= 9; i++) {
      assertThat(count(run, i)).isEqualTo(Verdict.NONE);
    }
    assertThat(run.haltReason()).isNull();
    assertThat(run.usage().steps()).isEqualTo(9);
    assertThat(scene.findings).allMatch(Finding::observedOnly);
    assertThat(scene.interventions()).containsExactly(Intervention.NUDGE, Intervention.HALT);
  }

  @Test
  void aDetectorThatOnlyObservesLeavesTheOthersTheirSay() {
    Scene scene =
        new Scene().detector("watches", Mode.OBSERVE, LADDER).detector("d", nudgeAt(5, "stop it"));
    Run run = scene.open();

    Verdict verdict = step(run, TestStep.of("t").counted("watches", 5).counted("d", 5));

    assertThat(verdict.message()).isEqualTo("stop it");
    assertThat(scene.findings)
        .extracting(Finding::detector, Finding::observedOnly)
        .containsExactly(tuple("watches", true), tuple("d", false));
  }

  @Test
  void aDetectorThatIsOffIsNotEvenMade() {
    Scene scene = new Scene().detector("d", Mode.OFF, LADDER);

    count(scene.open(), 9);

    assertThat(scene.detectorCalls).isEmpty();
    assertThat(scene.steps).containsExactly("tool");
  }

  @Test
  void aToolHasItsOwnLadderAndSoHasAnActionClass() {
    Scene scene =
        new Scene()
            .detector("d", LADDER)
            .toolLadder("poll_*", "d", nudgeAt(20, null))
            .actionClassLadder("search", "d", nudgeAt(2, null));
    Run run = scene.open();

    assertThat(step(run, TestStep.of("poll_build").counted("d", 19)).intervention())
        .isEqualTo(Intervention.NONE);
    assertThat(step(run, TestStep.of("poll_build").counted("d", 20)).intervention())
        .isEqualTo(Intervention.NUDGE);
    step(run, TestStep.of("grep").counted("d", 0));
    assertThat(step(run, TestStep.of("grep").actionClass("search").counted("d", 2)).intervention())
        .isEqualTo(Intervention.NUDGE);
    step(run, TestStep.of("other").counted("d", 0));
    assertThat(step(run, TestStep.of("other").counted("d", 5)).intervention())
        .isEqualTo(Intervention.HALT);
  }

  @Test
  void theLadderOfAToolGoesBeforeThatOfItsActionClass() {
    Scene scene =
        new Scene()
            .detector("d", LADDER)
            .toolLadder("grep", "d", nudgeAt(7, null))
            .actionClassLadder("search", "d", nudgeAt(2, null));

    assertThat(
            step(scene.open(), TestStep.of("grep").actionClass("search").counted("d", 6))
                .intervention())
        .isEqualTo(Intervention.NONE);
  }

  @Test
  void whatIsSeenInNoCallClimbsTheTasksLadderWhateverToolsHave() {
    Ladder ofTools = nudgeAt(9, null);
    TaskPolicy policy =
        new TaskPolicy(
            "task",
            "none",
            List.of(new DetectorPolicy("idle-turns", Mode.ACT, LADDER, Map.of())),
            Map.of(),
            Ceilings.NONE,
            List.of(
                new ToolPolicy(
                    "*", null, null, Set.of(), Set.of(), Map.of("idle-turns", ofTools), false)),
            TaskPolicy.OnHalt.THROW);
    Run run =
        new Run(
            "run", "task", policy, StandardPreset::detector, Mode.ACT, null, new Scene().events());

    List<Intervention> said = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      said.add(modelCall(run, 0, 1, 1, "0", 0).intervention());
    }

    assertThat(said)
        .containsExactly(
            Intervention.NONE,
            Intervention.NONE,
            Intervention.NONE,
            Intervention.NUDGE,
            Intervention.NONE,
            Intervention.HALT);
  }

  @Test
  void withoutAViewOfTheModelEveryCallIsATurnOfItsOwn() {
    Scene scene = new Scene().detector("d", LADDER);
    Run run = scene.open();
    TestStep a = TestStep.of("a");
    TestStep b = TestStep.of("b");

    step(run, a);
    step(run, b);

    assertThat(scene.detectorCalls)
        .containsExactly(
            "turn 1 started",
            "before a",
            "after a",
            "turn 1 ended",
            "turn 1 started",
            "before b",
            "after b",
            "turn 1 ended");
    assertThat(scene.steps).containsExactly("a", "b");
    assertThat(a.step().turn()).isZero();
    assertThat(b.step().turn()).isEqualTo(1);
    assertThat(b.step().index()).isEqualTo(1);
  }

  @Test
  void parallelCallsOfATurnBelongToItAndItEndsWithTheLast() {
    Scene scene = new Scene().detector("d", LADDER);
    Run run = scene.open();
    TestStep a = TestStep.of("a");
    TestStep b = TestStep.of("b");

    run.turnStarted(turn(run, 2, 0, 0), BigDecimal.ZERO, 0);
    run.beforeStep(a.step());
    run.beforeStep(b.step());
    run.afterStep(b.step());
    run.afterStep(a.step());

    assertThat(scene.detectorCalls)
        .containsExactly(
            "turn 2 started", "before a", "before b", "after b", "after a", "turn 2 ended");
    assertThat(scene.steps).containsExactly("b", "a");
    assertThat(a.step().turn()).isEqualTo(b.step().turn());
  }

  @Test
  void aTurnWhoseCallsNeverCameEndsWhenTheModelIsCalledAgain() {
    Scene scene = new Scene().detector("d", LADDER);
    Run run = scene.open();

    run.turnStarted(turn(run, 2, 0, 0), BigDecimal.ZERO, 0);
    step(run, TestStep.of("a"));
    run.beforeModelCall(0);

    assertThat(scene.detectorCalls).last().isEqualTo("turn 2 ended");
  }

  @Test
  void aTurnWhoseCallsNeverCameEndsWithTheNextAnswerWhereNoModelCallIsSeenToBegin() {
    Scene scene = new Scene().detector("d", LADDER);
    Run run = scene.open();

    run.turnStarted(turn(run, 2, 0, 0), BigDecimal.ZERO, 0);
    step(run, TestStep.of("a"));
    scene.detectorCalls.clear();
    run.turnStarted(turn(run, 1, 0, 0), BigDecimal.ZERO, 0);

    assertThat(scene.detectorCalls).containsExactly("turn 2 ended", "turn 1 started");
  }

  @Test
  void whatIsFoundAtTheEndOfATurnWhoseCallsNeverCameStopsTheNextModelCall() {
    Run run = new Scene().detector("d", LADDER).open();
    run.turnStarted(turn(run, 2, 0, 0), BigDecimal.ZERO, 0);
    assertThat(step(run, TestStep.of("a").countedAtTurnEnd("d", 5))).isEqualTo(Verdict.NONE);

    assertThat(run.beforeModelCall(0).intervention()).isEqualTo(Intervention.HALT);
  }

  @Test
  void aTurnThatAsksForNoToolEndsAtOnce() {
    Scene scene = new Scene().detector("d", LADDER);
    Run run = scene.open();

    run.turnStarted(turn(run, 0, 0, 0), BigDecimal.ZERO, 0);

    assertThat(scene.detectorCalls).containsExactly("turn 0 started", "turn 0 ended");
  }

  @Test
  void aRunAwaitsStepsUntilTheLastCallOfItsTurnIsOver() {
    Run run = new Scene().detector("d", LADDER).open();
    assertThat(run.awaitsSteps()).as("before any turn").isFalse();

    run.turnStarted(turn(run, 2, 0, 0), BigDecimal.ZERO, 0);
    assertThat(run.awaitsSteps()).as("two calls asked for").isTrue();
    step(run, TestStep.of("a"));
    assertThat(run.awaitsSteps()).as("one of them made").isTrue();
    step(run, TestStep.of("b"));
    assertThat(run.awaitsSteps()).as("both made").isFalse();

    run.turnStarted(turn(run, 0, 0, 0), BigDecimal.ZERO, 0);
    assertThat(run.awaitsSteps()).as("none asked for").isFalse();
  }

  @Test
  void aCallHaltedBeforeItsBodyIsNotCounted() {
    Scene scene = new Scene().detector("d", LADDER);
    Run run = scene.open();
    step(run, TestStep.of("tool"));

    Verdict verdict = run.beforeStep(TestStep.of("tool").countedBefore("d", 5).step());

    assertThat(verdict.intervention()).isEqualTo(Intervention.HALT);
    assertThat(run.usage().steps()).isEqualTo(1);
    assertThat(run.usage().callsByTool()).containsEntry("tool", 1L);
    assertThat(Objects.requireNonNull(verdict.stopReason()).steps())
        .as("steps in the stop reason")
        .isEqualTo(1);
  }

  @Test
  void theToolThatAFindingPointsAtIsMarked() {
    Run run = new Scene().detector("d", LADDER).open();

    step(run, TestStep.of("harmless"));
    step(run, TestStep.of("stuck").counted("d", 3));

    assertThat(run.usage().repeated("stuck")).isTrue();
    assertThat(run.usage().repeated("harmless")).isFalse();
    assertThat(run.usage().repeated("unknown")).isFalse();
  }

  @Test
  void aHaltStaysForToolAndModelCallsUntilReset() {
    Scene scene = new Scene().detector("d", LADDER);
    Run run = scene.open();
    StopReason reason = Objects.requireNonNull(count(run, 5).stopReason());

    assertThat(run.beforeStep(TestStep.of("tool").step()).stopReason()).isSameAs(reason);
    assertThat(run.afterStep(TestStep.of("tool").step()).stopReason()).isSameAs(reason);
    assertThat(run.beforeModelCall(0).stopReason()).isSameAs(reason);
    assertThat(run.turnStarted(turn(run, 1, 7, 5), BigDecimal.ONE, 0).stopReason())
        .isSameAs(reason);
    run.progress();
    assertThat(run.haltReason()).as("after progress").isSameAs(reason);
    assertThat(scene.halts)
        .singleElement()
        .extracting(Intervened::description)
        .isEqualTo(reason.summary());

    run.reset();
    assertThat(run.haltReason()).isNull();
    assertThat(count(run, 3).intervention()).as("the ladder's foot").isEqualTo(Intervention.NUDGE);
    assertThat(run.usage().inputTokens()).as("tokens stay used").isEqualTo(7);
  }

  @Test
  void whatComesOfCallsThatWereUnderWayAtAResetIsForgottenToo() {
    Scene scene = new Scene().detector("d", LADDER);
    Run run = scene.open();
    TestStep underWay = TestStep.of("slow").counted("d", 5);
    run.beforeStep(underWay.step());
    count(run, 5);

    run.reset();
    Verdict verdict = run.afterStep(underWay.step());

    assertThat(verdict).isEqualTo(Verdict.NONE);
    assertThat(run.haltReason()).isNull();
    assertThat(scene.detectorCalls).doesNotContain("after slow");
    assertThat(scene.steps).contains("slow");
    assertThat(count(run, 3).intervention()).as("a call begun later").isEqualTo(Intervention.NUDGE);
  }

  @Test
  void aCallAfterAResetIsNotOfTheTurnWhoseCallsWereUnderWay() {
    Run run = new Scene().detector("d", LADDER).open();
    TestStep underWay = TestStep.of("slow");
    run.turnStarted(turn(run, 1, 0, 0), BigDecimal.ZERO, 0);
    run.beforeStep(underWay.step());
    run.reset();
    run.afterStep(underWay.step());

    TestStep later = TestStep.of("tool");
    step(run, later);

    assertThat(underWay.step().turn()).isZero();
    assertThat(later.step().turn()).isEqualTo(1);
  }

  @Test
  void aStepIsLetGoOfWhenItIsJudged() {
    Run run = new Scene().detector("d", LADDER).open();

    WeakReference<Step> judged = judged(run);
    for (int i = 0; i < 200 && judged.get() != null; i++) {
      System.gc();
      Thread.onSpinWait();
    }

    assertThat(judged.get()).as("it holds what the tool has returned").isNull();
    assertThat(run.usage().steps()).as("the run lives on").isEqualTo(1);
  }

  private static WeakReference<Step> judged(Run run) {
    TestStep step = TestStep.of("tool");
    run.beforeStep(step.step());
    run.afterStep(step.step());
    return new WeakReference<>(step.step());
  }

  @Test
  void progressStartsEveryLadderAgain() {
    Scene scene = new Scene().detector("d", LADDER);
    Run run = scene.open();
    count(run, 3);
    scene.detectorCalls.clear();

    run.progress();

    assertThat(scene.detectorCalls).containsExactly("reset");
    assertThat(count(run, 3).intervention()).isEqualTo(Intervention.NUDGE);
  }

  @Test
  void anOperatorsHaltIsTheFirstReasonOrNone() {
    Scene scene = new Scene().detector("d", LADDER);
    Run run = scene.open();

    run.halt(Kind.OPERATOR, "asked for by a person");
    run.halt(Kind.OPERATOR, "again");

    StopReason reason = Objects.requireNonNull(run.haltReason());
    assertThat(reason.kind()).isEqualTo(Kind.OPERATOR);
    assertThat(reason.detail()).isEqualTo("asked for by a person");
    assertThat(scene.halts).hasSize(1);
  }

  @Test
  void aRunEndsOnce() {
    Scene scene = new Scene();
    Run run = scene.open();

    run.end();
    run.end();

    assertThat(scene.ended).containsExactly(run.id());
  }

  @Test
  void theStopReasonShowsTheLastActionsOldestFirst() {
    Scene scene = new Scene().detector("d", LADDER);
    Run run = scene.open();
    for (int i = 0; i < 20; i++) {
      step(run, TestStep.of("tool_" + i));
    }

    StopReason reason = Objects.requireNonNull(count(run, 5).stopReason());

    assertThat(reason.lastActions()).hasSize(16);
    String action = RecentActions.shortForm(TestStep.of("tool").step().action());
    assertThat(action).as("the digest of the action is keyed").isNotEqualTo("abcdef");
    assertThat(reason.lastActions().get(0)).matches("tool_5 " + action + " result [0-9a-f]{6}");
    assertThat(reason.lastActions().get(15)).startsWith("tool " + action);
    assertThat(reason.partial()).isTrue();
    assertThat(reason.steps()).isEqualTo(21);
  }

  @Test
  void theStopReasonShowsNothingFromBeforeAReset() {
    Run run = new Scene().detector("d", LADDER).open();
    step(run, TestStep.of("before"));
    run.reset();

    StopReason reason = Objects.requireNonNull(count(run, 5).stopReason());

    assertThat(reason.lastActions()).singleElement().asString().startsWith("tool ");
  }

  @Test
  void whatIsFoundInACallThatEndsLateIsOfTheTurnThatAskedForIt() {
    Scene scene = new Scene().detector("d", LADDER);
    Run run = scene.open();
    TestStep late = TestStep.of("slow").counted("d", 3);
    run.turnStarted(turn(run, 2, 0, 0), BigDecimal.ZERO, 0);
    run.beforeStep(late.step());
    run.turnStarted(turn(run, 1, 0, 0), BigDecimal.ZERO, 0);

    run.afterStep(late.step());

    assertThat(scene.findings).extracting(Finding::turn).containsExactly(0);
  }

  @Test
  void whatIsFoundAtTheEndOfATurnIsOfThatTurnAndNoCall() {
    Scene scene = new Scene().detector("d", LADDER);
    Run run = scene.open();
    modelCall(run, 0, 1, 1, "0", 0);
    modelCall(run, 2, 1, 1, "0", 0);
    step(run, TestStep.of("a").countedAtTurnEnd("d", 3));

    run.beforeModelCall(0);

    assertThat(scene.findings).extracting(Finding::turn).containsExactly(1);
    assertThat(scene.findings).extracting(Finding::action).containsExactly(Step.ABSENT);
  }

  @Test
  void failuresThatCountAsOneLookAlikeInTheStopReason() {
    Scene scene = new Scene().detector("d", LADDER);
    Run run = scene.open();
    step(run, TestStep.of("fetch").failing("timed out at 10:15:01 in Fetcher.java:17"));
    step(run, TestStep.of("fetch").failing("timed out at 10:15:31 in Fetcher.java:44"));
    step(run, TestStep.of("fetch").failing("no route to host"));
    step(run, TestStep.of("check").saying("AssertionError: 2 of 3 in Check.java:17"));
    step(run, TestStep.of("check").saying("AssertionError: 2 of 3 in Check.java:19"));

    List<String> last = Objects.requireNonNull(count(run, 5).stopReason()).lastActions();

    assertThat(last.get(1)).isEqualTo(last.get(0)).matches("fetch [0-9a-f]{6} error [0-9a-f]{6}");
    assertThat(last.get(2)).isNotEqualTo(last.get(0));
    assertThat(last.get(4)).isEqualTo(last.get(3)).matches("check [0-9a-f]{6} result [0-9a-f]{6}");
  }
}
