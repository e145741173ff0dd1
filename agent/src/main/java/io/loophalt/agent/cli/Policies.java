package io.loophalt.agent.cli;

import io.loophalt.agent.detect.Detector;
import io.loophalt.agent.detect.DetectorFactory;
import io.loophalt.agent.detect.StandardPreset;
import io.loophalt.agent.detect.preset.Preset;
import io.loophalt.agent.detect.preset.Presets;
import io.loophalt.agent.policy.Ceilings;
import io.loophalt.agent.policy.DetectorPolicy;
import io.loophalt.agent.policy.TaskPolicy;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Settings by the names that a command line has for them. */
final class Policies {

  private Policies() {}

  /**
   * The settings of a task by a configuration file and a preset, each optional.
   *
   * @throws IllegalArgumentException if the file is wrong or there is no such preset
   */
  static Function<String, TaskPolicy> of(@Nullable String config, @Nullable String preset) {
    if (config != null) {
      throw new IllegalArgumentException("--config is not read yet");
    }
    Preset chosen = preset(preset == null ? StandardPreset.NAME : preset);
    TaskPolicy policy =
        new TaskPolicy(
            "*",
            chosen.name(),
            chosen.detectors(),
            Map.of(),
            chosen.ceilings(),
            List.of(),
            TaskPolicy.OnHalt.THROW);
    return task -> policy;
  }

  private static Preset preset(String name) {
    return name.equals(StandardPreset.NAME)
        ? new Preset(name, StandardPreset.detectors(), Ceilings.NONE)
        : Presets.named(name);
  }

  /** Makes detectors. */
  static Function<DetectorPolicy, Detector> detectors() {
    Function<DetectorPolicy, Detector> others = new DetectorFactory();
    return policy -> {
      if (StandardPreset.detectorNames().contains(policy.detector())) {
        return StandardPreset.detector(policy);
      }
      return Presets.detectorNames().contains(policy.detector())
          ? Presets.create(policy)
          : others.apply(policy);
    };
  }
}
