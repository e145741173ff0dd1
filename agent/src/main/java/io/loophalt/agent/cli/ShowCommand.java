package io.loophalt.agent.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.loophalt.PrintableText;
import io.loophalt.operations.control.ControlClient;
import java.io.PrintWriter;
import java.util.Map;
import picocli.CommandLine.Command;

/** Shows one run. */
@Command(
    name = "show",
    description =
        "Show one run: what it has used, its last actions as tool and digests, and what each"
            + " detector counts, with its explanation; what tools were called with where"
            + " 'capture' has that kept.")
final class ShowCommand extends OneRunCommand {

  @Override
  ObjectNode request() {
    return ControlClient.request("show").put("run", run()).put("cut", true);
  }

  @Override
  void print(JsonNode answer, PrintWriter out) {
    JsonNode seen = answer.path("run");
    line(out, "run", seen.path("id").asText());
    line(out, "task", seen.path("task").asText());
    if (seen.path("framework").isTextual()) {
      line(out, "framework", seen.path("framework").asText());
    }
    line(
        out,
        "state",
        seen.path("state").asText() + (seen.path("over").asBoolean() ? ", and over" : ""));
    if (seen.path("reason").isTextual()) {
      line(out, "halted for", seen.path("reason").asText());
    }
    if (seen.path("parent").isTextual()) {
      line(out, "inside", seen.path("parent").asText());
    }
    line(
        out,
        "used",
        seen.path("steps").asText()
            + " steps, "
            + seen.path("turns").asText()
            + " turns, "
            + seen.path("tokens").asText()
            + " tokens, cost "
            + seen.path("cost").asText()
            + ", "
            + RunsCommand.age(seen.path("seconds").asLong()));
    for (Map.Entry<String, JsonNode> tool : answer.path("tools").properties()) {
      line(out, "tool", tool.getKey() + " " + tool.getValue().asText() + "x");
    }
    for (JsonNode rule : answer.path("rules")) {
      JsonNode haltsAt = rule.path("halts_at");
      line(
          out,
          "counts",
          rule.path("detector").asText()
              + " ("
              + rule.path("rule").asText()
              + ") "
              + rule.path("count").asText()
              + (haltsAt.isNull() ? "" : " of " + haltsAt.asText())
              + ": "
              + rule.path("why").asText());
    }
    for (JsonNode each : answer.path("arguments")) {
      line(
          out,
          "arguments",
          "#"
              + (each.path("step").asLong() + 1)
              + ' '
              + each.path("tool").asText()
              + ' '
              + each.path("text").asText()
              + (each.path("cut").asBoolean() ? " …" : ""));
    }
    for (JsonNode action : answer.path("last_actions")) {
      line(out, "action", action.asText());
    }
  }

  private static void line(PrintWriter out, String name, String text) {
    out.println(name + " ".repeat(Math.max(1, 12 - name.length())) + PrintableText.of(text));
  }
}
