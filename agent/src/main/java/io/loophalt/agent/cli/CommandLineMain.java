package io.loophalt.agent.cli;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.HelpCommand;

/**
 * The commands of {@code java -jar loophalt-agent.jar}.
 *
 * <p>Exit status: 0 if the command did what it was asked, 1 if not, 2 if it was not understood.
 */
@Command(
    name = "loophalt",
    description = "The off switch for LLM agents on the JVM.",
    subcommands = {AttachCommand.class, HelpCommand.class},
    synopsisSubcommandLabel = "COMMAND")
public final class CommandLineMain {

  private CommandLineMain() {}

  /** Entered from the launcher; ends the JVM. */
  public static void main(String[] arguments) {
    System.exit(execute(arguments));
  }

  static int execute(String... arguments) {
    return new CommandLine(new CommandLineMain()).execute(arguments);
  }
}
