package io.loophalt.core.memory;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.loophalt.Effect;
import io.loophalt.core.detect.FindingSink;
import io.loophalt.core.detect.Step;
import io.loophalt.core.event.LoopSeen;
import io.loophalt.core.policy.Intervention;
import java.lang.management.ManagementFactory;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A step of a run that begins no loop of the past costs no memory. */
class PastLoopsAllocationTest {

  private static final int STEPS = 2_000;
  private static final int ROUNDS = 5;

  /** Nothing is found. */
  private static final class Nobody implements FindingSink {
    private int reports;

    @Override
    public Intervention report(String rule, int count) {
      reports++;
      return Intervention.NONE;
    }

    @Override
    public Intervention report(String rule, String of, int count) {
      return report(rule, count);
    }

    @Override
    public void startsAnew() {}
  }

  private final LoopHistory memory = new LoopHistory();
  private final Nobody nobody = new Nobody();
  private final Step step = new Step(() -> "{\"line\":7}");

  @Test
  void aStepAllocatesNothing() {
    for (int i = 0; i < 2 * LoopHistory.MOST_LOOPS; i++) {
      memory.publish(
          new LoopSeen(
              Instant.EPOCH,
              "run",
              "task",
              "detector",
              List.of(new LoopSeen.Part("read_file", 1_000L + i)),
              null));
    }
    PastLoopDetector detector = new PastLoopDetector(memory, "task");
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    take(detector, 3 * STEPS);
    threads.getCurrentThreadAllocatedBytes();

    // The JVM's own comes once, to link or compile something; that of a step comes every time.
    long least = Long.MAX_VALUE;
    for (int round = 0; round < ROUNDS; round++) {
      long before = threads.getCurrentThreadAllocatedBytes();
      take(detector, STEPS);
      least = Math.min(least, threads.getCurrentThreadAllocatedBytes() - before);
    }

    assertThat(least / STEPS).as("bytes a step, of %s in all", least).isZero();
    assertThat(nobody.reports).isZero();
  }

  private void take(PastLoopDetector detector, int steps) {
    for (int i = 0; i < steps; i++) {
      step.begin("read_file", null, Effect.READ, 100 + i, /* cut= */ false, i);
      step.placedAt(i, i);
      step.end(/* failed= */ false, "the words of the line", "", Step.ABSENT, i);
      detector.afterStep(step, nobody);
      detector.turnEnded();
    }
  }
}
