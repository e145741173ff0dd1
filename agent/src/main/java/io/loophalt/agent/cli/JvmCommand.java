package io.loophalt.agent.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.loophalt.PrintableText;
import io.loophalt.agent.cli.jvm.JvmFinder;
import io.loophalt.operations.control.ControlClient;
import io.loophalt.operations.control.ControlException;
import io.loophalt.operations.control.ControlProtocol;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** A command that asks one guarded JVM something, or tells it. */
abstract class JvmCommand implements Callable<Integer> {

  /** As whose orders others see those of all commands. */
  static final String BY = "command line";

  @SuppressWarnings("NullAway.Init") // picocli sets it before call()
  @Spec
  CommandSpec spec;

  @SuppressWarnings("NullAway.Init") // picocli sets it before call()
  @Parameters(
      index = "0",
      paramLabel = "PID",
      description = "Process id of the JVM; 'ps' lists them.")
  String pid;

  @Option(names = "--json", description = "Print the agent's answer as one JSON document.")
  boolean json;

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
    try (ControlClient client = new ControlClient(JvmFinder.ofThisMachine().find(pid).socket())) {
      asking.with(client);
      return ExitCode.OK;
    } catch (JvmFinder.NotFoundException unknown) {
      return explain(unknown, ExitCode.NOT_REACHED);
    } catch (ControlException refused) {
      return explain(refused, ExitCode.REFUSED);
    } catch (IOException gone) {
      return explain(
          new IOException("process " + pid + " does not answer: " + gone.getMessage()),
          ExitCode.NOT_REACHED);
    }
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
