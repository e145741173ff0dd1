package io.loophalt.core.run;

import static io.loophalt.core.run.Scene.count;
import static io.loophalt.core.run.Scene.modelCall;
import static io.loophalt.core.run.Scene.step;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.loophalt.StopReason.Kind;
import io.loophalt.core.detect.Standing;
import io.loophalt.core.policy.Allowance;
import io.loophalt.core.policy.Ceilings;
import io.loophalt.core.policy.DetectorPolicy.Mode;
import io.loophalt.core.policy.Intervention;
import io.loophalt.core.policy.Ladder;
import io.loophalt.core.policy.Rung;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What a person does to a run from outside, and what they see of it. */
class RunSteeringTest {

  private static final Ladder SOONER = Ladder.nudgeThenHalt(2, 4);

  @Test
  void aResumedRunMayUseWhatWasGrantedAndNoMore() {
    Run run = new Scene().ceilings(steps(2)).open();
    step(run, TestStep.of("tool"));
    step(run, TestStep.of("tool"));
    assertThat(step(run, TestStep.of("tool")).intervention()).isEqualTo(Intervention.HALT);

    assertThat(run.resume(new Allowance(3, 0, 0, null, null))).isNull();

    assertThat(run.haltReason()).isNull();
    for (int i = 0; i < 3; i++) {
      assertThat(step(run, TestStep.of("tool")).intervention()).isEqualTo(Intervention.NONE);
    }
    assertThat(step(run, TestStep.of("tool")).stopReason())
        .satisfies(reason -> assertThat(reason.detail()).isEqualTo("5 of 5 steps used"));
  }

  @Test
  void aGrantIsALimitWhereThereWasNone() {
    Run run = new Scene().open();
    run.halt(Kind.OPERATOR, "wait");

    assertThat(run.resume(new Allowance(1, 0, 0, null, null))).isNull();

    assertThat(step(run, TestStep.of("tool")).intervention()).isEqualTo(Intervention.NONE);
    assertThat(step(run, TestStep.of("tool")).intervention()).isEqualTo(Intervention.HALT);
  }

  @Test
  void allTheTimeThereIsMayBeGranted() {
    Run run = new Scene().open();
    modelCall(run, 1, 0, 0, "0", 5_000);
    run.halt(Kind.OPERATOR, "wait");

    assertThat(run.resume(new Allowance(0, 0, 0, null, Duration.ofSeconds(Long.MAX_VALUE))))
        .isNull();

    assertThat(step(run, TestStep.of("tool")).intervention()).isEqualTo(Intervention.NONE);
  }

  @Test
  void tokensMoneyTurnsAndTimeAreGrantedToo() {
    Scene scene = new Scene().ceilings(ofTurns(1, 10, 10, 15, "0.5", Duration.ofSeconds(2)));
    Run run = scene.open();
    modelCall(run, 1, 10, 10, "0.5", 2_000);
    assertThat(run.beforeModelCall(2_000).intervention()).isEqualTo(Intervention.HALT);

    Allowance more = new Allowance(0, 1, 5, new BigDecimal("0.1"), Duration.ofSeconds(1));
    assertThat(run.resume(more)).isNull();

    assertThat(modelCall(run, 1, 3, 2, "0.1", 2_500).intervention()).isEqualTo(Intervention.NONE);
    assertThat(run.beforeModelCall(2_500).intervention()).isEqualTo(Intervention.HALT);
  }

  @Test
  void aRunThatWouldBeHaltedAtOnceIsNotResumedAndTheCeilingIsNamed() {
    Run run = new Scene().ceilings(steps(1)).open();
    step(run, TestStep.of("tool"));
    step(run, TestStep.of("tool"));

    assertThat(run.resume(Allowance.none())).isEqualTo("1 of 1 steps used (steps)");
    assertThat(run.resume(new Allowance(0, 0, 100, null, null)))
        .isEqualTo("1 of 1 steps used (steps)");

    assertThat(run.haltReason()).isNotNull();
  }

  @Test
  void aRunThatIsNotHaltedIsNotResumedAndNothingOfItIsChanged() {
    Run run = new Scene().detector("d", Scene.LADDER).ceilings(steps(5)).open();
    count(run, 1);
    count(run, 2);

    assertThat(run.resume(new Allowance(1, 0, 0, null, null))).isEqualTo("it is not halted");

    assertThat(run.standings()).as("repetition is not forgotten").isNotEmpty();
    for (int i = 0; i < 3; i++) {
      assertThat(step(run, TestStep.of("tool")).intervention()).isEqualTo(Intervention.NONE);
    }
  }

  @Test
  void whatWasGrantedHoldsByAnotherPlanAsWell() {
    Run run = new Scene().ceilings(steps(1)).open();
    step(run, TestStep.of("tool"));
    step(run, TestStep.of("tool"));
    assertThat(run.resume(new Allowance(2, 0, 0, null, null))).isNull();

    run.follow(new Scene().ceilings(steps(1)).plan());

    assertThat(step(run, TestStep.of("tool")).intervention()).isEqualTo(Intervention.NONE);
    assertThat(step(run, TestStep.of("tool")).intervention()).isEqualTo(Intervention.NONE);
    assertThat(step(run, TestStep.of("tool")).intervention()).isEqualTo(Intervention.HALT);
  }

  @Test
  void idleTurnsDoNotHoldBackWhoGoesOn() {
    Scene scene = new Scene().ceilings(new Ceilings(0, Map.of(), 0, 0, 0, 0, null, null, 1, 80));
    Run run = scene.open();
    modelCall(run, 0, 0, 0, "0", 0);
    assertThat(run.beforeModelCall(0).intervention()).isEqualTo(Intervention.HALT);

    assertThat(run.resume(Allowance.none())).isNull();

    assertThat(run.beforeModelCall(0).intervention()).isEqualTo(Intervention.NONE);
  }

  @Test
  void aResumedRunIsCountedAnew() {
    Run run = new Scene().detector("d", Scene.LADDER).open();
    for (int i = 1; i <= 5; i++) {
      count(run, i);
    }
    assertThat(run.haltReason()).isNotNull();

    run.resume(Allowance.none());

    assertThat(run.standings()).isEmpty();
    assertThat(count(run, 3).intervention()).isEqualTo(Intervention.NUDGE);
  }

  @Test
  void anotherLadderHoldsFromTheNextCallAndTheStreakIsKept() {
    Scene scene = new Scene().detector("d", Scene.LADDER);
    Run run = scene.open();
    count(run, 3);

    run.follow(new Scene().detector("d", SOONER).plan());

    assertThat(run.standings())
        .extracting(Standing::detector, Standing::count, Standing::haltsAt, Standing::reached)
        .containsExactly(tuple("d", 3, 4, Intervention.NUDGE));
    assertThat(count(run, 4).intervention()).isEqualTo(Intervention.HALT);
  }

  @Test
  void theOtherPlanHoldsForARunThatSleepsAsWell() {
    Scene scene = new Scene().detector("d", Scene.LADDER).ceilings(toolCalls("tool", 9));
    Run run = scene.open();
    count(run, 3);
    assertThat(run.sleep()).isTrue();

    run.follow(new Scene().detector("d", SOONER).ceilings(toolCalls("t*", 2)).plan());

    assertThat(run.isAsleep()).isTrue();
    assertThat(count(run, 3).intervention()).isEqualTo(Intervention.NONE);
    assertThat(run.usage().steps()).isEqualTo(2);
    assertThat(step(run, TestStep.of("tool")).stopReason())
        .satisfies(reason -> assertThat(reason.detail()).isEqualTo("2 of 2 calls of t* used"));
  }

  @Test
  void whatOtherDetectorsHaveWatchedIsCountedAnew() {
    Run run = new Scene().detector("d", Scene.LADDER).open();
    count(run, 3);

    run.follow(new Scene().detector("e", SOONER).detector("d", SOONER).plan());

    assertThat(run.standings()).isEmpty();
    assertThat(count(run, 4).intervention()).isEqualTo(Intervention.HALT);
  }

  @Test
  void inTheOtherModeNothingFollows() {
    Run run = new Scene().detector("d", Scene.LADDER).open();
    count(run, 3);

    run.follow(new Scene().detector("d", Scene.LADDER).mode(Mode.OBSERVE).plan());
    assertThat(count(run, 5).intervention()).isEqualTo(Intervention.NONE);

    run.follow(new Scene().detector("d", Scene.LADDER).plan());
    assertThat(count(run, 1).intervention()).isEqualTo(Intervention.NONE);
    assertThat(count(run, 5).intervention()).isEqualTo(Intervention.HALT);
  }

  @Test
  void whatWasOnlyObservedIsActedUponThoughItNeverGetsLess() {
    Run run = new Scene().detector("d", Scene.LADDER).mode(Mode.OBSERVE).open();
    for (int count = 1; count <= 8; count++) {
      assertThat(count(run, count).intervention()).isEqualTo(Intervention.NONE);
    }

    run.follow(new Scene().detector("d", Scene.LADDER).plan());

    assertThat(count(run, 9).intervention()).isEqualTo(Intervention.HALT);
  }

  @Test
  void aLadderThatHaltsWhereTheOtherHasNudgedHaltsThoughTheCountNeverFalls() {
    Run run = new Scene().detector("d", Scene.LADDER).open();
    assertThat(count(run, 3).intervention()).isEqualTo(Intervention.NUDGE);

    Ladder halts = new Ladder(List.of(new Rung(3, Intervention.HALT, null)));
    run.follow(new Scene().detector("d", halts).plan());

    assertThat(count(run, 4).intervention()).isEqualTo(Intervention.HALT);
  }

  @Test
  void whatWasDoneUnderOneLadderIsNotDoneAgainUnderTheNext() {
    Run run = new Scene().detector("d", Scene.LADDER).open();
    assertThat(count(run, 3).intervention()).isEqualTo(Intervention.NUDGE);

    run.follow(new Scene().detector("d", Ladder.nudgeThenHalt(3, 6)).plan());

    assertThat(count(run, 4).intervention()).isEqualTo(Intervention.NONE);
    assertThat(count(run, 6).intervention()).isEqualTo(Intervention.HALT);
  }

  @Test
  void whoLooksAtASleepingRunDoesNotWakeIt() {
    Run run = new Scene().detector("d", Scene.LADDER).open();
    count(run, 2);
    run.sleep();

    assertThat(run.standings())
        .extracting(Standing::count, Standing::share)
        .containsExactly(tuple(2, 0.4));
    assertThat(run.lastActions()).hasSize(1);
    assertThat(run.isAsleep()).isTrue();
  }

  private static Ceilings steps(long most) {
    return new Ceilings(most, Map.of(), 0, 0, 0, 0, null, null, 0, 80);
  }

  private static Ceilings toolCalls(String pattern, long most) {
    return new Ceilings(0, Map.of(pattern, most), 0, 0, 0, 0, null, null, 0, 80);
  }

  private static Ceilings ofTurns(
      long turns, long input, long output, long total, String cost, Duration time) {
    return new Ceilings(
        0, Map.of(), turns, input, output, total, new BigDecimal(cost), time, 0, 80);
  }
}
