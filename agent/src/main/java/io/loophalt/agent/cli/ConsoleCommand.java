package io.loophalt.agent.cli;

import io.loophalt.PrintableText;
import io.loophalt.agent.cli.jvm.JvmFinder;
import io.loophalt.agent.cli.stored.StoreDesk;
import io.loophalt.operations.console.ChosenJvms;
import io.loophalt.operations.console.ConsoleServer;
import io.loophalt.operations.control.ControlFolder;
import io.loophalt.operations.control.GuardedJvms;
import io.loophalt.operations.control.GuardedJvms.Jvm;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Serves a page on which runs are seen and steered. */
@Command(
    name = "console",
    description = {
      "Serve one page on which the runs of some JVMs, or of all, are seen live and steered. It is"
          + " served by this command on the loopback interface until it is interrupted. Whoever has"
          + " the address that it prints can steer the runs: it is for you alone.",
      "",
      "With --all, JVMs that come later are shown as well."
    },
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "2:the command line is wrong, or the port is taken",
      "3:no guarded JVM could be reached; the message says why",
      "130:it was interrupted, as by Ctrl-C"
    })
final class ConsoleCommand implements Callable<Integer> {

  private static final int HIGHEST_PORT = 65_535;
  private static final long LOOKS_EVERY_SECONDS = 1;

  @SuppressWarnings("NullAway.Init") // picocli sets it before call()
  @Spec
  private CommandSpec spec;

  @SuppressWarnings("NullAway.Init") // picocli sets it before call()
  @ArgGroup(multiplicity = "1")
  private Which which;

  @Option(
      names = "--port",
      paramLabel = "N",
      defaultValue = "0",
      description = "Serve it on this port. Default: one that is free.")
  private int port;

  /** Which JVMs. */
  static final class Which {
    @Option(names = "--all", required = true, description = "All that 'ps' lists, now and later.")
    boolean all;

    @Parameters(
        paramLabel = "PID",
        arity = "1..*",
        description = "Process ids of JVMs; 'ps' lists them.")
    @Nullable List<String> pids;

    @ArgGroup(exclusive = false)
    StoreOptions.@Nullable Shared shared;
  }

  @Override
  public Integer call() throws InterruptedException {
    if (port < 0 || port > HIGHEST_PORT) {
      throw new ParameterException(
          spec.commandLine(), "--port must be between 0 and " + HIGHEST_PORT);
    }
    PrintWriter err = spec.commandLine().getErr();
    StoreOptions.Shared shared = which.shared;
    try {
      if (shared != null) {
        return serveStore(shared);
      }
      serve(chosen(), null);
      return ExitCode.OK;
    } catch (JvmFinder.NotFoundException unknown) {
      err.println(PrintableText.of(String.valueOf(unknown.getMessage())));
      return ExitCode.NOT_REACHED;
    } catch (IOException taken) {
      err.println(
          "the page cannot be served on port "
              + port
              + ": "
              + PrintableText.of(String.valueOf(taken.getMessage())));
      return ExitCode.USAGE;
    }
  }

  private ChosenJvms chosen() throws JvmFinder.NotFoundException {
    List<String> pids = which.pids;
    if (pids == null) {
      return connected -> GuardedJvms.find(ControlFolder.all(), connected);
    }
    List<Jvm> named = new ArrayList<>();
    for (String pid : pids) {
      named.add(JvmFinder.ofThisMachine().find(pid));
    }
    return connected -> named;
  }

  private int serveStore(StoreOptions.Shared shared) throws IOException, InterruptedException {
    StoreDesk desk;
    try {
      desk = shared.open(spec);
    } catch (IOException unreachable) {
      spec.commandLine()
          .getErr()
          .println(PrintableText.of(String.valueOf(unreachable.getMessage())));
      return ExitCode.NOT_REACHED;
    }
    try (desk) {
      if (!desk.knowsBudgets()) {
        spec.commandLine().getErr().println(JvmCommand.BUDGETS_UNKNOWN);
      }
      List<Jvm> only = GuardedJvms.find(List.of(desk.folder()));
      serve(connected -> only, desk);
      return ExitCode.OK;
    }
  }

  private void serve(ChosenJvms chosen, @Nullable StoreDesk desk)
      throws IOException, InterruptedException {
    try (ConsoleServer console = ConsoleServer.open(port, chosen)) {
      PrintWriter out = spec.commandLine().getOut();
      out.println("console: " + console.address());
      out.println("It is for you alone: whoever has the address can steer. Ctrl-C ends it.");
      out.flush();
      CountDownLatch interrupted = new CountDownLatch(1);
      while (!interrupted.await(LOOKS_EVERY_SECONDS, TimeUnit.SECONDS)) {
        look(desk);
      }
    }
  }

  /** What was there last is shown while the store is away. */
  private static void look(@Nullable StoreDesk desk) {
    try {
      if (desk != null) {
        desk.refresh();
      }
    } catch (IOException away) {
      return;
    }
  }
}
