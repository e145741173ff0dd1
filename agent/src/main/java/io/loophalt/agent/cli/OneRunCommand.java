package io.loophalt.agent.cli;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.loophalt.operations.control.ControlClient;
import java.math.BigDecimal;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** What a person asks or tells one run. */
abstract class OneRunCommand extends JvmCommand {

  @Mixin final StoreOptions whose = new StoreOptions();

  @Parameters(
      index = "1",
      arity = "0..1",
      paramLabel = "RUN",
      description = "The run's id; 'runs' lists them.")
  private @Nullable String run;

  @Override
  @Nullable String pid() {
    return whose.pid;
  }

  @Override
  StoreOptions stored() {
    return whose;
  }

  /** The run's id. */
  final String run() {
    return whose.run(run);
  }

  final ObjectNode request(String command) {
    return ControlClient.order(command, JvmCommand.BY).put("run", run());
  }

  /** Stops a run. */
  @Command(
      name = "halt",
      description =
          "Halt a run for good: its next call of a tool or model throws LoopHaltException with the"
              + " reason 'operator'.")
  static final class Halt extends OneRunCommand {

    @Option(names = "--reason", paramLabel = "TEXT", description = "Why, for whoever catches it.")
    private @Nullable String reason;

    @Override
    ObjectNode request() {
      String given = reason;
      ObjectNode request = request("halt");
      return given == null ? request : request.put("reason", given);
    }
  }

  /** Lifts a halt. */
  @Command(
      name = "reset",
      description = "Lift a halt, and forget all repetition that the run has shown so far.")
  static final class Reset extends OneRunCommand {
    @Override
    ObjectNode request() {
      return request("reset");
    }
  }

  /** Lets a run go on. */
  @Command(
      name = "resume",
      description =
          "Let a halted run go on, and say how much more it may use. What is granted is a limit: a"
              + " run with ten steps more is halted at the eleventh. Where nothing is said, the"
              + " configured limits go on to hold; a run that is at one is not resumed, nor is one"
              + " that is not halted.")
  static final class Resume extends OneRunCommand {

    @Option(names = "--extra-steps", paramLabel = "N", description = "Tool calls.")
    private long steps;

    @Option(names = "--extra-turns", paramLabel = "N", description = "Model calls.")
    private long turns;

    @Option(names = "--extra-tokens", paramLabel = "N", description = "Tokens, both directions.")
    private long tokens;

    @Option(
        names = "--extra-cost",
        paramLabel = "N",
        description = "Money, in the currency of the price table.")
    private @Nullable BigDecimal cost;

    @Option(
        names = "--extra-time",
        paramLabel = "TIME",
        converter = DurationConverter.class,
        description = "Such as 90s, 10m or 2h.")
    private @Nullable Duration time;

    @Override
    boolean isDecidedByBudgets() {
      return true;
    }

    @Override
    ObjectNode request() {
      ObjectNode request =
          request("resume")
              .put("extra_steps", steps)
              .put("extra_turns", turns)
              .put("extra_tokens", tokens);
      BigDecimal money = cost;
      if (money != null) {
        request.put("extra_cost", money.toString());
      }
      Duration more = time;
      return more == null ? request : request.put("extra_seconds", more.toSeconds());
    }
  }
}
