package io.loophalt.agent.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.loophalt.operations.control.ControlClient;
import io.loophalt.operations.control.ControlClient.Reply;
import io.loophalt.operations.control.ControlException;
import io.loophalt.operations.control.ControlFolder;
import io.loophalt.operations.control.ControlProtocol;
import io.loophalt.operations.control.GuardedJvms;
import io.loophalt.operations.control.GuardedJvms.Jvm;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Lists the guarded JVMs of this machine. */
@Command(
    name = "ps",
    description =
        "List the guarded JVMs of this machine in which a run has begun: those of the calling user,"
            + " or for root those of all.")
final class PsCommand implements Callable<Integer> {

  private static final TextTable TABLE =
      new TextTable()
          .left("PID", 8)
          .left("MAIN", 27)
          .left("AGENT", 15)
          .left("MODE", 8)
          .right("RUNS", 5)
          .right("HALTED", 6)
          .right("HALTS", 5);

  @SuppressWarnings("NullAway.Init") // picocli sets it before call()
  @Spec
  private CommandSpec spec;

  @Option(names = "--json", description = "Print one JSON document.")
  private boolean json;

  @Override
  public Integer call() {
    ArrayNode agents = ControlClient.request("agent").arrayNode();
    List<Jvm> jvms = GuardedJvms.find(ControlFolder.all());
    List<Reply> replies = ControlClient.askAll(Jvm.sockets(jvms), ControlClient.request("agent"));
    for (int i = 0; i < jvms.size(); i++) {
      agents.add(known(jvms.get(i), replies.get(i)));
    }
    PrintWriter out = spec.commandLine().getOut();
    if (json) {
      out.println(ControlProtocol.text(agents));
    } else if (agents.isEmpty()) {
      out.println("no guarded JVM in which a run has begun");
    } else {
      TABLE.head(out);
      agents.forEach(each -> TABLE.row(out, row(each)));
    }
    out.flush();
    return ExitCode.OK;
  }

  /** What it says of itself; one that does not answer is in the list all the same. */
  private static ObjectNode known(Jvm jvm, Reply reply) {
    ObjectNode known =
        ControlClient.request("agent")
            .objectNode()
            .put("pid", jvm.pid())
            .put("name", jvm.name())
            .put("main", jvm.main())
            .put("version", jvm.version());
    try {
      if (reply.get() instanceof ObjectNode said) {
        known.setAll(said);
      }
    } catch (IOException | ControlException silent) {
      known.put("error", String.valueOf(silent.getMessage()));
    }
    return known;
  }

  private static List<String> row(JsonNode agent) {
    boolean answers = agent.has("mode");
    return List.of(
        agent.path("pid").asText(),
        agent.path("main").asText(),
        agent.path("version").asText(),
        answers ? mode(agent) : "no answer",
        agent.path("live_runs").asText("-"),
        agent.path("halted_runs").asText("-"),
        agent.path("halts").asText("-"));
  }

  private static String mode(JsonNode agent) {
    if (!agent.path("enabled").asBoolean(true)) {
      return "disabled";
    }
    return agent.path("frozen_until").isTextual() ? "frozen" : agent.path("mode").asText();
  }
}
