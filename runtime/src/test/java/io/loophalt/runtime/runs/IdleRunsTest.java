package io.loophalt.runtime.runs;

import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.core.detect.Step;
import io.loophalt.core.detect.Turn;
import io.loophalt.core.detect.standard.StandardPreset;
import io.loophalt.core.policy.Ceilings;
import io.loophalt.core.policy.DetectorPolicy.Mode;
import io.loophalt.core.policy.TaskPolicy;
import io.loophalt.core.run.Run;
import io.loophalt.core.run.RunEvents;
import io.loophalt.runtime.policy.AgentPolicy;
import io.loophalt.runtime.policy.EventLogPolicy;
import io.loophalt.runtime.policy.WeavingPolicy;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** How much of the heap runs take that nobody uses. */
class IdleRunsTest {

  private static final int RUNS = 10_000;
  private static final int AWAKE = 16;
  private static final List<String> TOOLS = List.of("search", "read", "write", "list", "run");

  @Test
  void anIdleRunTakesLessThanAKilobyte() {
    fill(); // What the JVM keeps of classes and their code is not of the runs.
    long before = usedHeap();
    RunRegistry registry = fill();
    long after = usedHeap();

    assertThat(registry.all()).hasSize(RUNS);
    assertThat((after - before) / RUNS).as("bytes of a run of five steps").isLessThan(1_024);
  }

  private static RunRegistry fill() {
    RunRegistry registry =
        new RunRegistry(
            policy(), new RunBounds(RUNS, AWAKE, RUNS), StandardPreset::detector, RunEvents.NONE);
    for (int i = 0; i < RUNS; i++) {
      LiveRun live = registry.open("conversation " + i, "task", null, i);
      for (int step = 0; step < TOOLS.size(); step++) {
        Step taken = SmallStep.returning(TOOLS.get(step), 31L * i + 7919L * step);
        live.run().beforeStep(taken);
        live.run().afterStep(taken);
      }
    }
    return registry;
  }

  @Test
  void whatAModelHasSaidIsNotKeptWhileItsCallsAreStillToCome() {
    RunRegistry registry =
        new RunRegistry(
            policy(), new RunBounds(RUNS, AWAKE, RUNS), StandardPreset::detector, RunEvents.NONE);
    long before = usedHeap();
    for (int i = 0; i < RUNS; i++) {
      Run run = registry.open("conversation " + i, "task", null, i).run();
      Turn answer = new Turn(0, 1, "word ".repeat(1_000), "model", 10, 10, false, false);
      run.turnStarted(answer, BigDecimal.ZERO, 0);
    }
    long after = usedHeap();

    assertThat(registry.all()).hasSize(RUNS);
    assertThat((after - before) / RUNS).as("bytes of a run").isLessThan(1_024);
  }

  /** The least of a few, because other threads of the test's JVM allocate, too. */
  private static long usedHeap() {
    Runtime runtime = Runtime.getRuntime();
    long least = Long.MAX_VALUE;
    for (int i = 0; i < 5; i++) {
      System.gc();
      least = Math.min(least, runtime.totalMemory() - runtime.freeMemory());
    }
    return least;
  }

  private static AgentPolicy policy() {
    TaskPolicy task =
        new TaskPolicy(
            "*",
            StandardPreset.NAME,
            StandardPreset.detectors(),
            Map.of(),
            Ceilings.NONE,
            List.of(),
            TaskPolicy.OnHalt.THROW);
    return new AgentPolicy(
        "a test",
        Mode.ACT,
        task,
        Map.of(),
        WeavingPolicy.NONE,
        List.of(),
        new EventLogPolicy(null, 1_000, 1, Duration.ZERO, 10, false),
        Duration.ofMinutes(5),
        Duration.ofHours(24),
        RUNS);
  }
}
