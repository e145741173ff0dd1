package io.loophalt.test;

import static io.loophalt.test.LoopHaltAssertions.assertThat;
import static io.loophalt.test.LoopHaltAssertions.assertThatHaltOf;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loophalt.LoopHaltException;
import io.loophalt.StopReason;
import io.loophalt.StopReason.Kind;
import io.loophalt.core.GuardSettings;
import io.loophalt.core.GuardedRun;
import io.loophalt.core.GuardedStep;
import io.loophalt.core.ToolCall;
import io.loophalt.core.ToolResult;
import io.loophalt.core.policy.Ceilings;
import java.time.Duration;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The assertions hold where they should, and where they do not they say what happened instead. */
class LoopHaltAssertionsTest {

  @RegisterExtension
  final GuardExtension loophalt =
      GuardExtension.with(
          GuardSettings.builder()
              .ceilings(Ceilings.builder().wallClock(Duration.ofMinutes(1)).build())
              .build());

  private GuardedRun run(int sameCalls) {
    GuardedRun run = loophalt.open("answer");
    for (int i = 0; i < sameCalls; i++) {
      GuardedStep step = run.beforeStep(ToolCall.of("read", "{\"file\": \"a\"}"));
      step.end(ToolResult.of("text"));
    }
    return run;
  }

  private StopReason reason() {
    return Objects.requireNonNull(run(5).stopReason());
  }

  @Test
  void aRunThatGetsNowhereIsNudgedAndHalted() {
    GuardedRun run = run(5);

    assertThat(run).isNudgedAt(3).isHaltedBy("identical-call").at(5).because(Kind.NO_PROGRESS);
    assertThat(run.record()).isHalted();
  }

  @Test
  void aRunThatGetsSomewhereIsNeither() {
    assertThat(run(2)).isNotHalted().isNotNudged();
  }

  @Test
  void timePassesWhenTheTestSaysSo() {
    GuardedRun run = run(1);
    assertThat(run).isNotHalted();
    loophalt.advance(Duration.ofMinutes(1));
    run.beforeModelCall();

    assertThat(run).isHaltedBy("wall-clock").because(Kind.WALL_CLOCK_CAP);
  }

  @Test
  void causesThatGoRoundInACircleComeToAnEnd() {
    IllegalStateException first = new IllegalStateException("first");
    first.initCause(new IllegalStateException("second", first));

    assertThatThrownBy(
            () ->
                assertThatHaltOf(
                    () -> {
                      throw first;
                    }))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("no cause of it is one");
  }

  @Test
  void aHaltThatReachesTheCallerIsFoundInItsCausesToo() {
    LoopHaltException halt = new LoopHaltException(reason());

    assertThat(halt).isHaltedBy("identical-call");
    assertThatHaltOf(
            () -> {
              throw new IllegalStateException("of a framework", halt);
            })
        .isHaltedBy("identical-call")
        .at(5);
  }

  @Test
  void aMissingHaltFailsWithAllThatWasFoundInTheRun() {
    GuardedRun run = run(4);

    assertThatThrownBy(() -> assertThat(run).isHaltedBy("novelty"))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining(
            "Expected run 'test-run-1' of task 'answer' to be halted by 'novelty', but it is not"
                + " halted.")
        .hasMessageContaining("4 steps, 0 turns, 0 tokens")
        .hasMessageContaining("step 3: nudge by 'identical-call', the same call");
  }

  @Test
  void aRunInWhichNothingWasFoundSaysSo() {
    GuardedRun run = run(1);

    assertThatThrownBy(() -> assertThat(run).isHalted())
        .hasMessageContaining("but it is not halted")
        .hasMessageEndingWith("nothing was found");
  }

  @Test
  void anotherDetectorFailsWithItsName() {
    GuardedRun run = run(5);

    assertThatThrownBy(() -> assertThat(run).isHaltedBy("polling"))
        .hasMessageContaining("to be halted by 'polling', but it was halted by 'identical-call'")
        .hasMessageContaining("step 5: halt by 'identical-call'");
    assertThatThrownBy(() -> assertThat(reason()).isHaltedBy("polling"))
        .hasMessageContaining("to be halted by 'polling', but it was halted by 'identical-call'")
        .hasMessageContaining("run stopped (no_progress) in task 'answer'");
  }

  @Test
  void anotherStepOrKindFailsWithTheTrueOne() {
    assertThatThrownBy(() -> assertThat(reason()).at(6))
        .hasMessageContaining("to be halted at step 6, but it was halted at step 5");
    assertThatThrownBy(() -> assertThat(reason()).because(Kind.STALL))
        .hasMessageContaining("because of stall, but it was because of no_progress");
  }

  @Test
  void anUnexpectedHaltFailsWithItsReason() {
    GuardedRun run = run(5);

    assertThatThrownBy(() -> assertThat(run).isNotHalted())
        .hasMessageContaining("not to be halted, but it was: the same")
        .hasMessageContaining("step 3: nudge by");
  }

  @Test
  void anotherNudgeFailsWithTheStepsOfTheTrueOnes() {
    GuardedRun nudged = run(5);
    GuardedRun healthy = run(1);

    assertThatThrownBy(() -> assertThat(nudged).isNudgedAt(4))
        .hasMessageContaining("to be nudged at step 4, but it was nudged at step 3.");
    assertThatThrownBy(() -> assertThat(healthy).isNudgedAt(1))
        .hasMessageContaining("but it was nudged at none.");
    assertThatThrownBy(() -> assertThat(nudged).isNotNudged())
        .hasMessageContaining("not to be nudged, but it was nudged at step 3.");
  }

  @Test
  void anAgentThatReturnsOrThrowsSomethingElseFailsWithThat() {
    IllegalStateException other = new IllegalStateException("of a framework");

    assertThatThrownBy(() -> assertThatHaltOf(() -> {}))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("returned normally")
        .hasMessageContaining("[loophalt]");
    assertThatThrownBy(
            () ->
                assertThatHaltOf(
                    () -> {
                      throw other;
                    }))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("of a framework")
        .hasCause(other);
  }

  @Test
  void aPercentSignInANameIsShownAsItIs() {
    GuardedRun run = loophalt.open("100 %s");

    assertThatThrownBy(() -> assertThat(run).isHalted()).hasMessageContaining("task '100 %s'");
  }

  @Test
  void whatARunIsCalledIsSaidOfItsHaltToo() {
    assertThatThrownBy(() -> assertThat(run(5)).as("the agent for tickets").isHalted().at(99))
        .hasMessageStartingWith("[the agent for tickets] ")
        .hasMessageContaining("but it was halted at step 5")
        .hasMessageContaining("step 3: nudge by 'identical-call'");
    assertThatThrownBy(
            () -> assertThat(run(5)).as("tickets").isHaltedBy("identical-call").because(Kind.STALL))
        .hasMessageStartingWith("[tickets] ");
  }
}
