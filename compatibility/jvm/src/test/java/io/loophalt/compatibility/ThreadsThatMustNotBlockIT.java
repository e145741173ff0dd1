package io.loophalt.compatibility;

import static io.loophalt.compatibility.harness.OutcomeAssert.assertThatRun;
import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.compatibility.harness.EventLog;
import io.loophalt.compatibility.harness.ForkedContainer;
import io.loophalt.compatibility.harness.ForkedJvm;
import io.loophalt.compatibility.harness.Guard;
import io.loophalt.compatibility.harness.OnEveryJdk;
import io.loophalt.compatibility.harness.Outcome;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

/** The agent says and writes what it has to, and no event loop blocks for it. */
class ThreadsThatMustNotBlockIT {

  private static final Guard WITH_EVENT_LOG = new Guard.AtStart(EventLog.CONFIGURATION);

  @TempDir Path folder;

  @OnEveryJdk
  void aRunOnAnEventLoopIsNudgedAndHaltedAsOnAnyThread(ForkedContainer container) {
    Outcome outcome = container.run(Applications.eventLoop(), WITH_EVENT_LOG, folder);

    assertThatRun(outcome)
        .endedWell()
        .reports("blocking", "is refused")
        .reports("future.caught.at", 5)
        .reports("future.caught", "io.loophalt.LoopHaltException")
        .reports("future.bodies", 5)
        .reports("result.nudged.at", 3)
        .reports("result.halted.at", 5)
        .reports("result.caught.by", "own LoopHaltException")
        .reports("error.halted.at", 5)
        .reports("afterwards", "no match for retries")
        .doesNotWarn("\\[loophalt] (ERROR|WARNING) .*");
  }

  /** BlockHound refuses a thread that waits, and would have the application fail. */
  @OnEveryJdk
  void whereARunWouldWaitForAPersonItIsHaltedAtOnceAndOneLineSaysSo(ForkedContainer container) {
    Outcome outcome =
        container.run(
            Applications.eventLoop(),
            new Guard.AtStart("on-halt: {wait: 10m}\n" + EventLog.CONFIGURATION),
            folder);

    assertThatRun(outcome)
        .endedWell()
        .reports("blocking", "is refused")
        .reports("future.caught", "io.loophalt.LoopHaltException")
        .reports("result.halted.at", 5)
        .reports("error.halted.at", 5)
        .doesNotWarn("\\[loophalt] ERROR .*");
    assertWarnsOnce(outcome, "a halted run is to wait for a person");
    assertThat(EventLog.lines(folder))
        .as("nobody is told of a run that waits, where none does")
        .anyMatch(line -> line.contains("\"event\":\"intervention\""))
        .noneMatch(line -> line.contains("\"event\":\"waiting\""));
  }

  @OnEveryJdk
  void aFrozenCallIsHaltedThisOnceAndOneLineSaysSo(ForkedContainer container) {
    Steering steering = new Steering(container, folder);
    try (ForkedJvm jvm = steering.start(Applications.steeredLoop(), EventLog.CONFIGURATION)) {
      call(jvm, 1, "page 1 of something");

      String pid = Long.toString(jvm.pid());
      steering.lines("freeze", pid);
      call(jvm, 2, "halted operator: frozen by an operator until .*, and this call cannot wait");
      call(jvm, 3, "halted operator: frozen by an operator until .*, and this call cannot wait");
      steering.lines("unfreeze", pid);
      call(jvm, 4, "page 2 of something");

      jvm.send("end");
      Outcome outcome = jvm.finish();
      assertThatRun(outcome).endedWell().doesNotWarn("\\[loophalt] ERROR .*");
      assertWarnsOnce(outcome, "runs are frozen");
      assertThat(EventLog.lines(folder)).noneMatch(line -> line.contains("\"waiting\""));
    }
  }

  @OnEveryJdk
  void aRunThatWasHaltedAtOnceGoesOnWithItsNextCallWhenAPersonLetsIt(ForkedContainer container) {
    Steering steering = new Steering(container, folder);
    try (ForkedJvm jvm =
        steering.start(
            Applications.steeredLoop(), "on-halt: {wait: 10m}\nceilings: {steps: 1}\n")) {
      call(jvm, 1, "page 1 of something");
      call(jvm, 2, "halted step_cap: 1 of 1 steps used");
      call(jvm, 3, "halted step_cap: 1 of 1 steps used");

      assertThat(steering.lines("resume", Long.toString(jvm.pid()), "looped", "--extra-steps", "1"))
          .containsExactly("looped goes on");
      call(jvm, 4, "page 2 of something");
      call(jvm, 5, "halted step_cap: 2 of 2 steps used");

      jvm.send("end");
      assertThatRun(jvm.finish()).endedWell().doesNotWarn("\\[loophalt] ERROR .*");
    }
  }

  private static void call(ForkedJvm jvm, int number, String outcome) {
    jvm.send("call");
    jvm.awaitLineMatching("call\\." + number + "=" + outcome);
  }

  private static void assertWarnsOnce(Outcome outcome, String what) {
    assertThat(outcome.err())
        .as(outcome.describe())
        .filteredOn(
            line ->
                line.startsWith(
                    "[loophalt] WARNING "
                        + what
                        + ", but event-loop is a thread that must not wait: "))
        .hasSize(1);
  }

  @OnEveryJdk
  void whatIsSaidAndWrittenOfItIsWhole(ForkedContainer container) {
    Outcome outcome = container.run(Applications.eventLoop(), WITH_EVENT_LOG, folder);

    for (String run : new String[] {"run-1", "run-2", "run-3"}) {
      assertThat(outcome.err())
          .as(outcome.describe())
          .filteredOn(line -> line.startsWith("[loophalt] nudge at step 3 of " + run + " "))
          .hasSize(1);
      assertThat(outcome.err())
          .as(outcome.describe())
          .filteredOn(line -> line.startsWith("[loophalt] halted " + run + ": "))
          .hasSize(1);
    }
    assertThat(String.join("\n", EventLog.lines(folder)))
        .as("events")
        .contains("\"run-1\"", "\"run-2\"", "\"run-3\"")
        .containsPattern("\"event\":\"intervention\".*\"halt\"");
  }
}
