package io.loophalt.agent.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.loophalt.PrintableText;
import io.loophalt.operations.control.ControlClient;
import java.io.PrintWriter;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** What a person tells a JVM as a whole. */
abstract class JvmOrderCommand extends JvmCommand {

  @SuppressWarnings("NullAway.Init") // picocli sets it before call()
  @Parameters(
      index = "0",
      paramLabel = "PID",
      description = "Process id of the JVM; 'ps' lists them.")
  private String pid;

  @Override
  String pid() {
    return pid;
  }

  /** Refuses a tool. */
  @Command(
      name = "block",
      description =
          "Refuse a tool in all runs: the model reads that it was blocked, where the tool's result"
              + " can carry a text; elsewhere a run that calls it is halted.")
  static final class Block extends JvmOrderCommand {
    @SuppressWarnings("NullAway.Init") // picocli sets it before call()
    @Parameters(index = "1", paramLabel = "TOOL", description = "The tool's name.")
    private String tool;

    @Override
    ObjectNode request() {
      return ControlClient.order("block", JvmCommand.BY).put("tool", tool);
    }
  }

  /** Refuses a tool no more. */
  @Command(name = "unblock", description = "Refuse a tool no more.")
  static final class Unblock extends JvmOrderCommand {
    @SuppressWarnings("NullAway.Init") // picocli sets it before call()
    @Parameters(index = "1", paramLabel = "TOOL", description = "The tool's name.")
    private String tool;

    @Override
    ObjectNode request() {
      return ControlClient.order("unblock", JvmCommand.BY).put("tool", tool);
    }
  }

  /** Acts, or only watches. */
  @Command(
      name = "mode",
      description = "Let the agent act, or only observe, from the next call of each run on.")
  static final class InMode extends JvmOrderCommand {

    /** The modes. */
    enum Mode {
      act,
      observe
    }

    @SuppressWarnings("NullAway.Init") // picocli sets it before call()
    @Parameters(index = "1", paramLabel = "MODE", description = "act or observe.")
    private Mode mode;

    @Override
    ObjectNode request() {
      return ControlClient.order("mode", JvmCommand.BY).put("mode", mode.name());
    }
  }

  /** Lets calls pass. */
  @Command(name = "disable", description = "Let all calls pass unwatched, until 'enable'.")
  static final class Disable extends JvmOrderCommand {
    @Override
    ObjectNode request() {
      return ControlClient.order("disable", JvmCommand.BY);
    }
  }

  /** Watches calls again. */
  @Command(name = "enable", description = "Watch calls again.")
  static final class Enable extends JvmOrderCommand {
    @Override
    ObjectNode request() {
      return ControlClient.order("enable", JvmCommand.BY);
    }
  }

  /** Shows the configuration. */
  @Command(
      name = "config",
      description =
          "Show what is in force, and where each value came from: a default, the file with line and"
              + " column, a variable or an option. What a variable holds is never shown.")
  static final class Config extends JvmOrderCommand {
    @Override
    ObjectNode request() {
      return ControlClient.request("config");
    }

    @Override
    void print(JsonNode values, PrintWriter out) {
      for (JsonNode each : values) {
        out.println(
            PrintableText.of(
                each.path("key").asText()
                    + ": "
                    + each.path("value").asText()
                    + "  ("
                    + each.path("origin").asText()
                    + ")"));
      }
    }
  }

  /** Reads the configuration anew. */
  @Command(
      name = "reload",
      description =
          "Read the configuration anew. If it is valid it holds for all runs from their next call"
              + " on, and their streaks are kept; if not, the one before goes on to hold.")
  static final class Reload extends JvmOrderCommand {
    @Override
    ObjectNode request() {
      return ControlClient.order("reload", JvmCommand.BY);
    }
  }
}
