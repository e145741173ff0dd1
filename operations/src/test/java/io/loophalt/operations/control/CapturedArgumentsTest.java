package io.loophalt.operations.control;

import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.Effect;
import io.loophalt.core.event.ArgumentCapture.Captured;
import io.loophalt.core.event.RunOpened;
import io.loophalt.core.event.StepTaken;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class CapturedArgumentsTest {

  private final CapturedArguments captured = new CapturedArguments(2_000);

  @Test
  void theLatestSixteenStepsAreKept() {
    for (int i = 0; i < 20; i++) {
      step("one", i, "x");
    }

    assertThat(captured.of("one")).hasSize(16).first().matches(first -> first.step() == 4);
    assertThat(captured.of("two")).isEmpty();
  }

  @Test
  void whereTheyAreTooLongTheRunGoesThatTookNoStepForLongest() {
    step("one", 0, "x".repeat(250));
    step("two", 0, "x".repeat(250));
    step("one", 1, "x".repeat(250));

    assertThat(captured.of("one")).hasSize(2);
    assertThat(captured.of("two")).isEmpty();
    step("three", 0, "x".repeat(2_000));
    assertThat(captured.of("three")).as("the one at work is shown in any case").hasSize(1);
    assertThat(captured.of("one")).isEmpty();
  }

  @Test
  void runsWithoutAnyTextTakeRoomAsWell() {
    for (int i = 0; i < 100; i++) {
      step("run-of-" + i, 0, "");
    }

    assertThat(captured.of("run-of-99")).hasSize(1);
    assertThat(captured.of("run-of-90")).isEmpty();
  }

  @Test
  void aLookAtARunIsNoStepOfIt() {
    step("one", 0, "x".repeat(250));
    step("two", 0, "x".repeat(250));
    assertThat(captured.of("one")).hasSize(1);
    step("three", 0, "x".repeat(250));

    assertThat(captured.of("one")).isEmpty();
    assertThat(captured.of("two")).hasSize(1);
  }

  @Test
  void aRunThatBeginsAgainBeginsWithNone() {
    step("one", 0, "x");
    captured.publish(new RunOpened(Instant.EPOCH, "one", "task", null));

    assertThat(captured.of("one")).isEmpty();
  }

  private void step(String run, int number, String text) {
    captured.publish(
        new StepTaken(
            Instant.EPOCH,
            run,
            "task",
            number,
            0,
            "look",
            "",
            Effect.UNKNOWN,
            false,
            null,
            0,
            0,
            new Captured(text, false)));
  }
}
