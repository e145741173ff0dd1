package io.loophalt.agent.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.loophalt.PrintableText;
import io.loophalt.agent.cli.jvm.JvmFinder;
import io.loophalt.agent.cli.stored.StoreDesk;
import io.loophalt.operations.control.ControlClient;
import io.loophalt.operations.control.ControlException;
import io.loophalt.operations.control.ControlProtocol;
import io.loophalt.operations.control.GuardedJvms;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** A command that asks one guarded JVM something, or tells it. */
abstract class JvmCommand implements Callable<Integer> {

  /** As whose orders others see those of all commands. */
  static final String BY = "command line";

  /** What a person must know who looks at runs then. */
  static final String BUDGETS_UNKNOWN =
      "the store does not say what was used of the budgets: a run that a budget halts is taken here"
          + " for one that goes on";

  @SuppressWarnings("NullAway.Init") // picocli sets it before call()
  @Spec
  CommandSpec spec;

  @Option(names = "--json", description = "Print the agent's answer as one JSON document.")
  boolean json;

  /** Looks at what is not there by itself. */
  private interface Look {
    void look() throws IOException;
  }

  /** A JVM's own socket tells what is so. */
  private Look looksAgain = () -> {};

  /** Process id of the JVM; null if it was not given. */
  abstract @Nullable String pid();

  /** By which the runs of a store are meant in place of those of a JVM; null if they cannot be. */
  @Nullable StoreOptions stored() {
    return null;
  }

  /** Whether the answer would be wrong where it is not known what was used of the budgets. */
  boolean isDecidedByBudgets() {
    return false;
  }

  /** What to ask. */
  abstract ObjectNode request();

  /** Prints an answer for a person. */
  void print(JsonNode answer, PrintWriter out) {
    out.println(PrintableText.of(answer.asText()));
  }

  @Override
  public final Integer call() {
    return asking(this::ask);
  }

  /** What is done with a connection. */
  interface Asking {
    void with(ControlClient client) throws IOException, ControlException;
  }

  /** Connects, and turns whatever goes wrong into a line and an exit code. */
  final int asking(Asking asking) {
    StoreOptions store = stored();
    if (store != null && store.isAsked()) {
      return askingStore(store, asking);
    }
    String jvm = pid();
    if (jvm == null) {
      throw new ParameterException(spec.commandLine(), "Missing required parameter: 'PID'");
    }
    try (ControlClient client = new ControlClient(JvmFinder.ofThisMachine().find(jvm).socket())) {
      asking.with(client);
      return ExitCode.OK;
    } catch (JvmFinder.NotFoundException unknown) {
      return explain(unknown, ExitCode.NOT_REACHED);
    } catch (ControlException refused) {
      return explain(refused, ExitCode.REFUSED);
    } catch (IOException gone) {
      return explain(
          new IOException("process " + jvm + " does not answer: " + gone.getMessage()),
          ExitCode.NOT_REACHED);
    }
  }

  /** The same with all runs of a store. */
  private int askingStore(StoreOptions store, Asking asking) {
    try (StoreDesk desk = store.open();
        ControlClient client = new ControlClient(socketOf(desk))) {
      if (!desk.knowsBudgets()) {
        if (isDecidedByBudgets()) {
          throw new IOException(BUDGETS_UNKNOWN);
        }
        spec.commandLine().getErr().println(BUDGETS_UNKNOWN);
      }
      looksAgain = desk::refresh;
      asking.with(client);
      if (desk.unreadable() > 0) {
        spec.commandLine()
            .getErr()
            .println(
                desk.unreadable()
                    + " runs are judged by other settings or another version than this command has:"
                    + " what was counted in them is not known here");
      }
      if (!desk.awaitTaken()) {
        throw new IOException("the store was late: it is not certain that this holds for all");
      }
      return ExitCode.OK;
    } catch (ControlException refused) {
      return explain(refused, ExitCode.REFUSED);
    } catch (IOException gone) {
      return explain(gone, ExitCode.NOT_REACHED);
    } catch (InterruptedException ended) {
      Thread.currentThread().interrupt();
      return ExitCode.NOT_REACHED;
    }
  }

  /** Where the runs of a store are steered. */
  static Path socketOf(StoreDesk desk) {
    return GuardedJvms.find(List.of(desk.folder())).get(0).socket();
  }

  /** What is shown next is what is so now. */
  final void lookAgain() throws IOException {
    looksAgain.look();
  }

  private int explain(Exception why, int code) {
    spec.commandLine().getErr().println(PrintableText.of(String.valueOf(why.getMessage())));
    return code;
  }

  /** Asks once, unless a command does otherwise. */
  void ask(ControlClient client) throws IOException, ControlException {
    show(client.ask(request()));
  }

  final void show(JsonNode answer) {
    PrintWriter out = spec.commandLine().getOut();
    if (json) {
      out.println(ControlProtocol.text(answer));
    } else {
      print(answer, out);
    }
    out.flush();
  }
}
