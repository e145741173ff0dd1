package io.loophalt.agent.cli;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.loophalt.PrintableText;
import io.loophalt.agent.cli.jvm.JvmFinder;
import io.loophalt.agent.cli.stored.StoreDesk;
import io.loophalt.operations.control.ControlClient;
import io.loophalt.operations.control.ControlClient.Reply;
import io.loophalt.operations.control.ControlException;
import io.loophalt.operations.control.ControlFolder;
import io.loophalt.operations.control.ControlProtocol;
import io.loophalt.operations.control.GuardedJvms;
import io.loophalt.operations.control.GuardedJvms.Jvm;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * The big red button: holds all runs of some JVMs, of all, or of all that share a store, or lets
 * them go on.
 */
abstract class FreezeCommand implements Callable<Integer> {

  /** Which JVMs. */
  static final class Which {
    @Option(names = "--all", required = true, description = "All that 'ps' lists.")
    boolean all;

    @Parameters(
        paramLabel = "PID",
        arity = "1..*",
        description = "Process ids of JVMs; 'ps' lists them.")
    @Nullable List<String> pids;

    @ArgGroup(exclusive = false)
    StoreOptions.@Nullable Shared shared;
  }

  @SuppressWarnings("NullAway.Init") // picocli sets it before call()
  @Spec
  private CommandSpec spec;

  @SuppressWarnings("NullAway.Init") // picocli sets it before call()
  @ArgGroup(multiplicity = "1")
  private Which which;

  @Option(
      names = "--json",
      description = "Print one JSON document: for each JVM what it answered, or why it did not.")
  private boolean json;

  private final ArrayNode answers = ControlProtocol.JSON.createArrayNode();

  abstract ObjectNode request();

  @Override
  public Integer call() {
    StoreOptions.Shared shared = which.shared;
    if (shared != null) {
      int code = tellStore(shared);
      printAnswers();
      return code;
    }
    int worst = ExitCode.OK;
    List<Jvm> jvms = new ArrayList<>();
    List<String> pids = which.pids;
    if (pids == null) {
      jvms.addAll(GuardedJvms.find(ControlFolder.all()));
    } else {
      for (String pid : pids) {
        try {
          jvms.add(JvmFinder.ofThisMachine().find(pid));
        } catch (JvmFinder.NotFoundException unknown) {
          explain(unknown, "").put("pid", pid);
          worst = ExitCode.NOT_REACHED;
        }
      }
    }
    List<Reply> replies = ControlClient.askAll(Jvm.sockets(jvms), request());
    for (int i = 0; i < jvms.size(); i++) {
      worst = Math.max(worst, told(jvms.get(i), replies.get(i)));
    }
    printAnswers();
    if (jvms.isEmpty() && pids == null) {
      spec.commandLine().getErr().println("no guarded JVM in which a run has begun");
      worst = ExitCode.NOT_REACHED; // Else a script took it for done.
    }
    return worst;
  }

  private void printAnswers() {
    if (json) {
      spec.commandLine().getOut().println(ControlProtocol.text(answers));
    }
  }

  private int tellStore(StoreOptions.Shared shared) {
    try (StoreDesk desk = shared.reach(spec);
        ControlClient client = new ControlClient(JvmCommand.socketOf(desk))) {
      String done = client.ask(request()).asText();
      answers.addObject().put("pid", "store").put("result", done);
      if (!json) {
        spec.commandLine().getOut().println(PrintableText.of(done));
      }
      return ExitCode.OK;
    } catch (InterruptedException ended) {
      Thread.currentThread().interrupt();
      return ExitCode.NOT_REACHED;
    } catch (IOException | ControlException refused) {
      explain(refused, "").put("pid", "store");
      return refused instanceof ControlException ? ExitCode.REFUSED : ExitCode.NOT_REACHED;
    }
  }

  /** Returns what is told of it as JSON. */
  private ObjectNode explain(Exception why, String before) {
    String message = String.valueOf(why.getMessage());
    spec.commandLine().getErr().println(before + PrintableText.of(message));
    return answers.addObject().put("error", message);
  }

  private int told(Jvm jvm, Reply reply) {
    String pid = Long.toString(jvm.pid());
    try {
      String done = reply.get().asText();
      answers.addObject().put("pid", jvm.pid()).put("result", done);
      if (!json) {
        spec.commandLine().getOut().println(pid + ": " + PrintableText.of(done));
      }
      return ExitCode.OK;
    } catch (IOException | ControlException refused) {
      explain(refused, pid + ": ").put("pid", jvm.pid());
      return refused instanceof ControlException ? ExitCode.REFUSED : ExitCode.NOT_REACHED;
    }
  }

  /** Holds them. */
  @Command(
      name = "freeze",
      description =
          "Hold every run at its next call of a tool or model, for ten minutes unless told otherwise."
              + " A call on a thread that must not wait is halted instead, this once. The time"
              + " counts for no limit.")
  static final class Freeze extends FreezeCommand {

    /** What calls change. */
    enum Effect {
      write
    }

    @Option(
        names = "--effect",
        paramLabel = "write",
        description = "Hold only calls of tools that change something, or may.")
    private @Nullable Effect effect;

    @Option(
        names = "--for",
        paramLabel = "TIME",
        converter = DurationConverter.class,
        description = "For how long at most, such as 90s, 10m or 2h. Default: 10m.")
    private @Nullable Duration time;

    @Option(names = "--halt", description = "Halt runs for good at their next call instead.")
    private boolean halt;

    @Override
    ObjectNode request() {
      ObjectNode request = ControlClient.order("freeze", JvmCommand.BY).put("halt", halt);
      if (effect != null) {
        request.put("effect", "write");
      }
      Duration most = time;
      return most == null ? request : request.put("seconds", most.toSeconds());
    }
  }

  /** Lets them go on. */
  @Command(name = "unfreeze", description = "Let frozen runs go on where they were held.")
  static final class Unfreeze extends FreezeCommand {
    @Override
    ObjectNode request() {
      return ControlClient.order("unfreeze", JvmCommand.BY);
    }
  }
}
