package io.loophalt.compatibility;

import static io.loophalt.compatibility.Steering.call;
import static io.loophalt.compatibility.harness.OutcomeAssert.assertThatRun;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.networknt.schema.JsonSchema;
import io.loophalt.compatibility.harness.EventLog;
import io.loophalt.compatibility.harness.ForkedContainer;
import io.loophalt.compatibility.harness.ForkedJvm;
import io.loophalt.compatibility.harness.OnEveryJdk;
import io.loophalt.compatibility.harness.SpreadOverJdks;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;

/** What many runs of a real JVM may use together. */
@SpreadOverJdks
class BudgetsIT {

  private static final ObjectMapper JSON = new ObjectMapper();

  private static final String YAML =
      """
      budgets: {desks: {match: {task: "de*"}, cost: %s, per: month}}
      prices: {"*": {input: 1000, output: 1000}}
      events: {file: events.jsonl}
      """;

  @TempDir Path folder;

  @OnEveryJdk
  void runsAreHaltedWhenItIsSpentAndAPersonSeesItAndLetsOneGoOn(ForkedContainer container)
      throws IOException {
    Steering steering = new Steering(container, folder);
    try (ForkedJvm jvm = steering.start(YAML.formatted("10"))) {
      String pid = Long.toString(jvm.pid());
      call(jvm, "one", 1, "ask", "5000", "answered");
      call(jvm, "two", 1, "ask", "4000", "answered");
      assertThat(steering.lines("runs", pid))
          .anyMatch(line -> line.matches("desks +open +90% +9\\.00/10 +- +\\d{4}-\\d\\d-01T.*Z"))
          .allMatch(line -> line.length() <= 80);

      jvm.send("one ask 2500");
      jvm.awaitLineMatching(
          "one\\.2=halted cost_cap: budget 'desks' is spent: 11\\.5 of 10, in the currency of the"
              + " price table, used by all its runs since .*; it opens again at .*");
      call(jvm, "two", 2, "look", "a", "page 1 of a tells of item 7919");
      jvm.send("two ask 1");
      jvm.awaitLineMatching("two\\.3=halted cost_cap: budget 'desks' is spent: .*");
      assertThat(steering.lines("runs", pid))
          .anyMatch(line -> line.matches("desks +spent +115% +11\\.50/10 .*"));
      JsonNode agent = JSON.readTree(String.join("\n", steering.lines("ps", "--json"))).get(0);
      assertThat(agent.path("budgets").get(0).path("state").asText()).isEqualTo("spent");

      assertThatRun(steering.command("resume", pid, "one", "--extra-steps", "20"))
          .exitedWith(1)
          .warns("one is at a ceiling: budget 'desks' is spent: .*--extra-cost.*");
      assertThat(steering.lines("resume", pid, "one", "--extra-cost", "2"))
          .containsExactly("one goes on");
      call(jvm, "one", 3, "ask", "1000", "answered");
      jvm.send("one ask 1000");
      jvm.awaitLineMatching("one\\.4=halted cost_cap: 9\\.5 of 9\\.5 spent, .*");

      steering.configure(YAML.formatted("50"));
      steering.lines("reload", pid);
      call(jvm, "two", 4, "ask", "1000", "answered");
      assertThat(steering.lines("runs", pid))
          .as("what is used stays used")
          .anyMatch(line -> line.matches("desks +open +\\d\\d% +14\\.50\\d*/50 .*"));
      assertThat(steering.lines("config", pid))
          .anyMatch(
              line -> line.matches("budgets\\.desks\\.cost: 50 {2}\\(.*guard\\.yaml:2:.*\\)"));

      assertThatRun(Steering.end(jvm))
          .exitedWith(0)
          .doesNotWarn(".*internal error.*")
          .warns("\\[loophalt] budget desks is nearly spent: 9 of 10; it opens again at .*")
          .warns("\\[loophalt] budget desks is spent: 11\\.5 of 10; it opens again at .*");
    }

    JsonSchema schema = StrictSchema.ofEvents();
    List<String> kinds = new ArrayList<>();
    for (String line : EventLog.lines(folder)) {
      JsonNode event = JSON.readTree(line);
      assertThat(schema.validate(event)).as(line).isEmpty();
      kinds.add(event.path("event").asText());
    }
    assertThat(kinds).filteredOn("budget_warning"::equals).hasSize(1);
    assertThat(kinds).filteredOn("budget_spent"::equals).hasSize(1);
  }
}
