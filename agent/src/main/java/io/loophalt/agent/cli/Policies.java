package io.loophalt.agent.cli;

import io.loophalt.agent.detect.Detector;
import io.loophalt.agent.detect.DetectorFactory;
import io.loophalt.agent.detect.FourDimensionStreak;
import io.loophalt.agent.detect.IdenticalCallStreak;
import io.loophalt.agent.policy.Ceilings;
import io.loophalt.agent.policy.DetectorPolicy;
import io.loophalt.agent.policy.DetectorPolicy.Mode;
import io.loophalt.agent.policy.Ladder;
import io.loophalt.agent.policy.TaskPolicy;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Settings by the names that a command line has for them. */
final class Policies {

  private Policies() {}

  /** The settings of a task by a configuration file and a preset, each optional. */
  static Function<String, TaskPolicy> of(@Nullable String config, @Nullable String preset) {
    if (config != null) {
      throw new IllegalArgumentException("--config is not read yet");
    }
    if (preset != null && !preset.equals("standard")) {
      throw new IllegalArgumentException("no preset is called '" + preset + "'");
    }
    Ladder ladder = Ladder.nudgeThenHalt(3, 5);
    TaskPolicy policy =
        new TaskPolicy(
            "*",
            "standard",
            List.of(
                new DetectorPolicy(FourDimensionStreak.NAME, Mode.ACT, ladder, Map.of()),
                new DetectorPolicy(IdenticalCallStreak.NAME, Mode.ACT, ladder, Map.of())),
            Map.of(),
            Ceilings.NONE,
            List.of(),
            TaskPolicy.OnHalt.THROW);
    return task -> policy;
  }

  /** Makes detectors. */
  static Function<DetectorPolicy, Detector> detectors() {
    return new DetectorFactory();
  }
}
