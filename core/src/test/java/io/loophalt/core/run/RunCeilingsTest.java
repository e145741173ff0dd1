package io.loophalt.core.run;

import static io.loophalt.core.run.Scene.modelCall;
import static io.loophalt.core.run.Scene.step;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.loophalt.StopReason;
import io.loophalt.StopReason.Kind;
import io.loophalt.core.detect.Finding;
import io.loophalt.core.policy.Ceilings;
import io.loophalt.core.policy.DetectorPolicy.Mode;
import io.loophalt.core.policy.Intervention;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What happens when a run reaches a hard limit. */
class RunCeilingsTest {

  @Test
  void theCallBeyondTheStepsIsHalted() {
    Scene scene = new Scene().ceilings(steps(3));
    Run run = scene.open();
    for (int i = 0; i < 3; i++) {
      assertThat(step(run, TestStep.of("tool")).intervention()).isEqualTo(Intervention.NONE);
    }

    StopReason reason = haltOf(run.beforeStep(TestStep.of("tool").step()));

    assertThat(reason.kind()).isEqualTo(Kind.STEP_CAP);
    assertThat(reason.detector()).isEqualTo("steps");
    assertThat(reason.detail()).isEqualTo("3 of 3 steps used");
    assertThat(reason.count()).isEqualTo(3);
    assertThat(run.usage().steps()).isEqualTo(3);
    assertThat(scene.findings)
        .extracting(Finding::detector, Finding::rule, Finding::intervention)
        .containsExactly(tuple("ceiling", "steps", Intervention.HALT));
  }

  @Test
  void theToolsThatAPatternMatchesShareItsLimit() {
    Run run = new Scene().ceilings(toolCalls(Map.of("web_*", 2L))).open();
    step(run, TestStep.of("web_search"));
    step(run, TestStep.of("read_file"));
    step(run, TestStep.of("web_fetch"));
    assertThat(step(run, TestStep.of("read_file")).intervention()).isEqualTo(Intervention.NONE);

    StopReason reason = haltOf(run.beforeStep(TestStep.of("web_search").step()));

    assertThat(reason.kind()).isEqualTo(Kind.TOOL_CALL_CAP);
    assertThat(reason.detector()).isEqualTo("tool-calls web_*");
    assertThat(reason.detail()).isEqualTo("2 of 2 calls of web_* used");
    assertThat(run.usage().callsByTool())
        .isEqualTo(Map.of("read_file", 2L, "web_fetch", 1L, "web_search", 1L));
  }

  @Test
  void theLimitOfAllToolsTogetherIsNamedAsInTheFile() {
    Run run = new Scene().ceilings(toolCalls(Map.of("*", 1L))).open();
    step(run, TestStep.of("web_search"));

    StopReason reason = haltOf(run.beforeStep(TestStep.of("read_file").step()));

    assertThat(reason.detector()).isEqualTo("tool-calls total");
    assertThat(reason.detail()).isEqualTo("1 of 1 tool calls used");
  }

  @Test
  void theModelCallBeyondTheTurnsIsHalted() {
    Run run = new Scene().ceilings(turns(2)).open();
    modelCall(run, 1, 0, 0, "0", 0);
    modelCall(run, 1, 0, 0, "0", 0);

    StopReason reason = haltOf(run.beforeModelCall(0));

    assertThat(reason.kind()).isEqualTo(Kind.STEP_CAP);
    assertThat(reason.detail()).isEqualTo("2 of 2 turns used");
    assertThat(reason.turns()).isEqualTo(2);
  }

  @Test
  void eachKindOfTokensHasItsOwnLimit() {
    assertThat(haltAfterOneAnswer(new Ceilings(0, Map.of(), 0, 10, 0, 0, null, null, 0, 80)))
        .isEqualTo("10 of 10 input tokens used");
    assertThat(haltAfterOneAnswer(new Ceilings(0, Map.of(), 0, 0, 20, 0, null, null, 0, 80)))
        .isEqualTo("20 of 20 output tokens used");
    assertThat(haltAfterOneAnswer(new Ceilings(0, Map.of(), 0, 0, 0, 25, null, null, 0, 80)))
        .isEqualTo("30 of 25 tokens used");
    assertThat(haltAfterOneAnswer(new Ceilings(0, Map.of(), 0, 11, 21, 31, null, null, 0, 80)))
        .isNull();
  }

  @Test
  void tokensStopTheNextModelCallAndNotTheToolsThatWerePaidFor() {
    Run run = new Scene().ceilings(new Ceilings(0, Map.of(), 0, 0, 0, 1, null, null, 0, 80)).open();
    modelCall(run, 2, 5, 5, "0", 0);

    assertThat(step(run, TestStep.of("a")).intervention()).isEqualTo(Intervention.NONE);
    assertThat(step(run, TestStep.of("b")).intervention()).isEqualTo(Intervention.NONE);
    assertThat(haltOf(run.beforeModelCall(0)).kind()).isEqualTo(Kind.TOKEN_CAP);
  }

  @Test
  void moneyIsAddedExactlyAndSpokenOfInItsCurrency() {
    Run run = new Scene().ceilings(cost("0.50")).open();
    for (int i = 0; i < 10; i++) {
      assertThat(modelCall(run, 1, 0, 0, "0.05000000001", 0).intervention())
          .isEqualTo(Intervention.NONE);
    }
    assertThat(run.usage().cost()).isEqualByComparingTo("0.5000000001");

    StopReason reason = haltOf(run.beforeModelCall(0));

    assertThat(reason.kind()).isEqualTo(Kind.COST_CAP);
    assertThat(reason.detail())
        .isEqualTo("0.5000000001 of 0.5 spent, in the currency of the price table");
  }

  @Test
  void aMillionTokensAtAMillionthEachAreOne() {
    Run run = new Scene().open();
    for (int i = 0; i < 1_000_000; i++) {
      run.usage().countTurn(true, false, "", 1, 0, new BigDecimal("0.000001"));
    }
    assertThat(run.usage().cost()).isEqualTo(BigDecimal.ONE);
  }

  @Test
  void aRoundAmountOfMoneyIsWrittenWithoutAnExponent() {
    Run run = new Scene().open();
    modelCall(run, 1, 0, 0, "200", 0);

    assertThat(run.usage().cost()).hasToString("200");
  }

  @Test
  void aLargeCostCeilingIsWarnedOfAndReachedWhereItShouldBe() {
    Scene scene = new Scene().ceilings(cost("1000000"));
    Run run = scene.open();
    modelCall(run, 1, 0, 0, "799999.99", 0);
    run.beforeModelCall(0);
    assertThat(scene.warnings).as("below 80 per cent").isEmpty();

    modelCall(run, 1, 0, 0, "0.01", 0);
    run.beforeModelCall(0);
    assertThat(scene.warnings).containsExactly("run-1 cost 800000 of 1000000");

    modelCall(run, 1, 0, 0, "200000", 0);
    assertThat(haltOf(run.beforeModelCall(0)).count()).isEqualTo(1_000_000);
  }

  @Test
  void timeThatIsCheckedAfterTurnsMayBeUsedUpAndIsToldAsItWasConfigured() {
    Ceilings ceilings = Ceilings.builder().wallClock(Duration.ofMinutes(5)).afterTurns().build();
    Run run = new Scene().ceilings(ceilings).open();

    modelCall(run, 1, 0, 0, "0", 300_000);
    assertThat(run.beforeModelCall(300_000).intervention()).isEqualTo(Intervention.NONE);

    assertThat(haltOf(run.beforeModelCall(300_001)).detail())
        .isEqualTo("300.001 of 300 seconds used");
  }

  @Test
  void noAmountWhateverItIsMakesATotalFall() {
    Run run = new Scene().ceilings(cost("99999999999999999999")).open();

    modelCall(run, 1, Long.MAX_VALUE, Long.MAX_VALUE, "99999999999999999999", 0);
    run.turnStarted(Scene.turn(run, 1, Long.MAX_VALUE, -5), new BigDecimal("-3"), 0);

    assertThat(run.usage().inputTokens()).isEqualTo(Long.MAX_VALUE);
    assertThat(run.usage().outputTokens()).isEqualTo(Long.MAX_VALUE);
    assertThat(run.usage().cost()).isGreaterThan(new BigDecimal("9000000"));
  }

  @Test
  void timeStopsToolCallsAndModelCallsAlike() {
    Ceilings fiveSeconds =
        new Ceilings(0, Map.of(), 0, 0, 0, 0, null, Duration.ofSeconds(5), 0, 80);
    Run byTool = new Scene().ceilings(fiveSeconds).open();
    assertThat(byTool.beforeStep(TestStep.of("tool").at(4_999).step()).intervention())
        .isEqualTo(Intervention.NONE);
    StopReason reason = haltOf(byTool.beforeStep(TestStep.of("tool").at(5_041).step()));
    assertThat(reason.kind()).isEqualTo(Kind.WALL_CLOCK_CAP);
    assertThat(reason.detail()).isEqualTo("5.041 of 5 seconds used");

    Run byModel = new Scene().ceilings(fiveSeconds).open();
    assertThat(haltOf(byModel.beforeModelCall(5_000)).kind()).isEqualTo(Kind.WALL_CLOCK_CAP);
  }

  @Test
  void idleTurnsCountOnlyInARow() {
    Run run = new Scene().ceilings(new Ceilings(0, Map.of(), 0, 0, 0, 0, null, null, 2, 80)).open();
    modelCall(run, 0, 0, 0, "0", 0);
    modelCall(run, 1, 0, 0, "0", 0);
    step(run, TestStep.of("tool"));
    modelCall(run, 0, 0, 0, "0", 0);
    assertThat(modelCall(run, 0, 0, 0, "0", 0).intervention()).isEqualTo(Intervention.NONE);

    StopReason reason = haltOf(run.beforeModelCall(0));

    assertThat(reason.kind()).isEqualTo(Kind.STALL);
    assertThat(reason.detail()).isEqualTo("2 of 2 idle turns in a row used");
  }

  @Test
  void aToolCallEndsAStreakOfIdleTurnsEvenIfNoAnswerAskedForIt() {
    Run run = new Scene().ceilings(new Ceilings(0, Map.of(), 0, 0, 0, 0, null, null, 2, 80)).open();

    for (int i = 0; i < 5; i++) {
      assertThat(modelCall(run, 0, 0, 0, "0", 0).intervention()).isEqualTo(Intervention.NONE);
      step(run, TestStep.of("tool"));
    }
  }

  @Test
  void aWarningComesOnceAtItsShareRoundedUp() {
    Ceilings ceilings = new Ceilings(7, Map.of("tool", 9L), 0, 0, 0, 0, null, null, 0, 50);
    Scene scene = new Scene().ceilings(ceilings);
    Run run = scene.open();

    for (int i = 0; i < 7; i++) {
      step(run, TestStep.of("tool"));
    }

    assertThat(scene.warnings)
        .containsExactly("run-1 steps 4 of 7", "run-1 tool-calls tool 5 of 9");
  }

  @Test
  void aWarningDoesNotComeAgainWhereTheLimitStaysAsItIs() {
    Ceilings ceilings = new Ceilings(7, Map.of("tool", 9L), 0, 0, 0, 0, null, null, 0, 50);
    Scene scene = new Scene().ceilings(ceilings);
    Run run = scene.open();
    for (int i = 0; i < 6; i++) {
      step(run, TestStep.of("tool"));
    }
    assertThat(scene.warnings).hasSize(2);

    Ceilings other = new Ceilings(7, Map.of("tool", 8L), 20, 0, 0, 0, null, null, 0, 50);
    run.follow(scene.ceilings(other).plan());
    step(run, TestStep.of("tool"));

    assertThat(scene.warnings)
        .containsExactly(
            "run-1 steps 4 of 7", "run-1 tool-calls tool 5 of 9", "run-1 tool-calls tool 6 of 8");
  }

  @Test
  void aShareOfAHundredPerCentWarnsOfNothingThatIsNotHaltedAnyway() {
    Scene scene = new Scene().ceilings(new Ceilings(2, Map.of(), 0, 0, 0, 0, null, null, 0, 100));
    Run run = scene.open();
    step(run, TestStep.of("tool"));
    step(run, TestStep.of("tool"));

    haltOf(run.beforeStep(TestStep.of("tool").step()));
    assertThat(scene.warnings).isEmpty();
  }

  @Test
  void observeModeReportsEachFullCeilingOnceAndGoesOnCounting() {
    Ceilings ceilings = new Ceilings(2, Map.of("tool", 3L), 1, 0, 0, 0, null, null, 0, 80);
    Scene scene = new Scene().ceilings(ceilings).mode(Mode.OBSERVE).detector("d", Scene.LADDER);
    Run run = scene.open();
    TestStep last = TestStep.of("tool");

    for (int i = 0; i < 10; i++) {
      assertThat(modelCall(run, 1, 0, 0, "0", 0)).isEqualTo(Verdict.NONE);
      assertThat(step(run, i == 9 ? last : TestStep.of("tool"))).isEqualTo(Verdict.NONE);
    }

    assertThat(scene.findings)
        .extracting(Finding::rule)
        .containsExactlyInAnyOrder("turns", "steps", "tool-calls tool");
    assertThat(scene.findings).allMatch(Finding::observedOnly);
    assertThat(run.usage().steps()).isEqualTo(10);
    assertThat(run.usage().turns()).isEqualTo(10);
    assertThat(last.step().index()).as("place of the last step").isEqualTo(9);
    assertThat(scene.detectorCalls).filteredOn(call -> call.equals("before tool")).hasSize(10);
    assertThat(scene.halts).isEmpty();
  }

  @Test
  void aResetDoesNotRefillACeiling() {
    Run run = new Scene().ceilings(steps(1)).open();
    step(run, TestStep.of("tool"));
    haltOf(run.beforeStep(TestStep.of("tool").step()));

    run.reset();

    assertThat(haltOf(run.beforeStep(TestStep.of("tool").step())).kind()).isEqualTo(Kind.STEP_CAP);
  }

  private static @Nullable String haltAfterOneAnswer(Ceilings ceilings) {
    Run run = new Scene().ceilings(ceilings).open();
    modelCall(run, 1, 10, 20, "0", 0);
    StopReason reason = run.beforeModelCall(0).stopReason();
    return reason == null ? null : reason.detail();
  }

  private static StopReason haltOf(Verdict verdict) {
    return Objects.requireNonNull(verdict.stopReason(), "the call should have been halted");
  }

  private static Ceilings steps(long limit) {
    return new Ceilings(limit, Map.of(), 0, 0, 0, 0, null, null, 0, 80);
  }

  private static Ceilings toolCalls(Map<String, Long> limits) {
    return new Ceilings(0, limits, 0, 0, 0, 0, null, null, 0, 80);
  }

  private static Ceilings turns(long limit) {
    return new Ceilings(0, Map.of(), limit, 0, 0, 0, null, null, 0, 80);
  }

  private static Ceilings cost(String limit) {
    return new Ceilings(0, Map.of(), 0, 0, 0, 0, new BigDecimal(limit), null, 0, 80);
  }
}
