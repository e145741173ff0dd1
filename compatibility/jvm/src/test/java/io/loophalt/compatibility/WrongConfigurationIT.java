package io.loophalt.compatibility;

import static io.loophalt.compatibility.harness.OutcomeAssert.assertThatRun;
import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.compatibility.harness.Application;
import io.loophalt.compatibility.harness.Artifacts;
import io.loophalt.compatibility.harness.Attacher;
import io.loophalt.compatibility.harness.ForkedContainer;
import io.loophalt.compatibility.harness.ForkedJvm;
import io.loophalt.compatibility.harness.Guard;
import io.loophalt.compatibility.harness.OnEveryJdk;
import io.loophalt.compatibility.harness.Outcome;
import io.loophalt.compatibility.harness.SpreadOverJdks;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;

/**
 * A wrong configuration at start keeps the JVM from starting, because an off switch that is
 * silently absent is worse; on late attach it keeps the agent out and the application going.
 */
@SpreadOverJdks
class WrongConfigurationIT {

  private static final String WRONG =
      """
      # the second line has the mistake
      weaves:
        tools: []
      """;
  private static final String WHERE = ".*guard\\.yaml:2:1:? .*weaves.*";

  @TempDir Path folder;

  @OnEveryJdk
  void atStartTheJvmExitsBeforeMainAndSaysWhereTheMistakeIs(ForkedContainer container) {
    Outcome outcome = container.run(Applications.stuck(), new Guard.AtStart(WRONG), folder);

    assertThatRun(outcome).failed().printedNothing().warns(WHERE).doesNotWarn("\\s+at .*");
  }

  @OnEveryJdk
  void atStartAConfigurationFileThatIsMissingKeepsTheJvmFromStarting(ForkedContainer container) {
    Path missing = folder.resolve("missing.yaml");

    Outcome outcome =
        container.run(
            Applications.stuck().withOptions(ForkedContainer.agentOption(missing)),
            new Guard.Absent(),
            folder);

    assertThatRun(outcome).failed().printedNothing().warns(".*missing\\.yaml.*");
  }

  @OnEveryJdk
  void aConstructorNamedAsAToolIsRefusedInAWarningAndTheOtherPatternsHold(
      ForkedContainer container) {
    String constructor =
        """
        weave:
          tools:
            - io.loophalt.compatibility.plain.PlainAgent.<init>
            - io.loophalt.compatibility.plain.PlainAgent.dispatch(java.lang.String)
          runs:
            - io.loophalt.compatibility.plain.PlainAgent.solve
        """;

    Outcome outcome = container.run(Applications.plain(), new Guard.AtStart(constructor), folder);

    assertThatRun(outcome)
        .endedWell()
        .warns(".*PlainAgent\\.<init> is not watched: it is a constructor.*")
        .reports("named.halted.at", 5);
  }

  @OnEveryJdk
  void onLateAttachTheCommandFailsAndTheApplicationGoesOn(ForkedContainer container) {
    try (ForkedJvm jvm =
        container.start(Applications.stuck().with("await"), new Guard.Absent(), folder)) {
      jvm.awaitLine("ready=true");
      Path configuration = ForkedContainer.write(WRONG, folder);

      Outcome attaching =
          Attacher.COMMAND_LINE.attach(container.jdk(), jvm.pid(), configuration, folder);
      jvm.send("go");
      Outcome application = jvm.finish();

      assertThatRun(attaching).failed().warns(WHERE);
      assertThatRun(application)
          .endedWell()
          .printedNothingButItsReport()
          .reports("result.halted.at", 0)
          .reports("result.bodies", 12);
    }
  }

  @OnEveryJdk
  void onLateAttachTheCommandSaysWhatTheJvmFindsWrongAndTheJvmSaysItInOneLine(
      ForkedContainer container) {
    Path configuration = ForkedContainer.write(WRONG, folder);
    Application application =
        Applications.stuck().with("await").withOptions("-Dloophalt.config=" + configuration);
    try (ForkedJvm jvm = container.start(application, new Guard.Absent(), folder)) {
      jvm.awaitLine("ready=true");

      Outcome attaching = attach(container, jvm.pid());
      jvm.send("go");

      assertThatRun(attaching).exitedWith(1).printedNothing().warns("not attached to .*" + WHERE);
      Outcome outcome = jvm.finish();
      assertThatRun(outcome)
          .endedWell()
          .printedNothingButItsReport()
          .warns("\\[loophalt\\] " + WHERE)
          .reports("result.halted.at", 0)
          .reports("result.bodies", 12);
      assertThat(outcome.err())
          .as("beside what the JVM says of every attach")
          .filteredOn(line -> !line.startsWith("WARNING: "))
          .hasSize(1);
    }
  }

  @OnEveryJdk
  void whatIsNoJvmIsToldSo(ForkedContainer container) {
    try (ForkedJvm sleeping = ForkedJvm.start(List.of("sleep", "600"), folder)) {
      assertThatRun(attach(container, sleeping.pid()))
          .exitedWith(1)
          .warns("not attached to process " + sleeping.pid() + ": it is no JVM; .*");
    }
  }

  @OnEveryJdk
  void aPipeIsNeitherAConfigurationNorAnEventLog(ForkedContainer container) throws Exception {
    Path pipe = folder.resolve("pipe");
    assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();

    Outcome configuredByIt =
        container.run(
            Applications.stuck().withOptions(ForkedContainer.agentOption(pipe)),
            new Guard.Absent(),
            folder);
    Outcome loggingToIt =
        container.run(Applications.stuck(), new Guard.AtStart("events: {file: pipe}\n"), folder);

    assertThatRun(configuredByIt).failed().printedNothing().warns(".*pipe: a pipe or a device.*");
    assertThatRun(loggingToIt)
        .failed()
        .printedNothing()
        .warns(".*guard\\.yaml:1:10: 'pipe' is a pipe or a device.*");
  }

  @OnEveryJdk
  void aSecondAgentWithAMistakeIsRefusedAsTheFirstWouldBe(ForkedContainer container)
      throws IOException {
    Path wrong = Files.writeString(folder.resolve("second-guard.yaml"), WRONG);

    Outcome outcome =
        container.run(
            Applications.stuck().withOptions(ForkedContainer.agentOption(wrong)),
            new Guard.AtStart(Guard.DEFAULTS),
            folder);

    assertThatRun(outcome).failed().printedNothing().warns(WHERE);
  }

  @OnEveryJdk
  void onLateAttachThroughTheJdksToolTheApplicationsStandardErrorSaysWhereTheMistakeIs(
      ForkedContainer container) {
    try (ForkedJvm jvm =
        container.start(Applications.stuck().with("await"), new Guard.Absent(), folder)) {
      jvm.awaitLine("ready=true");
      Path configuration = ForkedContainer.write(WRONG, folder);

      Attacher.JCMD.attach(container.jdk(), jvm.pid(), configuration, folder);
      jvm.send("go");

      assertThatRun(jvm.finish())
          .endedWell()
          .printedNothingButItsReport()
          .warns(WHERE)
          .reports("result.halted.at", 0)
          .reports("result.bodies", 12);
    }
  }

  @OnEveryJdk
  void anEmptyNameOrAnUnknownOptionIsRefused(ForkedContainer container) {
    for (String options : List.of("config=", "confg=guard.yaml")) {
      Outcome outcome =
          container.run(
              Applications.stuck().withOptions("-javaagent:" + Artifacts.agent() + "=" + options),
              new Guard.Absent(),
              folder);

      assertThatRun(outcome).failed().printedNothing().warns(".*config=.*");
    }
  }

  @OnEveryJdk
  void aFileMayHaveACommaInItsName(ForkedContainer container) throws IOException {
    Path file = Files.writeString(folder.resolve("a,b=c.yaml"), "ladder: {nudge: 2, halt: 4}\n");

    Outcome outcome =
        container.run(
            Applications.stuck().withOptions(ForkedContainer.agentOption(file)),
            new Guard.Absent(),
            folder);

    assertThatRun(outcome).endedWell().reports("result.halted.at", 4);
  }

  private Outcome attach(ForkedContainer container, long pid) {
    List<String> command =
        List.of(
            container.jdk().command("java"),
            "-jar",
            Artifacts.agent().toString(),
            "attach",
            Long.toString(pid));
    try (ForkedJvm jvm = ForkedJvm.start(command, folder)) {
      return jvm.finish();
    }
  }

  @OnEveryJdk
  void anAgentThatWasRefusedCanBeAttachedOnceTheMistakeIsMended(ForkedContainer container) {
    try (ForkedJvm jvm =
        container.start(Applications.stuck().with("await"), new Guard.Absent(), folder)) {
      jvm.awaitLine("ready=true");
      Path wrong = ForkedContainer.write(WRONG, folder);
      Attacher.JCMD.attach(container.jdk(), jvm.pid(), wrong, folder);
      Path mended = ForkedContainer.write(Guard.DEFAULTS, folder);

      Outcome attaching = Attacher.JCMD.attach(container.jdk(), jvm.pid(), mended, folder);
      jvm.send("go");

      assertThatRun(attaching).exitedWith(0);
      assertThatRun(jvm.finish()).endedWell().reports("result.halted.at", 5);
    }
  }
}
