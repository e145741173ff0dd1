package io.loophalt.core.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loophalt.StopReason.Kind;
import io.loophalt.core.detect.Detector;
import io.loophalt.core.detect.FindingSink;
import io.loophalt.core.detect.Step;
import io.loophalt.core.detect.Turn;
import io.loophalt.core.failure.CoreFailure;
import io.loophalt.core.policy.Ceilings;
import io.loophalt.core.policy.DetectorPolicy;
import io.loophalt.core.policy.DetectorPolicy.Mode;
import io.loophalt.core.policy.Intervention;
import io.loophalt.core.policy.Ladder;
import io.loophalt.core.policy.TaskPolicy;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What becomes of a run in which a call broke off. */
class BrokenOffRunTest {

  private final AtomicInteger awake = new AtomicInteger();
  private @Nullable Throwable planted;
  private final Run run =
      new Run(
          "id",
          "task",
          new TaskPlan(
              new TaskPolicy(
                  "*",
                  "none",
                  List.of(
                      new DetectorPolicy("counts", Mode.ACT, Ladder.nudgeThenHalt(3, 5), Map.of())),
                  Map.of(),
                  Ceilings.NONE,
                  List.of(),
                  TaskPolicy.OnHalt.THROW),
              Mode.ACT,
              policy -> new Counting()),
          null,
          0,
          new RunKeeper() {
            @Override
            public void awake() {
              awake.incrementAndGet();
            }

            @Override
            public void atRest() {
              awake.decrementAndGet();
            }

            @Override
            public void halted() {}

            @Override
            public void makeRoom(long nowNanos) {}
          },
          RunEvents.NONE);

  @Test
  void repetitionIsCountedFromZeroWhenAStepBreaksOff() {
    take(4);
    planted = new IllegalStateException("planted");

    assertThatThrownBy(this::take).isInstanceOf(CoreFailure.class).hasCause(planted);

    planted = null;
    take(4);
    assertThat(take()).isEqualTo(Intervention.HALT);
    assertThat(awake).hasValue(1);
  }

  @Test
  void aRunThatCannotBeWokenGoesOnWithWhatWasUsed() {
    take(4);
    run.sleep();
    assertThat(awake).hasValue(0);
    planted = new IllegalStateException("planted");

    assertThatThrownBy(this::take).isInstanceOf(CoreFailure.class).hasCause(planted);

    planted = null;
    assertThat(awake).hasValue(1);
    assertThat(run.usage().steps()).isEqualTo(4);
    take(4);
    assertThat(take()).isEqualTo(Intervention.HALT);
  }

  @Test
  void aThreadThatIsStoppedWhileItWakesARunLeavesItAsleepAsItWas() throws Exception {
    take(4);
    run.sleep();
    planted =
        Class.forName("java.lang.ThreadDeath")
            .asSubclass(Error.class)
            .getDeclaredConstructor()
            .newInstance();

    assertThatThrownBy(this::take).isSameAs(planted);

    planted = null;
    assertThat(run.isAsleep()).isTrue();
    assertThat(awake).hasValue(0);
    assertThat(take()).isEqualTo(Intervention.HALT);
    assertThat(awake).hasValue(1);
  }

  @Test
  void aRunThatCannotBePutAwayStaysAwake() {
    take(4);
    planted = new IllegalStateException("planted");

    assertThatThrownBy(run::sleep).isInstanceOf(CoreFailure.class).hasCause(planted);

    planted = null;
    assertThat(run.isAsleep()).isFalse();
    assertThat(awake).hasValue(1);
    run.end();
    assertThat(awake).hasValue(0);
  }

  private void take(int steps) {
    for (int i = 0; i < steps; i++) {
      assertThat(take()).isNotEqualTo(Intervention.HALT);
    }
  }

  private Intervention take() {
    TestStep step = TestStep.of("tool");
    run.beforeStep(step.step());
    return run.afterStep(step.step()).intervention();
  }

  /** Counts steps, and breaks off wherever it is called while an error is planted. */
  private final class Counting implements Detector {
    private int count;

    private void breakOff() {
      Throwable broken = planted;
      if (broken instanceof Error error) {
        throw error;
      }
      if (broken instanceof RuntimeException exception) {
        throw exception;
      }
    }

    @Override
    public String name() {
      return "counts";
    }

    @Override
    public Kind stopKind(String rule) {
      return Kind.NO_PROGRESS;
    }

    @Override
    public String describe(String rule, int counted) {
      return "step " + counted;
    }

    @Override
    public void turnStarted(Turn turn, FindingSink sink) {}

    @Override
    public void beforeStep(Step step, FindingSink sink) {}

    @Override
    public void afterStep(Step step, FindingSink sink) {
      count++;
      breakOff();
      sink.report("steps", count);
    }

    @Override
    public void turnEnded(Turn turn, FindingSink sink) {}

    @Override
    public void reset() {
      count = 0;
    }

    @Override
    public void save(DataOutput out) throws IOException {
      breakOff();
      out.writeInt(count);
    }

    @Override
    public void restore(DataInput in) throws IOException {
      breakOff();
      count = in.readInt();
    }
  }
}
