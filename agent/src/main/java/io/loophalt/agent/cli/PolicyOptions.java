package io.loophalt.agent.cli;

import io.loophalt.core.detect.Turn;
import io.loophalt.core.policy.TaskPolicy;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The options that say by which settings recordings are judged. */
final class PolicyOptions {

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
   * The settings for the task that a recording names.
   *
   * @throws ParameterException if the configuration is wrong or there is no such preset
   */
  Function<String, TaskPolicy> policies() {
    return policies(preset);
  }

  /**
   * The same with the detectors and ceilings of another preset than the one that is asked for.
   *
   * @param preset its name; null for the configuration's own
   * @throws ParameterException if the configuration is wrong or there is no such preset
   */
  Function<String, TaskPolicy> policies(@Nullable String preset) {
    Function<String, TaskPolicy> policies = read(() -> Policies.of(config, preset));
    String forced = task;
    return forced == null ? policies : recorded -> policies.apply(forced);
  }

  /**
   * What a turn's model call cost by the configuration's price table.
   *
   * @throws ParameterException if the configuration is wrong
   */
  Function<Turn, BigDecimal> costs() {
    return read(() -> Policies.costs(config));
  }

  /** The same on the command line of another process. */
  List<String> arguments() {
    List<String> arguments = new ArrayList<>();
    add(arguments, "--config", config);
    add(arguments, "--preset", preset);
    add(arguments, "--task", task);
    return arguments;
  }

  private static void add(List<String> arguments, String option, @Nullable String value) {
    if (value != null) {
      arguments.add(option + '=' + value);
    }
  }

  private <T> T read(Supplier<T> settings) {
    try {
      return settings.get();
    } catch (IllegalArgumentException e) {
      throw new ParameterException(
          Objects.requireNonNull(command).commandLine(), String.valueOf(e.getMessage()), e);
    }
  }
}
