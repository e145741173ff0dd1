package io.loophalt.compatibility;

import static io.loophalt.compatibility.Steering.call;
import static io.loophalt.compatibility.Steering.endsWell;
import static io.loophalt.compatibility.Steering.pid;
import static io.loophalt.compatibility.harness.OutcomeAssert.assertThatRun;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.loophalt.compatibility.harness.AgentCommand;
import io.loophalt.compatibility.harness.ForkedContainer;
import io.loophalt.compatibility.harness.ForkedJvm;
import io.loophalt.compatibility.harness.Guard;
import io.loophalt.compatibility.harness.Jdk;
import io.loophalt.compatibility.harness.OnEveryJdk;
import io.loophalt.compatibility.harness.Outcome;
import io.loophalt.compatibility.harness.SpreadOverJdks;
import io.loophalt.compatibility.harness.contract.Operator;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** In which form the command line answers, and that the JVM itself prints nothing. */
@SpreadOverJdks
class ControlAnswersIT {

  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir Path folder;

  @Test
  void noOrderPrintsAnythingIntoTheTarget() throws IOException {
    ForkedContainer container = new ForkedContainer(Jdk.running());
    Steering steering = new Steering(container, folder);
    try (ForkedJvm jvm = steering.start("")) {
      call(jvm, "one", 1, "look", "a", "page 1 of a tells of item 7919");
      Operator person = new Operator(folder.resolve("sockets"));
      for (String order :
          List.of(
              "agent",
              "runs",
              "show",
              "budgets",
              "config",
              "changes",
              "halt",
              "resume",
              "reset",
              "freeze",
              "unfreeze",
              "block",
              "unblock",
              "mode",
              "disable",
              "enable",
              "reload")) {
        person.follow(
            Operator.order(order)
                .put("run", "one")
                .put("extra_steps", 9)
                .put("tool", "look")
                .put("mode", "act"));
      }
      call(jvm, "one", 2, "look", "a", "page 2 of a tells of item 15838");

      jvm.send("end end end");
      Outcome outcome = jvm.finish();
      assertThatRun(outcome).exitedWith(0).printedNothingButItsReport();
      assertThat(outcome.err())
          .as("of a halt what every halt says, and of the orders nothing: %s", outcome.describe())
          .hasSize(4)
          .allMatch(
              line ->
                  line.matches(
                      "\\[loophalt] (\\S+ \\| JDK .*|watching .*|halted one: run stopped .*"
                          + "|1 run, 0 nudges, 1 halt, 0 tokens)"));
    }
  }

  @OnEveryJdk
  void everyAnswerAsJsonIsAsTheSchemaSays(ForkedContainer container) throws IOException {
    Steering steering = new Steering(container, folder);
    steering.configure(
        """
        budgets: {desks: {match: {task: "de*"}, tokens: 50000, per: month}}
        events: {file: events.jsonl, steps: true}
        capture: arguments
        """);
    try (ForkedJvm jvm = container.start(Applications.steered(), new Guard.Absent(), folder)) {
      jvm.awaitLine("ready=true");
      asTheSchemaSays(
          steering, "attach", pid(jvm), "--config", steering.configuration().toString());
      asTheSchemaSays(steering, "check-config", steering.configuration().toString());
      call(jvm, "one", 1, "search", "a", "no match for a");
      steering.awaitSteps("one", 1);
      call(jvm, "one", 2, "search", "a", "no match for a");
      call(jvm, "two", 1, "look", "a", "page 1 of a tells of item 7919");

      asTheSchemaSays(steering, "halt", pid(jvm), "two");
      jvm.send("two close it");
      jvm.awaitLine("two.closed=1");
      asTheSchemaSays(steering, "ps");
      assertThat(asTheSchemaSays(steering, "runs", pid(jvm))).hasSize(3);
      JsonNode one = asTheSchemaSays(steering, "show", pid(jvm), "one");
      assertThat(one.path("rules")).isNotEmpty();
      assertThat(one.path("arguments")).isNotEmpty();
      assertThat(asTheSchemaSays(steering, "show", pid(jvm), "two").path("stop").path("kind"))
          .hasToString("\"operator\"");
      asTheSchemaSays(steering, "resume", pid(jvm), "two", "--extra-steps", "1");
      asTheSchemaSays(steering, "reset", pid(jvm), "two");
      assertThat(asTheSchemaSays(steering, "freeze", pid(jvm))).hasSize(1);
      asTheSchemaSays(steering, "unfreeze", "--all");
      asTheSchemaSays(steering, "block", pid(jvm), "search");
      asTheSchemaSays(steering, "unblock", pid(jvm), "search");
      asTheSchemaSays(steering, "mode", pid(jvm), "observe");
      asTheSchemaSays(steering, "reload", pid(jvm));
      asTheSchemaSays(steering, "disable", pid(jvm));
      asTheSchemaSays(steering, "enable", pid(jvm));
      assertThat(asTheSchemaSays(steering, "config", pid(jvm))).isNotEmpty();
      endsWell(jvm);
    }
    Outcome nobody = steering.command("unfreeze", "999999999", "--json");
    assertThatRun(nobody).exitedWith(3);
    assertThat(StrictSchema.ofCommand("unfreeze").validate(json(nobody))).isEmpty();
    Outcome unattached = steering.command("attach", "999999999", "--json");
    assertThatRun(unattached).exitedWith(1);
    assertThat(StrictSchema.ofCommand("attach").validate(json(unattached))).isEmpty();
  }

  private JsonNode asTheSchemaSays(Steering steering, String... arguments) throws IOException {
    List<String> asked = new ArrayList<>(List.of(arguments));
    asked.add("--json");
    Outcome outcome = steering.command(asked.toArray(String[]::new));
    assertThatRun(outcome).exitedWith(0);
    JsonNode answer = json(outcome);
    assertThat(StrictSchema.ofCommand(arguments[0]).validate(answer)).as("%s", answer).isEmpty();
    return answer;
  }

  private static JsonNode json(Outcome outcome) throws IOException {
    return JSON.readTree(String.join("\n", outcome.out()));
  }

  @OnEveryJdk
  void whoComesWhileNoFileCanBeOpenedIsAnsweredOnceOneCan(ForkedContainer container)
      throws IOException {
    Steering steering = new Steering(container, folder);
    try (ForkedJvm jvm = steering.start("")) {
      call(jvm, "one", 1, "search", "a", "no match for a");
      steering.awaitState("one", "going");

      mayOpenFiles(jvm, 0);
      Outcome answered;
      try (ForkedJvm asks = AgentCommand.start(container.jdk(), folder, "show", pid(jvm), "one")) {
        jvm.awaitErrorMatching("\\[loophalt] WARNING cannot be steered from outside just now .*");
        mayOpenFiles(jvm, 1_000);
        answered = asks.finish();
      }

      assertThatRun(answered).exitedWith(0);
      assertThat(steering.lines("ps")).hasSize(2);
      endsWell(jvm);
    }
  }

  private void mayOpenFiles(ForkedJvm jvm, int files) {
    List<String> command = List.of("prlimit", "--pid", pid(jvm), "--nofile=" + files + ":");
    try (ForkedJvm limit = ForkedJvm.start(command, folder)) {
      assertThatRun(limit.finish()).exitedWith(0);
    }
  }

  @OnEveryJdk
  void onATerminalWatchDrawsInPlace(ForkedContainer container) throws IOException {
    Steering steering = new Steering(container, folder);
    try (ForkedJvm jvm = steering.start("")) {
      for (int i = 0; i < 30; i++) {
        call(jvm, "run-" + i, 1, "search", "a", "no match for a");
      }
      steering.awaitState("run-29", "going");
      String watch =
          String.join(" ", AgentCommand.line(container.jdk(), "runs", pid(jvm), "--watch"));
      Outcome watched;
      try (ForkedJvm terminal =
          ForkedJvm.start(
              List.of("script", "--quiet", "--command", watch, "/dev/null"),
              folder,
              ForkedJvm.TIME_LIMIT,
              AgentCommand.environment(folder))) {
        terminal.awaitLineMatching(".*RUN +TASK +FRAMEWORK +STATE .*");
        call(jvm, "run-7", 2, "search", "a", "no match for a");
        terminal.awaitLineMatching("run-7 +desk +- +going +2 .*");
        terminal.awaitLineMatching("\\(there may be more: --most\\)\\s*");
        watched = terminal.stop();
      }
      List<String> first = new ArrayList<>();
      for (String line : watched.out()) {
        if (line.startsWith("\u001b[H\u001b[J") && !first.isEmpty()) {
          break;
        }
        first.add(line);
      }
      assertThat(first).as("head, 18 runs, and that there are more").hasSize(20);
      assertThat(first.get(0)).startsWith("\u001b[H\u001b[JRUN ");
      endsWell(jvm);
    }
  }
}
