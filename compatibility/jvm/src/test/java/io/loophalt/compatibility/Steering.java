package io.loophalt.compatibility;

import static io.loophalt.compatibility.harness.OutcomeAssert.assertThatRun;
import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.compatibility.harness.Application;
import io.loophalt.compatibility.harness.Artifacts;
import io.loophalt.compatibility.harness.ForkedContainer;
import io.loophalt.compatibility.harness.ForkedJvm;
import io.loophalt.compatibility.harness.Guard;
import io.loophalt.compatibility.harness.Outcome;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A JVM whose runs do what a test says, and the command line that reaches it. */
record Steering(ForkedContainer container, Path folder) {

  /** Writes the configuration, which a JVM that runs reads anew when it is told to. */
  void configure(String yaml) {
    try {
      Files.writeString(folder.resolve("guard.yaml"), "control: {folder: sockets}\n" + yaml);
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
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
              application,
              new Guard.AtStart(Files.readString(folder.resolve("guard.yaml"))),
              folder);
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

  /** Waits until a line of the list of runs is so. */
  void awaitRun(ForkedJvm jvm, String regex) {
    long deadline = System.nanoTime() + ForkedJvm.TIME_LIMIT.toNanos();
    // Nothing is printed before the socket is open, which the first run does not wait for.
    while (command("runs", Long.toString(jvm.pid())).out().stream()
        .noneMatch(line -> line.matches(regex))) {
      assertThat(System.nanoTime() - deadline).as("nanoseconds beyond the limit").isNegative();
    }
  }

  /** Ends it; what it has printed by then is in the outcome. */
  static Outcome end(ForkedJvm jvm) {
    jvm.send("end end end");
    return jvm.finish();
  }

  /** What a command prints that does not fail. */
  List<String> lines(String... arguments) {
    Outcome outcome = command(arguments);
    assertThatRun(outcome).exitedWith(0);
    return outcome.out();
  }

  /** A command of the agent's. */
  Outcome command(String... arguments) {
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
