package io.loophalt.agent.cli;

import io.loophalt.PrintableText;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.UnmatchedArgumentException;

/** The command line of the agent jar: {@code java -jar loophalt-agent.jar COMMAND}. */
@Command(
    name = "loophalt",
    description = "The off switch for LLM agents on the JVM.",
    synopsisSubcommandLabel = "COMMAND",
    mixinStandardHelpOptions = true,
    versionProvider = CommandLineMain.JarVersion.class,
    scope = ScopeType.INHERIT)
public final class CommandLineMain {

  /** What {@code --version} prints. */
  static final class JarVersion implements IVersionProvider {
    @Override
    public String[] getVersion() {
      return new String[] {"loophalt " + Version.current()};
    }
  }

  private CommandLineMain() {}

  /** Runs a command and ends the process with its exit code. */
  public static void main(String[] arguments) {
    PrintStream out =
        new PrintStream(
            new FileOutputStream(FileDescriptor.out),
            /* autoFlush= */ false,
            StandardCharsets.UTF_8);
    PrintStream err =
        new PrintStream(
            new FileOutputStream(FileDescriptor.err),
            /* autoFlush= */ true,
            StandardCharsets.UTF_8);
    int code = run(new Terminal(System.in, out, err, isInteractive()), arguments);
    out.flush();
    err.flush();
    System.exit(code);
  }

  /** Runs a command and returns its exit code. */
  static int run(Terminal terminal, String... arguments) {
    CommandLine commands = new CommandLine(new CommandLineMain());
    commands.addSubcommand(new CommandLine.HelpCommand());
    commands.addSubcommand(new AttachCommand());
    commands.addSubcommand(new PsCommand());
    commands.addSubcommand(new RunsCommand(terminal));
    commands.addSubcommand(new ShowCommand());
    commands.addSubcommand(new ConsoleCommand());
    commands.addSubcommand(new OneRunCommand.Halt());
    commands.addSubcommand(new OneRunCommand.Reset());
    commands.addSubcommand(new OneRunCommand.Resume());
    commands.addSubcommand(new FreezeCommand.Freeze());
    commands.addSubcommand(new FreezeCommand.Unfreeze());
    commands.addSubcommand(new JvmOrderCommand.Block());
    commands.addSubcommand(new JvmOrderCommand.Unblock());
    commands.addSubcommand(new JvmOrderCommand.InMode());
    commands.addSubcommand(new JvmOrderCommand.Config());
    commands.addSubcommand(new JvmOrderCommand.Reload());
    commands.addSubcommand(new JvmOrderCommand.Disable());
    commands.addSubcommand(new JvmOrderCommand.Enable());
    commands.addSubcommand(new CheckConfigCommand());
    commands.addSubcommand(new MemoryCommand());
    commands.addSubcommand(new ReplayCommand(terminal));
    commands.addSubcommand(new ReportCommand(terminal));
    commands.addSubcommand(new TuneCommand(terminal));
    commands.addSubcommand("completion", new AutoComplete.GenerateCompletion());
    commands.setOut(new PrintWriter(terminal.out(), true, StandardCharsets.UTF_8));
    commands.setErr(new PrintWriter(terminal.err(), true, StandardCharsets.UTF_8));
    commands.setUsageHelpWidth(100);
    commands.setParameterExceptionHandler((mistake, given) -> explain(mistake));
    commands.setExecutionExceptionHandler(
        (exception, command, parsed) -> {
          if (exception instanceof ReaderGoneException) {
            return ExitCode.READER_GONE;
          }
          throw exception;
        });
    if (arguments.length == 0) {
      commands.usage(terminal.err());
      return ExitCode.USAGE;
    }
    return commands.execute(arguments);
  }

  /** As picocli does by default, but that arguments are shown in a form that is safe to show. */
  private static int explain(ParameterException mistake) {
    CommandLine command = mistake.getCommandLine();
    PrintWriter err = command.getErr();
    String what = PrintableText.of(String.valueOf(mistake.getMessage()));
    err.println(command.getColorScheme().errorText(what));
    if (!UnmatchedArgumentException.printSuggestions(mistake, err)) {
      command.usage(err, command.getColorScheme());
    }
    return ExitCode.USAGE;
  }

  /** Whether a person watches. Since JDK 22 a console exists without one. */
  @SuppressWarnings("SystemConsoleNull") // The second half is for JDK 22 and newer.
  private static boolean isInteractive() {
    Object console = System.console();
    if (console == null) {
      return false;
    }
    try {
      return (Boolean) console.getClass().getMethod("isTerminal").invoke(console);
    } catch (ReflectiveOperationException e) {
      return true; // Before JDK 22 there is a console only where there is a terminal.
    }
  }
}
