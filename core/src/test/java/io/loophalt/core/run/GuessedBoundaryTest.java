package io.loophalt.core.run;

import static io.loophalt.core.run.Scene.step;
import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.core.policy.Intervention;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A run whose calls may be of several conversations, because nobody has drawn its boundary. */
class GuessedBoundaryTest {

  private final Run run = new Scene().detector("d", Scene.LADDER).open();

  @BeforeEach
  void nobodyHasDrawnIt() {
    run.boundaryIsGuessed(true);
  }

  @Test
  void repetitionWithSomethingElseInBetweenIsNudgedAbout() {
    for (int i = 0; i < 4; i++) {
      step(run, TestStep.of("tool"));
      step(run, TestStep.of("tool").returning(7 + i));
    }

    assertThat(step(run, TestStep.of("tool").counted("d", 5)).intervention())
        .isEqualTo(Intervention.NUDGE);
    assertThat(run.haltReason()).isNull();
  }

  @Test
  void oneCallAgainAndAgainWithOneOutcomeIsHalted() {
    for (int i = 0; i < 4; i++) {
      step(run, TestStep.of("tool"));
    }

    assertThat(step(run, TestStep.of("tool").counted("d", 5)).intervention())
        .isEqualTo(Intervention.HALT);
  }

  @Test
  void soItIsWhereTheRunSleptInBetween() {
    for (int i = 0; i < 4; i++) {
      step(run, TestStep.of("tool"));
      assertThat(run.sleep()).isTrue();
    }

    assertThat(step(run, TestStep.of("tool").counted("d", 5)).intervention())
        .isEqualTo(Intervention.HALT);
  }

  @Test
  void soItIsBeforeTheCallRunsOnceMore() {
    for (int i = 0; i < 4; i++) {
      step(run, TestStep.of("tool"));
    }

    assertThat(run.beforeStep(TestStep.of("tool").countedBefore("d", 5).step()).intervention())
        .isEqualTo(Intervention.HALT);
  }

  @Test
  void fewerInARowThanWereCountedAreNoEvidence() {
    step(run, TestStep.of("tool").returning(7));
    for (int i = 0; i < 3; i++) {
      step(run, TestStep.of("tool"));
    }

    assertThat(run.beforeStep(TestStep.of("tool").countedBefore("d", 5).step()).intervention())
        .isEqualTo(Intervention.NUDGE);
  }

  @Test
  void onceSomebodyHasDrawnItEverythingCounts() {
    step(run, TestStep.of("tool").returning(7));
    run.boundaryIsGuessed(false);

    assertThat(step(run, TestStep.of("tool").counted("d", 5)).intervention())
        .isEqualTo(Intervention.HALT);
  }
}
