package io.loophalt.compatibility;

import static io.loophalt.compatibility.harness.OutcomeAssert.assertThatRun;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.loophalt.compatibility.harness.AgentCommand;
import io.loophalt.compatibility.harness.Application;
import io.loophalt.compatibility.harness.ForkedContainer;
import io.loophalt.compatibility.harness.ForkedJvm;
import io.loophalt.compatibility.harness.Guard;
import io.loophalt.compatibility.harness.Outcome;
import io.loophalt.compatibility.harness.contract.Operator;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;

/** A JVM whose runs do what a test says, and the command line that reaches it. */
record Steering(ForkedContainer container, Path folder) {

  /** Writes the configuration, which a JVM that runs reads anew when it is told to. */
  void configure(String yaml) {
    try {
      Files.writeString(configuration(), "control: {folder: sockets}\n" + yaml);
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
  }

  /** The file of its configuration. */
  Path configuration() {
    return folder.resolve("guard.yaml");
  }

  /** Starts a JVM with this configuration. */
  ForkedJvm start(String yaml) {
    return start(Applications.steered(), yaml);
  }

  /** Starts an application with this configuration. */
  ForkedJvm start(Application application, String yaml) {
    configure(yaml);
    try {
      ForkedJvm jvm =
          container.start(
              application, new Guard.AtStart(Files.readString(configuration())), folder);
      jvm.awaitLine("ready=true");
      return jvm;
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
  }

  /** Makes a call of a run, and waits for what comes of it. */
  static void call(
      ForkedJvm jvm, String run, int number, String tool, String argument, String outcome) {
    jvm.send(run + " " + tool + " " + argument);
    jvm.awaitLine(run + "." + number + "=" + outcome);
  }

  /** Waits until a run is there whose id and state are like this. */
  void awaitState(String run, String state) {
    awaitRun(run, each -> each.path("state").asText().matches(state));
  }

  /** Waits until a run is there whose id is like this and that has taken so many steps. */
  void awaitSteps(String run, int steps) {
    awaitRun(run, each -> each.path("steps").asInt() == steps);
  }

  /** Asks the socket, because a command for each time that it is asked would be a JVM. */
  private void awaitRun(String run, Predicate<JsonNode> condition) {
    await(
        () ->
            runs().stream()
                .anyMatch(each -> each.path("id").asText().matches(run) && condition.test(each)));
  }

  /** The runs that its agent tells of. */
  List<JsonNode> runs() {
    Operator person = new Operator(folder.resolve("sockets"));
    List<JsonNode> runs = new ArrayList<>();
    person.follow(Operator.order("runs")).forEach(runs::add);
    return runs;
  }

  /** Asks fifty times a second, until the time limit of everything here. */
  static void await(BooleanSupplier condition) {
    long deadline = System.nanoTime() + ForkedJvm.TIME_LIMIT.toNanos();
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime() - deadline).as("nanoseconds beyond the limit").isNegative();
      LockSupport.parkNanos(20_000_000);
    }
  }

  /** Its process id, as commands take it. */
  static String pid(ForkedJvm jvm) {
    return Long.toString(jvm.pid());
  }

  /** Ends it; what it has printed by then is in the outcome. */
  static Outcome end(ForkedJvm jvm) {
    jvm.send("end end end");
    return jvm.finish();
  }

  /** Ends one in which nothing went wrong. */
  static void endsWell(ForkedJvm jvm) {
    assertThatRun(end(jvm))
        .exitedWith(0)
        .printedNothingButItsReport()
        .doesNotWarn(".*internal error.*");
  }

  /** What a command prints that does not fail. */
  List<String> lines(String... arguments) {
    Outcome outcome = command(arguments);
    assertThatRun(outcome).exitedWith(0);
    return outcome.out();
  }

  /** A command of the agent's. */
  Outcome command(String... arguments) {
    try (ForkedJvm jvm = AgentCommand.start(container.jdk(), folder, arguments)) {
      return jvm.finish();
    }
  }
}
