package io.loophalt.compatibility;

import static io.loophalt.compatibility.harness.OutcomeAssert.assertThatRun;
import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.compatibility.harness.Artifacts;
import io.loophalt.compatibility.harness.Attacher;
import io.loophalt.compatibility.harness.ForkedContainer;
import io.loophalt.compatibility.harness.ForkedJvm;
import io.loophalt.compatibility.harness.Guard;
import io.loophalt.compatibility.harness.OnEveryJdk;
import io.loophalt.compatibility.harness.Outcome;
import io.loophalt.compatibility.harness.SpreadOverJdks;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.junit.jupiter.api.io.TempDir;

/** How the agent announces itself, comes in by different doors, and bears to come in twice. */
class ComingAndStayingIT {

  private static final Guard AT_START = new Guard.AtStart(Guard.DEFAULTS);

  @TempDir Path folder;

  @OnEveryJdk
  void theStartUpLineTellsWhatIsRunningAndThatItWorks(ForkedContainer container) {
    Outcome outcome = container.run(Applications.stuck(), AT_START, folder);

    assertThatRun(outcome)
        .endedWell()
        .printedNothingButItsReport()
        .warns(
            "\\[loophalt] \\d+\\.\\d+\\.\\d+\\S* \\| JDK "
                + Pattern.quote(container.jdk().version())
                + "\\S* \\| config: .*guard\\.yaml \\| mode: act \\| preset: standard@2 \\| self-test passed \\| waiting"
                + " for an agent framework, @AgentTool or @AgentRun")
        .warns("\\[loophalt] watching .*\\.stuck\\..*, the first class of the application's own")
        .warns("\\[loophalt] \\d+ runs, \\d+ nudges, \\d+ halts, 0 tokens");
    assertThat(outcome.err())
        .as("lines on standard error that come once")
        .filteredOn(line -> line.matches("\\[loophalt] (watching|\\d+ runs).*"))
        .hasSize(2);
  }

  @OnEveryJdk
  void theJdksOwnToolCanAttachIt(ForkedContainer container) {
    Outcome outcome =
        container.run(
            Applications.stuck().with("await"),
            new Guard.Late(Attacher.JCMD, Guard.DEFAULTS),
            folder);

    assertHalted(outcome);
  }

  @OnEveryJdk
  void aRunThatIsUnderWayWhenTheAgentComesIsWatchedFromItsNextStepOn(ForkedContainer container) {
    Outcome outcome =
        container.run(
            Applications.stuck().with("midway"),
            new Guard.Late(Attacher.COMMAND_LINE, Guard.DEFAULTS),
            folder);

    assertThatRun(outcome)
        .endedWell()
        .reports("result.nudged.at", 2 + 3)
        .reports("result.halted.at", 2 + 5)
        .reports("result.caught.by", "own LoopHaltException")
        .reports("error.halted.at", 5)
        .reports("afterwards", "no match for retries");
  }

  @OnEveryJdk
  void twoAgentsOnOneCommandLineCountACallOnce(ForkedContainer container) {
    Path configuration = ForkedContainer.write(Guard.DEFAULTS, folder);

    Outcome outcome =
        container.run(
            Applications.stuck().withOptions(ForkedContainer.agentOption(configuration)),
            AT_START,
            folder);

    assertHalted(outcome);
  }

  /** Only a command of the agent's own jar is none of those that are guarded. */
  @OnEveryJdk
  @SpreadOverJdks
  void anApplicationWhoseJarHoldsTheAgentIsGuarded(ForkedContainer container) {
    assertHalted(container.run(Applications.stuckWithTheAgentInside(), AT_START, folder));
  }

  /** As whoever copies a new version over it does, whose file stays the one that is open. */
  @OnEveryJdk
  void anAgentWhoseJarIsOverwrittenSaysThatItIsOff(ForkedContainer container) throws Exception {
    Path jar = Files.copy(Artifacts.agent(), folder.resolve("agent.jar"));
    String agent = "-javaagent:" + jar + "=config=" + ForkedContainer.write(Guard.DEFAULTS, folder);
    try (ForkedJvm jvm =
        container.start(Applications.steered().withOptions(agent), new Guard.Absent(), folder)) {
      jvm.awaitErrorMatching(".*self-test passed.*");
      Files.write(jar, new byte[] {1});

      Steering.call(jvm, "one", 1, "look", "a", "page 1 of a tells of item 7919");

      jvm.awaitErrorMatching(
          "\\[loophalt] ERROR the agent's jar .*agent\\.jar was overwritten while this JVM runs,.*");
      Outcome outcome = Steering.end(jvm);
      assertThatRun(outcome).exitedWith(0);
      assertThat(outcome.err()).filteredOn(line -> line.contains("was overwritten")).hasSize(1);
    }
  }

  /** JaCoCo adds a field, a method and probes to each class. */
  @OnEveryJdk
  void anotherAgentThatRewritesTheSameClassesDoesNotGetInTheWay(ForkedContainer container) {
    String ours = ForkedContainer.agentOption(ForkedContainer.write(Guard.DEFAULTS, folder));
    Path beforeOurs = folder.resolve("before.exec");
    Path afterOurs = folder.resolve("after.exec");

    Outcome second =
        container.run(
            Applications.stuck().withOptions(jacoco(beforeOurs), ours), new Guard.Absent(), folder);
    Outcome first =
        container.run(
            Applications.stuck().withOptions(ours, jacoco(afterOurs)), new Guard.Absent(), folder);

    assertHalted(second);
    assertThat(beforeOurs).isNotEmptyFile();
    assertHalted(first);
    assertThat(afterOurs).isNotEmptyFile();
  }

  @OnEveryJdk
  void attachingTwiceChangesNothingAndSaysSo(ForkedContainer container) {
    try (ForkedJvm jvm =
        container.start(Applications.stuck().with("await"), new Guard.Absent(), folder)) {
      jvm.awaitLine("ready=true");
      Path configuration = ForkedContainer.write(Guard.DEFAULTS, folder);

      Outcome first =
          Attacher.COMMAND_LINE.attach(container.jdk(), jvm.pid(), configuration, folder);
      Outcome second =
          Attacher.COMMAND_LINE.attach(container.jdk(), jvm.pid(), configuration, folder);
      jvm.send("go");

      assertThatRun(first).exitedWith(0);
      assertThatRun(second).failed();
      Outcome application = jvm.finish();
      assertHalted(application);
      assertThat(application.err())
          .filteredOn(line -> line.contains("is in this JVM already"))
          .hasSize(1);
    }
  }

  private static String jacoco(Path file) {
    return "-javaagent:" + Artifacts.anotherAgent() + "=destfile=" + file;
  }

  private static void assertHalted(Outcome outcome) {
    assertThatRun(outcome)
        .endedWell()
        .printedNothingButItsReport()
        .reports("result.nudged.at", 3)
        .reports("result.halted.at", 5)
        .reports("result.caught.by", "own LoopHaltException")
        .reports("error.halted.at", 5)
        .reports("error.caught.by", "own LoopHaltException");
  }
}
