package io.loophalt.configuration.settings;

import io.loophalt.core.policy.DetectorPolicy;
import io.loophalt.core.policy.Ladder;
import io.loophalt.core.policy.TaskPolicy;
import io.loophalt.core.policy.TaskPolicy.OnHalt;
import io.loophalt.runtime.policy.AgentPolicy;
import io.loophalt.runtime.policy.EventLogPolicy;
import io.loophalt.runtime.policy.FrameworkSwitches;
import io.loophalt.runtime.policy.WeavingPolicy;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What holds when the configuration does not say otherwise; the only place that knows. */
public final class Defaults {

  /** The preset. */
  public static final String PRESET = "standard";

  /** What the start-up line says in place of a file. */
  public static final String SOURCE = "built-in defaults";

  /** A streak of three is worth a word to the model, one of five is worth stopping the run. */
  public static final Ladder LADDER = Ladder.nudgeThenHalt(3, 5);

  public static final DetectorPolicy.Mode MODE = DetectorPolicy.Mode.ACT;
  public static final OnHalt ON_HALT = OnHalt.THROW;
  public static final Duration IDLE_GAP = Duration.ofMinutes(5);
  public static final Duration HALTED_FOR = Duration.ofHours(24);
  public static final Duration MEMORY_KEPT = Duration.ofDays(90);
  public static final int MAX_RUNS = 10_000;
  public static final long MAX_EVENT_BYTES = 10_000_000;
  public static final int EVENT_FILES = 1;
  public static final int CAPTURED_BYTES = 2_000;
  public static final int EVENT_QUEUE_LENGTH = 8_192;
  public static final EventLogPolicy EVENT_LOG =
      new EventLogPolicy(
          null,
          MAX_EVENT_BYTES,
          EVENT_FILES,
          /* maxAge= */ Duration.ZERO,
          EVENT_QUEUE_LENGTH,
          /* steps= */ false);
  public static final WeavingPolicy WEAVING =
      new WeavingPolicy(
          Set.of(),
          List.of(),
          List.of(),
          List.of(),
          FrameworkSwitches.ALL,
          /* frameworkRuns= */ true,
          /* servletRequests= */ true,
          /* executors= */ false);

  private Defaults() {}

  /** The policy without any configuration file. Loads nothing of SnakeYAML. */
  public static AgentPolicy policy(PresetCatalog catalog) {
    TaskPolicy everyTask =
        new TaskPolicy(
            "*",
            catalog.versioned(PRESET),
            catalog.detectors(PRESET),
            Map.of(),
            catalog.ceilings(PRESET),
            List.of(),
            ON_HALT);
    return new AgentPolicy(
        SOURCE,
        MODE,
        everyTask,
        Map.of(),
        WEAVING,
        List.of(),
        EVENT_LOG,
        IDLE_GAP,
        HALTED_FOR,
        MAX_RUNS);
  }
}
