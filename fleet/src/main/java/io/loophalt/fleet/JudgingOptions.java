package io.loophalt.fleet;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The options that say by which settings runs are judged; those of {@code replay}. */
final class JudgingOptions {

  @Option(
      names = "--config",
      paramLabel = "FILE",
      description = "Settings from this YAML file. Without it: the built-in defaults.")
  @Nullable String config;

  @Option(
      names = "--preset",
      paramLabel = "NAME",
      description =
          "Detectors and ceilings of this preset, for all tasks, in place of the configuration's.")
  @Nullable String preset;

  @Option(
      names = "--task",
      paramLabel = "NAME",
      description = "Judge every run by the settings for this task, whatever its recording says.")
  @Nullable String task;

  @Spec(Spec.Target.MIXEE)
  @Nullable CommandSpec command;

  /**
   * The settings.
   *
   * @param mayBeginAnew whether runs that were saved under others begin anew
   * @throws ParameterException if the configuration is wrong or there is no such preset
   */
  JudgingSettings settings(boolean mayBeginAnew) {
    try {
      return JudgingSettings.of(config, preset, task, mayBeginAnew);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(
          Objects.requireNonNull(command).commandLine(), String.valueOf(e.getMessage()), e);
    }
  }
}
