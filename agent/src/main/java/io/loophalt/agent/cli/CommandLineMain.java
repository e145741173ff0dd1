package io.loophalt.agent.cli;

import io.loophalt.PrintableText;
import io.loophalt.configuration.schema.Nearest;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
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

  /** All commands that are not about commands, in the order in which help lists them. */
  static final List<String> NAMES =
      List.of(
          "attach",
          "ps",
          "runs",
          "show",
          "console",
          "halt",
          "reset",
          "resume",
          "freeze",
          "unfreeze",
          "block",
          "unblock",
          "mode",
          "config",
          "reload",
          "disable",
          "enable",
          "check-config",
          "memory",
          "replay",
          "report",
          "tune");

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
    StandardOutput written = new StandardOutput();
    PrintStream out = new PrintStream(written, /* autoFlush= */ false, StandardCharsets.UTF_8);
    PrintStream err =
        new PrintStream(
            new FileOutputStream(FileDescriptor.err),
            /* autoFlush= */ true,
            StandardCharsets.UTF_8);
    int code = run(new Terminal(System.in, out, err, isInteractive()), arguments);
    out.flush();
    String failure = written.failure;
    if (failure != null && !failure.toLowerCase(Locale.ROOT).contains("pipe")) {
      err.println("loophalt: the output could not be written (" + PrintableText.of(failure) + ")");
    }
    err.flush();
    System.exit(code);
  }

  /** Keeps why it failed first, which a {@link PrintStream} does not tell. */
  private static final class StandardOutput extends FileOutputStream {

    @Nullable String failure;

    StandardOutput() {
      super(FileDescriptor.out);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      try {
        super.write(bytes, offset, length);
      } catch (IOException e) {
        failure = failure == null ? String.valueOf(e.getMessage()) : failure;
        throw e;
      }
    }
  }

  /** Runs a command and returns its exit code. */
  static int run(Terminal terminal, String... arguments) {
    CommandLine commands = new CommandLine(new CommandLineMain());
    if (arguments.length > 0 && NAMES.contains(arguments[0])) {
      commands.addSubcommand(command(arguments[0], terminal));
    } else {
      commands.addSubcommand(new CommandLine.HelpCommand());
      NAMES.forEach(name -> commands.addSubcommand(command(name, terminal)));
      commands.addSubcommand("completion", new AutoComplete.GenerateCompletion());
    }
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
    int code = commands.execute(arguments);
    commands.getOut().flush();
    return code == ExitCode.OK && terminal.out().checkError() ? ExitCode.READER_GONE : code;
  }

  /**
   * One command. What is named is made alone: to read what all of them take was a third of the
   * processor time of a short one.
   */
  private static Object command(String name, Terminal terminal) {
    return switch (name) {
      case "attach" -> new AttachCommand();
      case "ps" -> new PsCommand();
      case "runs" -> new RunsCommand(terminal);
      case "show" -> new ShowCommand();
      case "console" -> new ConsoleCommand();
      case "halt" -> new OneRunCommand.Halt();
      case "reset" -> new OneRunCommand.Reset();
      case "resume" -> new OneRunCommand.Resume();
      case "freeze" -> new FreezeCommand.Freeze();
      case "unfreeze" -> new FreezeCommand.Unfreeze();
      case "block" -> new JvmOrderCommand.Block();
      case "unblock" -> new JvmOrderCommand.Unblock();
      case "mode" -> new JvmOrderCommand.InMode();
      case "config" -> new JvmOrderCommand.Config();
      case "reload" -> new JvmOrderCommand.Reload();
      case "disable" -> new JvmOrderCommand.Disable();
      case "enable" -> new JvmOrderCommand.Enable();
      case "check-config" -> new CheckConfigCommand();
      case "memory" -> new MemoryCommand();
      case "replay" -> new ReplayCommand(terminal);
      case "report" -> new ReportCommand(terminal);
      case "tune" -> new TuneCommand(terminal);
      default -> throw new IllegalArgumentException("no command " + name);
    };
  }

  /**
   * As picocli does by default, but that arguments are shown in a form that is safe to show, and
   * that of the commands the one is named that takes the fewest edits.
   */
  private static int explain(ParameterException mistake) {
    CommandLine command = mistake.getCommandLine();
    PrintWriter err = command.getErr();
    String what = PrintableText.of(String.valueOf(mistake.getMessage()));
    err.println(command.getColorScheme().errorText(what));
    String meant = nearestCommand(mistake);
    if (meant != null) {
      err.println("Did you mean: loophalt " + meant + "?");
    } else if (!UnmatchedArgumentException.printSuggestions(mistake, err)) {
      command.usage(err, command.getColorScheme());
    }
    return ExitCode.USAGE;
  }

  /** What may have been meant where no command is called so; null for nothing. */
  private static @Nullable String nearestCommand(ParameterException mistake) {
    boolean ofCommand = mistake.getCommandLine().getParent() == null;
    return ofCommand && mistake instanceof UnmatchedArgumentException unmatched
        ? Nearest.to(unmatched.getUnmatched().get(0), NAMES)
        : null;
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
