package io.loophalt.compatibility;

import static io.loophalt.compatibility.harness.OutcomeAssert.assertThatRun;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.tools.attach.VirtualMachine;
import io.loophalt.compatibility.harness.Artifacts;
import io.loophalt.compatibility.harness.Attacher;
import io.loophalt.compatibility.harness.EventLog;
import io.loophalt.compatibility.harness.ForkedContainer;
import io.loophalt.compatibility.harness.ForkedJvm;
import io.loophalt.compatibility.harness.Guard;
import io.loophalt.compatibility.harness.Jdk;
import io.loophalt.compatibility.harness.OnEveryJdk;
import io.loophalt.compatibility.harness.Operator;
import io.loophalt.compatibility.harness.Outcome;
import io.loophalt.compatibility.harness.SpreadOverJdks;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import javax.management.Attribute;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import javax.management.openmbean.CompositeData;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a person sees of a running JVM with the command line, and does to it. */
@SpreadOverJdks
class ControlIT {

  private static final ObjectMapper JSON = new ObjectMapper();

  /** More than the ceiling and the gap of the test that freezes, in nanoseconds. */
  private static final long LONGER_THAN_EACH = 17_000_000_000L;

  @TempDir Path folder;

  private Path configuration() {
    return folder.resolve("guard.yaml");
  }

  @OnEveryJdk
  void aPersonSeesRunsAndStopsOneAndLetsItGoOn(ForkedContainer container) {
    try (ForkedJvm jvm = started(container, "")) {
      call(jvm, "one", 1, "search", "a", "no match for a");
      call(jvm, "one", 2, "search", "a", "no match for a");
      call(jvm, "two", 1, "look", "b", "page 1 of b tells of item 7919");

      assertThat(lines(container, "ps"))
          .anyMatch(line -> line.matches(jvm.pid() + " +\\S*SteeredAgent +\\S+ +act +2 +0 +0"));
      assertThat(lines(container, "runs", pid(jvm)))
          .hasSize(3)
          .anyMatch(line -> line.matches("one +desk +- +going +2 +0 +0 +- +2/5 +\\d+s"))
          .allMatch(line -> line.length() <= 80);
      assertThat(lines(container, "show", pid(jvm), "one"))
          .anyMatch(line -> line.matches("tool +search 2x"))
          .anyMatch(line -> line.matches("action +search.*"));

      assertThat(lines(container, "halt", pid(jvm), "one", "--reason", "too dear"))
          .containsExactly("one is halted: its next call of a tool or model throws");
      call(jvm, "one", 3, "look", "c", "halted operator: too dear");
      call(jvm, "two", 2, "look", "b", "page 2 of b tells of item 15838");
      assertThat(lines(container, "runs", pid(jvm))).anyMatch(line -> line.startsWith("one  "));

      assertThat(lines(container, "reset", pid(jvm), "one"))
          .containsExactly("one is halted no more, and is counted from zero");
      call(jvm, "one", 4, "look", "c", "page 1 of c tells of item 7919");

      lines(container, "halt", pid(jvm), "one");
      assertThat(lines(container, "resume", pid(jvm), "one", "--extra-steps", "1"))
          .containsExactly("one goes on");
      call(jvm, "one", 5, "look", "c", "page 2 of c tells of item 15838");
      call(jvm, "one", 6, "look", "c", "halted step_cap: 4 of 4 steps used");
      Outcome refused = command(container, "resume", pid(jvm), "one", "--extra-tokens", "9");
      assertThatRun(refused).exitedWith(1).warns("one is at a ceiling: 4 of 4 steps used.*");

      assertThat(command(container, "halt", pid(jvm), "three"))
          .satisfies(
              unknown -> assertThatRun(unknown).exitedWith(1).warns("there is no run three; .*"));
      ends(jvm);
    }
    assertThat(lines(container, "ps")).containsExactly("no guarded JVM in which a run has begun");
  }

  @OnEveryJdk
  void frozenCallsWaitAndTheirTimeDoesNotCount(ForkedContainer container) {
    try (ForkedJvm jvm = started(container, "ceilings: {wall-clock: 15s}\nidle-gap: 12s\n")) {
      call(jvm, "one", 1, "look", "b", "page 1 of b tells of item 7919");
      assertThat(lines(container, "freeze", pid(jvm), "--effect", "write").get(0))
          .startsWith(jvm.pid() + ": calls that may change something are frozen until ");
      jvm.send("two write file");
      awaitRun(container, jvm, "two +desk +- +waiting .*");
      call(jvm, "three", 1, "look", "b", "page 1 of b tells of item 7919");
      assertThat(lines(container, "unfreeze", "--all"))
          .containsExactly(jvm.pid() + ": not frozen any more");
      jvm.awaitLine("two.1=written");
      lines(container, "freeze", pid(jvm), "--for", "1s");
      call(jvm, "one", 2, "look", "b", "page 2 of b tells of item 15838");

      for (int number = 1; number <= 2; number++) {
        call(jvm, "four", number, "search", "a", "no match for a");
        call(jvm, "alone", number, "search", "a", "no match for a");
      }
      assertThat(lines(container, "freeze", "--all")).hasSize(1);
      jvm.send("four search a");
      jvm.send("alone search a");
      awaitRun(container, jvm, "four +desk +- +waiting +2 .*");
      awaitRun(container, jvm, "run-\\S+ +\\S+ +- +waiting +2 .*");
      List<String> ages = ages(container, jvm);
      long since = System.nanoTime();
      while (System.nanoTime() - since < LONGER_THAN_EACH) {
        assertThat(ages(container, jvm)).isEqualTo(ages);
      }
      lines(container, "unfreeze", pid(jvm));
      jvm.awaitLineMatching("alone\\.3=no match for a.*");
      call(jvm, "alone", 4, "look", "b", "page 1 of b tells of item 7919");
      awaitRun(container, jvm, "four +desk +- +(going|nudged) +3 .*");
      awaitRun(container, jvm, "run-\\S+ +\\S+ +- +(going|nudged) +4 .*");
      // Three, or two where the call came so late that it counts as patient.
      assertThat(lines(container, "show", pid(jvm), "four"))
          .as("what the run had counted before goes on")
          .anyMatch(line -> line.matches("counts +identical-call .* [23] of 5: .*"));

      lines(container, "freeze", pid(jvm), "--halt");
      call(
          jvm, "two", 2, "write", "file", "halted operator: an operator froze and halted all runs");
      lines(container, "unfreeze", pid(jvm));
      call(jvm, "two", 3, "look", "d", "halted operator: an operator froze and halted all runs");
      ends(jvm);
    }
  }

  /** What the list says of those that wait: no time passes in them. */
  private List<String> ages(ForkedContainer container, ForkedJvm jvm) {
    return lines(container, "runs", pid(jvm)).stream()
        .filter(line -> line.contains(" waiting "))
        .map(line -> line.replaceAll("^(\\S+) .* (\\S+)$", "$1 $2"))
        .sorted()
        .toList();
  }

  @OnEveryJdk
  void aListenerHearsWhatAPersonHaltsAndDoesNotLetItGoOn(ForkedContainer container) {
    Steering steering = new Steering(container, folder);
    try (ForkedJvm jvm = steering.start(Applications.steered("heard"), "")) {
      call(jvm, "one", 1, "look", "a", "page 1 of a tells of item 7919");
      lines(container, "halt", pid(jvm), "one", "--reason", "too dear");
      call(jvm, "one", 2, "look", "a", "halted operator: too dear");
      jvm.awaitLine("heard=halted operator: too dear");
      call(jvm, "one", 3, "look", "a", "halted operator: too dear");
      assertThat(steering.lines("block", pid(jvm), "write_file")).hasSize(1);
      jvm.send("two write file");
      jvm.awaitLineMatching("heard=halted operator: the tool 'write_file' was blocked .*");
      ends(jvm);
    }
  }

  @OnEveryJdk
  void aHaltedRunWaitsForAPersonWhoLetsItGoOnOrNot(ForkedContainer container) {
    try (ForkedJvm jvm =
        started(container, "on-halt: {wait: 2m, max-parked: 1}\nceilings: {steps: 2}\n")) {
      call(jvm, "one", 1, "look", "a", "page 1 of a tells of item 7919");
      call(jvm, "one", 2, "look", "a", "page 2 of a tells of item 15838");
      jvm.send("one look a");
      awaitRun(container, jvm, "one +desk +- +waiting +2 .*");
      call(jvm, "two", 1, "look", "a", "page 1 of a tells of item 7919");
      call(jvm, "two", 2, "look", "a", "page 2 of a tells of item 15838");
      call(jvm, "two", 3, "look", "a", "halted step_cap: 2 of 2 steps used");

      lines(container, "resume", pid(jvm), "one", "--extra-steps", "1");
      jvm.awaitLine("one.3=page 3 of a tells of item 23757");

      jvm.send("one look a");
      awaitRun(container, jvm, "one +desk +- +waiting +3 .*");
      assertThat(lines(container, "halt", pid(jvm), "one"))
          .containsExactly("one waits no more, and stays halted (step_cap: 3 of 3 steps used)");
      jvm.awaitLine("one.4=halted step_cap: 3 of 3 steps used");
      call(jvm, "one", 5, "look", "a", "halted step_cap: 3 of 3 steps used");
      ends(jvm);
    }
  }

  @OnEveryJdk
  void whoWaitsInVainIsHalted(ForkedContainer container) {
    try (ForkedJvm jvm =
        started(container, "on-halt: {wait: 1s, then: throw}\nceilings: {steps: 1}\n")) {
      call(jvm, "one", 1, "look", "a", "page 1 of a tells of item 7919");
      call(jvm, "one", 2, "look", "a", "halted step_cap: 1 of 1 steps used");
      ends(jvm);
    }
  }

  @OnEveryJdk
  void aBlockedToolRefusesWhereItsModelReadsThatAndElseHalts(ForkedContainer container) {
    try (ForkedJvm jvm = started(container, "")) {
      call(jvm, "one", 1, "look", "a", "page 1 of a tells of item 7919");

      assertThat(lines(container, "block", pid(jvm), "search").get(0))
          .startsWith("search is blocked: ");
      lines(container, "block", pid(jvm), "write_file");
      String refusal =
          "The tool 'search' was blocked by an operator and is not available now. Do not call it"
              + " again; go on without it, or say what you could not do.";
      call(jvm, "one", 2, "search", "b", refusal);
      call(
          jvm,
          "two",
          1,
          "write",
          "file",
          "halted operator: the tool 'write_file' was blocked by an operator, and its result can"
              + " carry no refusal");

      assertThat(lines(container, "unblock", pid(jvm), "search"))
          .containsExactly("search is not blocked any more");
      call(jvm, "one", 3, "search", "b", "no match for b");
      ends(jvm);
    }
  }

  @OnEveryJdk
  void theConfigurationAndTheModeChangeWhileItRuns(ForkedContainer container) throws IOException {
    try (ForkedJvm jvm = started(container, "")) {
      call(jvm, "one", 1, "search", "a", "no match for a");
      call(jvm, "one", 2, "search", "a", "no match for a");

      write("ceilings: {steps: 3}\n");
      assertThat(lines(container, "reload", pid(jvm)).get(0))
          .matches("in force from the next call on: .*guard\\.yaml");
      jvm.send("one search a");
      awaitSteps(container, jvm, 3);
      call(jvm, "one", 4, "look", "a", "halted step_cap: 3 of 3 steps used");

      assertThat(lines(container, "config", pid(jvm)))
          .anyMatch(line -> line.matches("ceilings\\.steps: 3 {2}\\(.*guard\\.yaml:2:\\d+\\)"))
          .contains("idle-gap: 5m  (default)", "preset: standard  (default)");

      write("ceilings: {stepz: 3}\n");
      assertThatRun(command(container, "reload", pid(jvm)))
          .exitedWith(1)
          .warns(".*guard\\.yaml:2:12: .*stepz.*goes on to hold.*");
      call(jvm, "one", 5, "look", "a", "halted step_cap: 3 of 3 steps used");

      lines(container, "reset", pid(jvm), "one");
      assertThat(lines(container, "mode", pid(jvm), "observe")).containsExactly("mode: observe");
      call(jvm, "one", 6, "look", "a", "page 1 of a tells of item 7919");
      write("ceilings: {steps: 3}\n");
      assertThat(lines(container, "reload", pid(jvm)).get(0))
          .endsWith("; the mode stays 'observe', as an operator has set it");
      assertThat(lines(container, "config", pid(jvm))).contains("mode: observe  (an operator)");
      lines(container, "mode", pid(jvm), "act");
      call(jvm, "one", 7, "look", "a", "halted step_cap: 4 of 3 steps used");

      assertThat(lines(container, "disable", pid(jvm)))
          .containsExactly("disabled: calls pass unwatched until 'enable'");
      call(jvm, "one", 8, "look", "a", "page 2 of a tells of item 15838");
      assertThat(lines(container, "ps")).anyMatch(line -> line.contains("disabled"));
      lines(container, "enable", pid(jvm));
      call(jvm, "one", 9, "look", "a", "halted step_cap: 4 of 3 steps used");
      ends(jvm);
    }
  }

  @Test
  void noOrderPrintsAnythingIntoTheTarget() throws IOException {
    ForkedContainer container = new ForkedContainer(Jdk.running());
    try (ForkedJvm jvm = started(container, "")) {
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

  @Test
  void whatComesBeforeTheFileIsShownWithTheNameThatItHas() throws IOException {
    ForkedContainer container = new ForkedContainer(Jdk.running());
    write("mode: act\nidle-gap: 7m\n");

    try (ForkedJvm jvm = steered(container, Map.of("LOOPHALT_MODE", "observe"))) {
      call(jvm, "one", 1, "look", "a", "page 1 of a tells of item 7919");
      await(() -> lines(container, "ps").size() == 2);
      assertThat(lines(container, "config", pid(jvm)))
          .contains("mode: observe  (LOOPHALT_MODE)")
          .anyMatch(line -> line.matches("idle-gap: 7m {2}\\(.*guard\\.yaml:3:\\d+\\)"));
      ends(jvm);
    }
    try (ForkedJvm jvm =
        steered(container, Map.of("LOOPHALT_MODE", "act"), "-Dloophalt.mode=observe")) {
      call(jvm, "one", 1, "look", "a", "page 1 of a tells of item 7919");
      await(() -> lines(container, "ps").size() == 2);
      assertThat(lines(container, "config", pid(jvm))).contains("mode: observe  (loophalt.mode)");
      ends(jvm);
    }
  }

  @OnEveryJdk
  void aHaltedRunThatIsOverIsSeenStillAndLetGoOn(ForkedContainer container) {
    try (ForkedJvm jvm =
        started(
            container,
            """
            ceilings: {steps: 1}
            events: {file: events.jsonl, steps: true}
            capture: {arguments: true, redact: ['secret [0-9]+']}
            """)) {
      call(jvm, "two", 1, "look", "b", "page 1 of b tells of item 7919");
      awaitRun(container, jvm, "two +desk .*");
      call(
          jvm,
          "a-long-name-of-one",
          1,
          "look",
          "secret 17",
          "page 1 of secret 17 tells of item 7919");
      call(jvm, "a-long-name-of-one", 2, "look", "a", "halted step_cap: 1 of 1 steps used");
      jvm.send("a-long-name-of-one close it");
      jvm.awaitLine("a-long-name-of-one.closed=1");

      assertThat(lines(container, "runs", pid(jvm)))
          .anyMatch(line -> line.matches("two +desk +- +going +1 .*"))
          .anyMatch(
              line -> line.matches("a-long-na… +desk +- +halted +1 +0 +0 +- +\\(over\\) +\\d+s"));
      assertThat(lines(container, "show", pid(jvm), "a-long-name-of-one"))
          .anyMatch(line -> line.matches("run +a-long-name-of-one"))
          .anyMatch(line -> line.matches("state +halted, and over"))
          .anyMatch(line -> line.matches("halted for +step_cap: 1 of 1 steps used"))
          .anyMatch(line -> line.matches("tool +look 1x"))
          .anyMatch(line -> line.matches("arguments +#1 look \\{.*\\[redacted].*"))
          .noneMatch(line -> line.contains("secret 17"));
      assertThat(lines(container, "show", pid(jvm), "tw…"))
          .as("an id as the table cuts it")
          .anyMatch(line -> line.matches("run +two"));

      assertThat(lines(container, "resume", pid(jvm), "a-long-name-of-one", "--extra-steps", "1"))
          .containsExactly("a-long-name-of-one goes on");
      assertThat(lines(container, "runs", pid(jvm))).noneMatch(line -> line.contains("halted"));
      ends(jvm);
    }
  }

  @OnEveryJdk
  void aRunThatIsClosedWhileNobodyWatchesIsLeftAllTheSame(ForkedContainer container) {
    try (ForkedJvm jvm = started(container, "")) {
      call(jvm, "one", 1, "look", "a", "page 1 of a tells of item 7919");
      lines(container, "halt", pid(jvm), "one");
      lines(container, "disable", pid(jvm));
      jvm.send("one close it");
      jvm.awaitLine("one.closed=1");
      lines(container, "enable", pid(jvm));

      jvm.send("one close it");
      jvm.awaitLine("one.closed=2");
      call(jvm, "one", 2, "look", "a", "page 2 of a tells of item 15838");
      ends(jvm);
    }
  }

  @OnEveryJdk
  void aChangedFileHoldsByItselfAndAWrongOneDoesNot(ForkedContainer container) throws IOException {
    String logged = "events: {file: events.jsonl, steps: true}\n";
    try (ForkedJvm jvm = started(container, logged)) {
      call(jvm, "one", 1, "look", "a", "page 1 of a tells of item 7919");

      write(logged + "ceilings: {steps: 1}\n");
      await(
          () ->
              lines(container, "config", pid(jvm)).stream()
                  .anyMatch(line -> line.startsWith("ceilings.steps: 1 ")));
      call(jvm, "one", 2, "look", "a", "halted step_cap: 1 of 1 steps used");

      write(logged + "ceilings: {stepz: 9}\n");
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
    assertThat(lines(container, "replay", log))
        .as("the one run, and none for what is of no run")
        .contains("runs    1");
    assertThat(lines(container, "report", "--json", log).get(0)).contains("\"runs\":1,");
  }

  @OnEveryJdk
  @SuppressWarnings("BanJNDI") // the address is that of our own child, and has no name to look up
  void whereJmxIsTurnedOnItSteersAsWell(ForkedContainer container) throws Exception {
    try (ForkedJvm jvm =
        started(container, "budgets: {desks: {match: {task: \"de*\"}, cost: 50, per: month}}\n")) {
      call(jvm, "one", 1, "look", "a", "page 1 of a tells of item 7919");

      try (JMXConnector connector = JMXConnectorFactory.connect(managementOf(jvm))) {
        MBeanServerConnection server = connector.getMBeanServerConnection();
        ObjectName runs = new ObjectName("io.loophalt:type=Runs");
        ObjectName agent = new ObjectName("io.loophalt:type=Agent");
        await(() -> isThere(server, agent));
        CompositeData[] rows = (CompositeData[]) server.getAttribute(runs, "Runs");
        assertThat(rows).hasSize(1);
        assertThat(rows[0].get("run")).isEqualTo("one");
        assertThat(rows[0].get("steps")).isEqualTo(1L);
        assertThat(server.getAttribute(agent, "Mode")).isEqualTo("act");

        String text = String.class.getName();
        Object halted =
            server.invoke(runs, "halt", new Object[] {"one", "by JMX"}, new String[] {text, text});
        assertThat(halted).isEqualTo("one is halted: its next call of a tool or model throws");
        assertThatThrownBy(
                () -> server.invoke(runs, "reset", new Object[] {"three"}, new String[] {text}))
            .hasRootCauseInstanceOf(IllegalArgumentException.class)
            .hasStackTraceContaining("there is no run three");
        assertThat(server.getAttribute(agent, "HaltedRuns")).isEqualTo(1);
        call(jvm, "one", 2, "look", "a", "halted operator: by JMX");

        assertThat(server.invoke(runs, "reset", new Object[] {"one"}, new String[] {text}))
            .isEqualTo("one is halted no more, and is counted from zero");
        call(jvm, "one", 3, "look", "a", "page 2 of a tells of item 15838");
        server.invoke(runs, "halt", new Object[] {"one", ""}, new String[] {text, text});
        assertThat(
                server.invoke(
                    runs,
                    "resume",
                    new Object[] {"one", 1L, 0L, ""},
                    new String[] {text, "long", "long", text}))
            .isEqualTo("one goes on");
        call(jvm, "one", 4, "look", "a", "page 3 of a tells of item 23757");
        call(jvm, "one", 5, "look", "a", "halted step_cap: 3 of 3 steps used");
        server.invoke(runs, "reset", new Object[] {"one"}, new String[] {text});
        server.setAttribute(agent, new Attribute("Mode", "observe"));
        call(jvm, "one", 6, "look", "a", "page 4 of a tells of item 31676");
        server.setAttribute(agent, new Attribute("Mode", "act"));
        assertThat((String[]) server.getAttribute(agent, "Budgets"))
            .singleElement()
            .asString()
            .startsWith("desks");
      }
      ends(jvm);
    }
  }

  private static boolean isThere(MBeanServerConnection server, ObjectName bean) {
    try {
      return server.isRegistered(bean);
    } catch (IOException gone) {
      throw new UncheckedIOException(gone);
    }
  }

  private static JMXServiceURL managementOf(ForkedJvm jvm) throws Exception {
    VirtualMachine machine = VirtualMachine.attach(pid(jvm));
    try {
      return new JMXServiceURL(machine.startLocalManagementAgent());
    } finally {
      machine.detach();
    }
  }

  @OnEveryJdk
  void anAgentThatWasAttachedLateIsSteeredAsWell(ForkedContainer container) throws IOException {
    write("on-halt: {wait: 2m}\n");
    try (ForkedJvm jvm = container.start(Applications.steered(), new Guard.Absent(), folder)) {
      jvm.awaitLine("ready=true");
      Attacher.COMMAND_LINE.attach(container.jdk(), jvm.pid(), configuration(), folder);
      call(jvm, "one", 1, "search", "a", "no match for a");
      awaitSteps(container, jvm, 1);
      assertThat(lines(container, "ps"))
          .anyMatch(line -> line.matches(jvm.pid() + " +\\S*SteeredAgent +\\S+ +act +1 +0 +0"));
      assertThat(lines(container, "show", pid(jvm), "one"))
          .anyMatch(line -> line.matches("tool +search 1x"));

      lines(container, "halt", pid(jvm), "one");
      call(jvm, "one", 2, "search", "a", "halted operator: halted by an operator");
      lines(container, "reset", pid(jvm), "one");
      call(jvm, "one", 3, "look", "a", "page 1 of a tells of item 7919");

      lines(container, "freeze", pid(jvm));
      jvm.send("one look a");
      awaitRun(container, jvm, "one +desk +- +waiting .*");
      lines(container, "unfreeze", pid(jvm));
      jvm.awaitLine("one.4=page 2 of a tells of item 15838");

      lines(container, "block", pid(jvm), "search");
      jvm.send("one search b");
      jvm.awaitLineMatching("one\\.5=The tool 'search' was blocked by an operator .*");
      lines(container, "unblock", pid(jvm), "search");
      call(jvm, "one", 6, "search", "b", "no match for b");

      write("on-halt: {wait: 2m}\nceilings: {steps: 1}\n");
      lines(container, "reload", pid(jvm));
      assertThat(lines(container, "config", pid(jvm)))
          .anyMatch(line -> line.matches("ceilings\\.steps: 1 {2}\\(.*guard\\.yaml:3:\\d+\\)"));
      jvm.send("one look a");
      awaitRun(container, jvm, "one +desk +- +waiting .*");
      lines(container, "resume", pid(jvm), "one", "--extra-steps", "1");
      jvm.awaitLine("one.7=page 3 of a tells of item 23757");

      lines(container, "mode", pid(jvm), "observe");
      call(jvm, "one", 8, "look", "a", "page 4 of a tells of item 31676");
      lines(container, "mode", pid(jvm), "act");
      lines(container, "disable", pid(jvm));
      call(jvm, "one", 9, "look", "a", "page 5 of a tells of item 39595");
      lines(container, "enable", pid(jvm));
      jvm.send("one look a");
      awaitRun(container, jvm, "one +desk +- +waiting .*");
      lines(container, "halt", pid(jvm), "one");
      jvm.awaitLineMatching("one\\.10=halted step_cap: .*");
      ends(jvm);
    }
  }

  @OnEveryJdk
  void withoutItsSocketItIsWatchedAllTheSame(ForkedContainer container) throws IOException {
    Files.writeString(folder.resolve("file"), "no folder");
    Outcome unusable = stuck(container, "control: {folder: file}\n");
    assertThatRun(unusable)
        .endedWell()
        .reports("result.halted.at", 5)
        .warns(".*cannot be steered from outside: no socket in .*file.*");

    Path open = Files.createDirectory(folder.resolve("open"));
    Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rwxr-xr-x"));
    assertThatRun(stuck(container, "control: {folder: open}\n"))
        .reports("result.halted.at", 5)
        .warns(".*can be opened by others than its owner; chmod 700 it.*");

    assertThatRun(stuck(container, "control: off\n"))
        .reports("result.halted.at", 5)
        .doesNotWarn(".*steered.*");
  }

  @OnEveryJdk
  void everyAnswerAsJsonIsAsTheSchemaSays(ForkedContainer container) throws IOException {
    write(
        """
        budgets: {desks: {match: {task: "de*"}, tokens: 50000, per: month}}
        events: {file: events.jsonl, steps: true}
        capture: arguments
        """);
    try (ForkedJvm jvm = container.start(Applications.steered(), new Guard.Absent(), folder)) {
      jvm.awaitLine("ready=true");
      asTheSchemaSays(container, "attach", pid(jvm), "--config", configuration().toString());
      asTheSchemaSays(container, "check-config", configuration().toString());
      call(jvm, "one", 1, "search", "a", "no match for a");
      awaitSteps(container, jvm, 1);
      call(jvm, "one", 2, "search", "a", "no match for a");
      call(jvm, "two", 1, "look", "a", "page 1 of a tells of item 7919");

      asTheSchemaSays(container, "halt", pid(jvm), "two");
      jvm.send("two close it");
      jvm.awaitLine("two.closed=1");
      asTheSchemaSays(container, "ps");
      assertThat(asTheSchemaSays(container, "runs", pid(jvm))).hasSize(3);
      JsonNode one = asTheSchemaSays(container, "show", pid(jvm), "one");
      assertThat(one.path("rules")).isNotEmpty();
      assertThat(one.path("arguments")).isNotEmpty();
      assertThat(asTheSchemaSays(container, "show", pid(jvm), "two").path("stop").path("kind"))
          .hasToString("\"operator\"");
      asTheSchemaSays(container, "resume", pid(jvm), "two", "--extra-steps", "1");
      asTheSchemaSays(container, "reset", pid(jvm), "two");
      assertThat(asTheSchemaSays(container, "freeze", pid(jvm))).hasSize(1);
      asTheSchemaSays(container, "unfreeze", "--all");
      asTheSchemaSays(container, "block", pid(jvm), "search");
      asTheSchemaSays(container, "unblock", pid(jvm), "search");
      asTheSchemaSays(container, "mode", pid(jvm), "observe");
      asTheSchemaSays(container, "reload", pid(jvm));
      asTheSchemaSays(container, "disable", pid(jvm));
      asTheSchemaSays(container, "enable", pid(jvm));
      assertThat(asTheSchemaSays(container, "config", pid(jvm))).isNotEmpty();
      ends(jvm);
    }
    Outcome nobody = command(container, "unfreeze", "999999999", "--json");
    assertThatRun(nobody).exitedWith(3);
    assertThat(StrictSchema.ofCommand("unfreeze").validate(json(nobody))).isEmpty();
    Outcome unattached = command(container, "attach", "999999999", "--json");
    assertThatRun(unattached).exitedWith(1);
    assertThat(StrictSchema.ofCommand("attach").validate(json(unattached))).isEmpty();
  }

  private JsonNode asTheSchemaSays(ForkedContainer container, String... arguments)
      throws IOException {
    List<String> asked = new ArrayList<>(List.of(arguments));
    asked.add("--json");
    Outcome outcome = command(container, asked.toArray(String[]::new));
    assertThatRun(outcome).exitedWith(0);
    JsonNode answer = json(outcome);
    assertThat(StrictSchema.ofCommand(arguments[0]).validate(answer)).as("%s", answer).isEmpty();
    return answer;
  }

  private static JsonNode json(Outcome outcome) throws IOException {
    return JSON.readTree(String.join("\n", outcome.out()));
  }

  @OnEveryJdk
  void onATerminalWatchDrawsInPlace(ForkedContainer container) throws IOException {
    try (ForkedJvm jvm = started(container, "")) {
      for (int i = 0; i < 30; i++) {
        call(jvm, "run-" + i, 1, "search", "a", "no match for a");
      }
      awaitRun(container, jvm, "run-29 +desk .*");
      String watch =
          String.join(
              " ",
              container.jdk().command("java"),
              "-XX:TieredStopAtLevel=1",
              "-jar",
              Artifacts.agent().toString(),
              "runs",
              pid(jvm),
              "--watch");
      Outcome watched;
      try (ForkedJvm terminal =
          ForkedJvm.start(
              List.of("script", "--quiet", "--command", watch, "/dev/null"),
              folder,
              ForkedJvm.TIME_LIMIT,
              Map.of("LOOPHALT_CONTROL_FOLDER", folder.resolve("sockets").toString()))) {
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
      ends(jvm);
    }
  }

  @OnEveryJdk
  void whoCannotBeReachedIsExplained(ForkedContainer container) {
    assertThatRun(command(container, "runs", "999999999"))
        .exitedWith(3)
        .warns("process 999999999 cannot be reached: there is no such process");
    assertThatRun(command(container, "runs", Long.toString(ProcessHandle.current().pid())))
        .exitedWith(3)
        .warns("process .* cannot be reached: no agent listens in it\\. .*");
    assertThatRun(command(container, "runs", "demo"))
        .exitedWith(3)
        .warns("process demo cannot be reached: give its process id, as 'ps' lists it");
  }

  private Outcome stuck(ForkedContainer container, String yaml) {
    return container.run(Applications.stuck(), new Guard.AtStart(yaml), folder);
  }

  private ForkedJvm started(ForkedContainer container, String yaml) {
    ForkedJvm jvm;
    try {
      write(yaml);
      jvm =
          container.start(
              Applications.steered(), new Guard.AtStart(Files.readString(configuration())), folder);
    } catch (IOException impossible) {
      throw new AssertionError(impossible);
    }
    jvm.awaitLine("ready=true");
    return jvm;
  }

  /** The same with what comes before the file. */
  private ForkedJvm steered(
      ForkedContainer container, Map<String, String> environment, String... options) {
    List<String> command = new ArrayList<>();
    command.add(container.jdk().command("java"));
    command.add(ForkedContainer.agentOption(configuration()));
    command.addAll(List.of(options));
    command.addAll(Applications.steered().options());
    command.addAll(Applications.steered().start());
    ForkedJvm jvm = ForkedJvm.start(command, folder, ForkedJvm.TIME_LIMIT, environment);
    jvm.awaitLine("ready=true");
    return jvm;
  }

  private void write(String yaml) throws IOException {
    Files.writeString(configuration(), "control: {folder: sockets}\n" + yaml);
  }

  private static void call(
      ForkedJvm jvm, String run, int number, String tool, String argument, String outcome) {
    jvm.send(run + " " + tool + " " + argument);
    jvm.awaitLine(run + "." + number + "=" + outcome);
  }

  private static void ends(ForkedJvm jvm) {
    jvm.send("end end end");
    assertThatRun(jvm.finish())
        .exitedWith(0)
        .printedNothingButItsReport()
        .doesNotWarn(".*internal error.*");
  }

  /** Asks until a line of the list of runs is so. */
  private void awaitRun(ForkedContainer container, ForkedJvm jvm, String regex) {
    // Nothing is printed before the socket is open, which the first run does not wait for.
    await(
        () ->
            command(container, "runs", pid(jvm)).out().stream()
                .anyMatch(line -> line.matches(regex)));
  }

  /** Asks again and again, until the time limit of everything here. */
  private static void await(BooleanSupplier condition) {
    long deadline = System.nanoTime() + ForkedJvm.TIME_LIMIT.toNanos();
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime() - deadline).as("nanoseconds beyond the limit").isNegative();
    }
  }

  private void awaitSteps(ForkedContainer container, ForkedJvm jvm, int steps) {
    awaitRun(container, jvm, "one +desk +- +\\S+ +" + steps + " .*");
  }

  private static String pid(ForkedJvm jvm) {
    return Long.toString(jvm.pid());
  }

  private List<String> lines(ForkedContainer container, String... arguments) {
    Outcome outcome = command(container, arguments);
    assertThatRun(outcome).exitedWith(0);
    return outcome.out();
  }

  private Outcome command(ForkedContainer container, String... arguments) {
    List<String> command =
        new ArrayList<>(
            List.of(
                container.jdk().command("java"),
                "-XX:TieredStopAtLevel=1",
                "-jar",
                Artifacts.agent().toString()));
    command.addAll(List.of(arguments));
    Map<String, String> environment =
        Map.of("LOOPHALT_CONTROL_FOLDER", folder.resolve("sockets").toString());
    try (ForkedJvm jvm = ForkedJvm.start(command, folder, ForkedJvm.TIME_LIMIT, environment)) {
      return jvm.finish();
    }
  }
}
