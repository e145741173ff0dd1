package io.loophalt.agent.cli;

import io.loophalt.agent.extensions.BuiltInFrameworks;
import io.loophalt.configuration.BuiltInPresets;
import io.loophalt.configuration.ConfigLoader;
import io.loophalt.configuration.ConfigSource;
import io.loophalt.configuration.RecordedRunSettings;
import io.loophalt.configuration.schema.ConfigException;
import io.loophalt.core.detect.Detector;
import io.loophalt.core.detect.Turn;
import io.loophalt.core.policy.DetectorPolicy;
import io.loophalt.core.policy.TaskPolicy;
import io.loophalt.presets.Presets;
import io.loophalt.runtime.policy.AgentPolicy;
import java.io.File;
import java.math.BigDecimal;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Settings by the names that a command line has for them. */
final class Policies {

  private Policies() {}

  /**
   * The settings of a task by a configuration file and a preset, each optional.
   *
   * @throws IllegalArgumentException if the file is wrong or there is no such preset; its message
   *     is for the user
   */
  static Function<String, TaskPolicy> of(@Nullable String config, @Nullable String preset) {
    return new RecordedRunSettings(load(config), preset)::forTask;
  }

  /**
   * What a turn's model call cost by the price table of a configuration file.
   *
   * @throws IllegalArgumentException if the file is wrong; its message is for the user
   */
  static Function<Turn, BigDecimal> costs(@Nullable String config) {
    return new RecordedRunSettings(load(config), null)::costOf;
  }

  private static AgentPolicy load(@Nullable String config) {
    ConfigSource source =
        config == null
            ? ConfigSource.NONE
            : new ConfigSource(new File(config), config, "the option --config");
    try {
      return new ConfigLoader(new BuiltInPresets(), new BuiltInFrameworks()).load(source);
    } catch (ConfigException e) {
      throw new IllegalArgumentException(e.getMessage(), e);
    }
  }

  /** Whether a detector can be given a window. */
  static boolean hasWindow(String detector) {
    return new BuiltInPresets().parameterNames(detector).contains("window");
  }

  /** The names of a preset's detectors. */
  static List<String> detectorsOf(String preset) {
    return Presets.named(preset).detectors().stream().map(DetectorPolicy::detector).toList();
  }

  /** Makes detectors. */
  static Function<DetectorPolicy, Detector> detectors() {
    return Presets::create;
  }
}
