package io.loophalt.core.run;

import static io.loophalt.core.run.Scene.modelCall;
import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.core.detect.Turn;
import io.loophalt.core.policy.Ceilings;
import io.loophalt.core.policy.Intervention;
import io.loophalt.testing.AtOnce;
import java.math.BigDecimal;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What one run makes of threads that work in it side by side. */
class RunOnManyThreadsTest {

  private static final Ceilings SIX_CALLS =
      new Ceilings(0, Map.of("tool", 6L), 0, 0, 0, 0, null, null, 0, 80);

  private final Scene scene = new Scene();
  private final Run run = scene.open();

  @Test
  void answersThatWereNumberedBeforeEitherWasToldAreTwoTurns() {
    Turn one = Scene.turn(run, 1, 1, 1);
    Turn other = Scene.turn(run, 1, 1, 1);

    run.turnStarted(one, BigDecimal.ZERO, 0);
    run.turnStarted(other, BigDecimal.ZERO, 0);

    assertThat(scene.turns).containsExactly(0, 1);
    assertThat(run.nextTurnIndex()).isEqualTo(2);
  }

  @Test
  void anAnswerThatComesWhenOthersHaveCalledToolsIsNumberedBehindTheirs() {
    Turn slow = Scene.turn(run, 1, 1, 1);
    TestStep first = TestStep.of("tool");
    TestStep second = TestStep.of("tool");
    Scene.step(run, first);
    Scene.step(run, second);

    run.turnStarted(slow, BigDecimal.ZERO, 0);

    assertThat(first.step().turn()).isZero();
    assertThat(second.step().turn()).isEqualTo(1);
    assertThat(scene.turns).containsExactly(2);
  }

  @Test
  void aCallThatItsTurnDidNotWaitForDoesNotEndTheNextTurn() {
    modelCall(run, 1, 1, 1, "0", 0);
    TestStep late = TestStep.of("slow");
    run.beforeStep(late.step());
    modelCall(run, 2, 1, 1, "0", 0);
    TestStep first = TestStep.of("tool");
    TestStep second = TestStep.of("tool");

    run.beforeStep(first.step());
    run.afterStep(late.step());
    run.afterStep(first.step());
    run.beforeStep(second.step());

    assertThat(late.step().turn()).isZero();
    assertThat(first.step().turn()).isEqualTo(1);
    assertThat(second.step().turn()).as("asked for by the same answer").isEqualTo(1);
  }

  @Test
  void aCallThatAResetHasForgottenDoesNotEndTheNextTurnEither() {
    modelCall(run, 1, 1, 1, "0", 0);
    TestStep late = TestStep.of("slow");
    run.beforeStep(late.step());
    run.reset();
    modelCall(run, 2, 1, 1, "0", 0);

    run.afterStep(late.step());
    Scene.step(run, TestStep.of("tool"));

    assertThat(run.awaitsSteps()).as("the second call is still to come").isTrue();
  }

  @Test
  @Tag("concurrency")
  void callsOfARunAndOfAChildThatBeginsMeanwhileAreAllCounted() throws Exception {
    AtOnce.rounds(
        () -> {
          Scene scene = new Scene().ceilings(SIX_CALLS);
          Run parent = scene.open();
          return new AtOnce.Round() {
            @Override
            public void one() {
              Scene.step(parent, TestStep.of("tool"));
              Scene.step(parent, TestStep.of("tool"));
            }

            @Override
            public void other() {
              Run child = scene.open(parent, 0);
              Scene.step(child, TestStep.of("tool"));
              Scene.step(child, TestStep.of("tool"));
            }

            @Override
            public void check() {
              assertThat(parent.usage().steps()).isEqualTo(4);
              assertThat(parent.usage().callsByTool()).containsOnly(Map.entry("tool", 4L));
              for (int call = 5; call <= 7; call++) {
                assertThat(Scene.step(parent, TestStep.of("tool")).intervention())
                    .as("call %d of 6", call)
                    .isEqualTo(call <= 6 ? Intervention.NONE : Intervention.HALT);
              }
            }
          };
        });
  }

  @Test
  @Tag("concurrency")
  void ofTimesThatAreNotedAtOnceTheLaterOneHolds() throws Exception {
    AtOnce.rounds(
        () -> {
          Usage usage = new Usage(new Limits(Ceilings.NONE), true);
          return new AtOnce.Round() {
            @Override
            public void one() {
              usage.at(1_000);
            }

            @Override
            public void other() {
              usage.at(2_000);
            }

            @Override
            public void check() {
              assertThat(usage.elapsedMillis()).isEqualTo(2_000);
            }
          };
        });
  }
}
