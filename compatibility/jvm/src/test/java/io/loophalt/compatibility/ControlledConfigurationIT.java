package io.loophalt.compatibility;

import static io.loophalt.compatibility.Steering.await;
import static io.loophalt.compatibility.Steering.call;
import static io.loophalt.compatibility.Steering.endsWell;
import static io.loophalt.compatibility.Steering.pid;
import static io.loophalt.compatibility.harness.OutcomeAssert.assertThatRun;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.loophalt.compatibility.harness.EventLog;
import io.loophalt.compatibility.harness.ForkedContainer;
import io.loophalt.compatibility.harness.ForkedJvm;
import io.loophalt.compatibility.harness.Jdk;
import io.loophalt.compatibility.harness.OnEveryJdk;
import io.loophalt.compatibility.harness.SpreadOverJdks;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the configuration of a running JVM is, and how it changes. */
@SpreadOverJdks
class ControlledConfigurationIT {

  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir Path folder;

  @OnEveryJdk
  void theConfigurationAndTheModeChangeWhileItRuns(ForkedContainer container) throws IOException {
    Steering steering = new Steering(container, folder);
    try (ForkedJvm jvm = steering.start("")) {
      call(jvm, "one", 1, "search", "a", "no match for a");
      call(jvm, "one", 2, "search", "a", "no match for a");

      steering.configure("ceilings: {steps: 3}\n");
      assertThat(steering.lines("reload", pid(jvm)).get(0))
          .matches("in force from the next call on: .*guard\\.yaml");
      jvm.send("one search a");
      steering.awaitSteps("one", 3);
      call(jvm, "one", 4, "look", "a", "halted step_cap: 3 of 3 steps used");

      assertThat(steering.lines("config", pid(jvm)))
          .anyMatch(line -> line.matches("ceilings\\.steps: 3 {2}\\(.*guard\\.yaml:2:\\d+\\)"))
          .contains("idle-gap: 5m  (default)", "preset: standard  (default)");

      steering.configure("ceilings: {stepz: 3}\n");
      assertThatRun(steering.command("reload", pid(jvm)))
          .exitedWith(1)
          .warns(".*guard\\.yaml:2:12: .*stepz.*goes on to hold.*");
      call(jvm, "one", 5, "look", "a", "halted step_cap: 3 of 3 steps used");

      steering.lines("reset", pid(jvm), "one");
      assertThat(steering.lines("mode", pid(jvm), "observe")).containsExactly("mode: observe");
      call(jvm, "one", 6, "look", "a", "page 1 of a tells of item 7919");
      steering.configure("ceilings: {steps: 3}\n");
      assertThat(steering.lines("reload", pid(jvm)).get(0))
          .endsWith("; the mode stays 'observe', as an operator has set it");
      assertThat(steering.lines("config", pid(jvm))).contains("mode: observe  (an operator)");
      steering.lines("mode", pid(jvm), "act");
      call(jvm, "one", 7, "look", "a", "halted step_cap: 4 of 3 steps used");

      assertThat(steering.lines("disable", pid(jvm)))
          .containsExactly("disabled: calls pass unwatched until 'enable'");
      call(jvm, "one", 8, "look", "a", "page 2 of a tells of item 15838");
      assertThat(steering.lines("ps")).anyMatch(line -> line.contains("disabled"));
      steering.lines("enable", pid(jvm));
      call(jvm, "one", 9, "look", "a", "halted step_cap: 4 of 3 steps used");
      endsWell(jvm);
    }
  }

  @Test
  void whatComesBeforeTheFileIsShownWithTheNameThatItHas() throws IOException {
    ForkedContainer container = new ForkedContainer(Jdk.running());
    Steering steering = new Steering(container, folder);
    steering.configure("mode: act\nidle-gap: 7m\n");

    try (ForkedJvm jvm = steered(steering, Map.of("LOOPHALT_MODE", "observe"))) {
      call(jvm, "one", 1, "look", "a", "page 1 of a tells of item 7919");
      await(() -> steering.lines("ps").size() == 2);
      assertThat(steering.lines("config", pid(jvm)))
          .contains("mode: observe  (LOOPHALT_MODE)")
          .anyMatch(line -> line.matches("idle-gap: 7m {2}\\(.*guard\\.yaml:3:\\d+\\)"));
      endsWell(jvm);
    }
    try (ForkedJvm jvm =
        steered(steering, Map.of("LOOPHALT_MODE", "act"), "-Dloophalt.mode=observe")) {
      call(jvm, "one", 1, "look", "a", "page 1 of a tells of item 7919");
      await(() -> steering.lines("ps").size() == 2);
      assertThat(steering.lines("config", pid(jvm))).contains("mode: observe  (loophalt.mode)");
      endsWell(jvm);
    }
  }

  @OnEveryJdk
  void aChangedFileHoldsByItselfAndAWrongOneDoesNot(ForkedContainer container) throws IOException {
    Steering steering = new Steering(container, folder);
    String logged = "events: {file: events.jsonl, steps: true}\n";
    try (ForkedJvm jvm = steering.start(logged)) {
      call(jvm, "one", 1, "look", "a", "page 1 of a tells of item 7919");

      steering.configure(logged + "ceilings: {steps: 1}\n");
      await(
          () ->
              steering.lines("config", pid(jvm)).stream()
                  .anyMatch(line -> line.startsWith("ceilings.steps: 1 ")));
      call(jvm, "one", 2, "look", "a", "halted step_cap: 1 of 1 steps used");

      steering.configure(logged + "ceilings: {stepz: 9}\n");
      await(() -> EventLog.lines(folder).stream().anyMatch(line -> line.contains("stepz")));
      call(jvm, "one", 3, "look", "a", "halted step_cap: 1 of 1 steps used");
      jvm.send("end end end");
      assertThatRun(jvm.finish())
          .exitedWith(0)
          .warns("\\[loophalt] the configuration has changed: in force from the next call on: .*")
          .warns(
              ".*the configuration has changed: .*guard\\.yaml:3:12: .*stepz.*goes on to hold.*");
    }
    List<JsonNode> told = new ArrayList<>();
    for (String line : EventLog.lines(folder)) {
      JsonNode event = JSON.readTree(line);
      assertThat(StrictSchema.ofEvents().validate(event)).as(line).isEmpty();
      if (event.path("event").asText().equals("configuration")) {
        told.add(event);
      }
    }
    assertThat(told)
        .satisfiesExactly(
            right -> assertThat(right.path("in_force").asBoolean()).isTrue(),
            wrong -> {
              assertThat(wrong.path("in_force").asBoolean(true)).isFalse();
              assertThat(wrong.path("detail").asText()).contains("guard.yaml:3:12: ");
            });
    String log = EventLog.files(folder).get(0).toString();
    assertThat(steering.lines("replay", log))
        .as("the one run, and none for what is of no run")
        .contains("runs    1");
    assertThat(steering.lines("report", "--json", log).get(0)).contains("\"runs\":1,");
  }

  /** With what comes before the file. */
  private static ForkedJvm steered(
      Steering steering, Map<String, String> environment, String... options) {
    List<String> command = new ArrayList<>();
    command.add(steering.container().jdk().command("java"));
    command.add(ForkedContainer.agentOption(steering.configuration()));
    command.addAll(List.of(options));
    command.addAll(Applications.steered().options());
    command.addAll(Applications.steered().start());
    ForkedJvm jvm = ForkedJvm.start(command, steering.folder(), ForkedJvm.TIME_LIMIT, environment);
    jvm.awaitLine("ready=true");
    return jvm;
  }
}
