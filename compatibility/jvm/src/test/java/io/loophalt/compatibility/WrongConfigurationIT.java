package io.loophalt.compatibility;

import static io.loophalt.compatibility.harness.OutcomeAssert.assertThatRun;

import io.loophalt.compatibility.harness.Artifacts;
import io.loophalt.compatibility.harness.Attacher;
import io.loophalt.compatibility.harness.ForkedContainer;
import io.loophalt.compatibility.harness.ForkedJvm;
import io.loophalt.compatibility.harness.Guard;
import io.loophalt.compatibility.harness.OnEveryJdk;
import io.loophalt.compatibility.harness.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;

/**
 * A wrong configuration at start keeps the JVM from starting, because an off switch that is
 * silently absent is worse; on late attach it keeps the agent out and the application going.
 */
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
