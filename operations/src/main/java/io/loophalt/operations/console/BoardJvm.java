package io.loophalt.operations.console;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.loophalt.PrintableText;
import io.loophalt.operations.control.ControlProtocol;
import io.loophalt.operations.control.GuardedJvms.Jvm;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** A JVM on the board. Guarded by the board's lock, but for what never changes. */
final class BoardJvm {

  /** How it is with the connection. */
  enum Presence {
    HERE,
    /** It is there and does not answer, or not as it should. */
    SILENT,
    GONE
  }

  final long key;
  final Jvm jvm;
  final Map<String, BoardRun> runs = new HashMap<>();

  /** Ids of runs of a connection before this one, of which this one has not told yet. */
  final Set<String> untold = new HashSet<>();

  /** Until the answers to the first question of a connection have told of all runs. */
  boolean isFirstLook = true;

  Presence presence = Presence.HERE;
  String trouble = "";
  JsonNode agent = ControlProtocol.JSON.createObjectNode();

  BoardJvm(long key, Jvm jvm) {
    this.key = key;
    this.jvm = jvm;
  }

  /** As a person knows it: its main class and its process id. */
  String name() {
    return (main() + ' ' + jvm.pid()).strip();
  }

  /** Of another user's JVM nothing is known before it has answered. */
  private String main() {
    return PrintableText.name(agent.path("main").asText(jvm.main()));
  }

  void write(ObjectNode out) {
    out.put("key", key).put("pid", jvm.pid()).put("name", PrintableText.name(jvm.name()));
    out.put("main", main());
    out.put("version", PrintableText.name(agent.path("version").asText(jvm.version())));
    out.put("presence", presence.name().toLowerCase(Locale.ROOT));
    out.put("trouble", trouble);
    out.put("mode", PrintableText.name(agent.path("mode").asText()));
    out.put("enabled", agent.path("enabled").asBoolean(true));
    out.put("live", agent.path("live_runs").asLong());
    out.put("halted", agent.path("halted_runs").asLong());
    out.put("halts", agent.path("halts").asLong());
    out.put("waiting", agent.path("waiting").asLong());
    out.put("frozen", PrintableText.name(agent.path("frozen_until").asText("")));
    out.put("config", PrintableText.of(agent.path("config").asText()));
    ArrayNode blocked = out.putArray("blocked");
    agent.path("blocked").forEach(tool -> blocked.add(PrintableText.name(tool.asText())));
    ArrayNode budgets = out.putArray("budgets");
    for (JsonNode each : agent.path("budgets")) { // agents that have none do not speak of them
      budgets
          .addObject()
          .put("name", PrintableText.name(each.path("name").asText()))
          .put("state", PrintableText.name(each.path("state").asText()))
          .put("percent", each.path("percent").asLong())
          .put("until", PrintableText.name(each.path("until").asText()));
    }
  }
}
