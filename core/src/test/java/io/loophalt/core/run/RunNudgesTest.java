package io.loophalt.core.run;

import static io.loophalt.core.run.Scene.LADDER;
import static io.loophalt.core.run.Scene.count;
import static io.loophalt.core.run.Scene.step;
import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.core.detect.Turn;
import io.loophalt.core.policy.Intervention;
import io.loophalt.core.policy.Ladder;
import java.math.BigDecimal;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** How a run is halted that goes on after each nudge as soon as something else came in between. */
class RunNudgesTest {

  @Test
  void whoGoesOnAfterTwoNudgesIsHaltedInPlaceOfTheThird() {
    Scene scene = new Scene().rememberingNudges().detector("d", LADDER);
    Run run = scene.open();
    ignoreNudges(run, 2);

    Verdict third = streakOfThree(run);

    assertThat(third.intervention()).isEqualTo(Intervention.HALT);
    assertThat(Objects.requireNonNull(third.stopReason()).detail())
        .isEqualTo("d counts 3, again, after two nudges about it");
    assertThat(scene.interventions())
        .containsExactly(Intervention.NUDGE, Intervention.NUDGE, Intervention.HALT);
  }

  @Test
  void aStreakThatIsHaltedByItsLadderSaysNothingOfNudges() {
    Run run = new Scene().rememberingNudges().detector("d", LADDER).open();
    ignoreNudges(run, 2);

    Verdict fifth = count(run, 5);

    assertThat(Objects.requireNonNull(fifth.stopReason()).detail()).isEqualTo("d counts 5");
  }

  @Test
  void aDetectorWhoseNudgesAreForgottenNudgesEachTime() {
    Run run = new Scene().detector("d", LADDER).open();

    ignoreNudges(run, 5);
  }

  @Test
  void aLadderThatNeverHaltsHaltsNobodyForNudgesEither() {
    Ladder nudges = Scene.nudgeAt(3, null);
    Run run = new Scene().rememberingNudges().detector("d", nudges).open();

    ignoreNudges(run, 5);
  }

  @Test
  void aMessageOfTheUserTakesAllNudgesBack() {
    Run run = new Scene().rememberingNudges().detector("d", LADDER).open();
    ignoreNudges(run, 2);

    Turn asked = new Turn(run.nextTurnIndex(), 1, "", "model", 1, 1, true, false);
    run.turnStarted(asked, BigDecimal.ZERO, 0);

    ignoreNudges(run, 2);
  }

  @Test
  void afterAMessageOfTheUserALadderIsClimbedFromTheGround() {
    Run run = new Scene().detector("d", LADDER).open();
    count(run, 3);

    assertThat(count(run, 4).intervention()).as("told at 3").isEqualTo(Intervention.NONE);
    Turn asked = new Turn(run.nextTurnIndex(), 1, "", "model", 1, 1, true, false);
    run.turnStarted(asked, BigDecimal.ZERO, 0);

    assertThat(count(run, 4).intervention()).as("told anew").isEqualTo(Intervention.NUDGE);
  }

  @Test
  void reportedProgressTakesAllNudgesBack() {
    Run run = new Scene().rememberingNudges().detector("d", LADDER).open();
    ignoreNudges(run, 2);

    run.progress();

    ignoreNudges(run, 2);
  }

  @Test
  void aResetTakesAllNudgesBack() {
    Run run = new Scene().rememberingNudges().detector("d", LADDER).open();
    ignoreNudges(run, 2);

    run.reset();

    ignoreNudges(run, 2);
  }

  @Test
  void anotherDetectorSaysNothingUntilTheModelHasHadATurnToReact() {
    assertThat(nudgeOfAnotherAfter(0).intervention()).as("next turn").isEqualTo(Intervention.NONE);
    assertThat(nudgeOfAnotherAfter(1).intervention()).as("later").isEqualTo(Intervention.NUDGE);
  }

  private static Verdict nudgeOfAnotherAfter(int turnsBetween) {
    Run run = new Scene().detector("d", LADDER).detector("e", LADDER).open();
    for (int i = 0; i < 4; i++) {
      step(run, TestStep.of("tool"));
    }
    count(run, 3);
    for (int i = 0; i < turnsBetween; i++) {
      step(run, TestStep.of("tool"));
    }
    return step(run, TestStep.of("tool").counted("e", 3));
  }

  @Test
  void theSameDetectorMayNudgeAgainAtOnce() {
    Run run = new Scene().detector("d", LADDER).open();
    count(run, 3);

    assertThat(count(run, 2).intervention()).as("fewer").isEqualTo(Intervention.NONE);
    assertThat(count(run, 3).intervention()).isEqualTo(Intervention.NUDGE);
  }

  @Test
  void afterAResetEachDetectorMaySpeakAtOnce() {
    Run run = new Scene().detector("d", LADDER).detector("e", LADDER).open();
    count(run, 3);

    run.reset();

    assertThat(step(run, TestStep.of("tool").counted("e", 3)).intervention())
        .isEqualTo(Intervention.NUDGE);
  }

  private static void ignoreNudges(Run run, int times) {
    for (int i = 1; i <= times; i++) {
      assertThat(streakOfThree(run).intervention())
          .as("streak %d of %d", i, times)
          .isEqualTo(Intervention.NUDGE);
      step(run, TestStep.of("look").returning(100 + i).counted("d", 0));
    }
  }

  private static Verdict streakOfThree(Run run) {
    count(run, 1);
    count(run, 2);
    return count(run, 3);
  }
}
