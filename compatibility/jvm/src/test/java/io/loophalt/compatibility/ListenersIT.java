package io.loophalt.compatibility;

import static io.loophalt.compatibility.harness.OutcomeAssert.assertThatRun;

import io.loophalt.compatibility.harness.ForkedContainer;
import io.loophalt.compatibility.harness.Guard;
import io.loophalt.compatibility.harness.OnEveryJdk;
import io.loophalt.compatibility.harness.Outcome;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

/** The application hears what the agent does, and may let a halted run go on. */
class ListenersIT {

  @TempDir Path folder;

  @OnEveryJdk
  void listenersAreToldAndAskedAndHoldNobodyUp(ForkedContainer container) {
    Outcome outcome =
        container.run(Applications.listening(), new Guard.AtStart(Guard.DEFAULTS), folder);

    assertAllAsTheyShould(outcome);
  }

  /** A listener that is halted itself must not wait: nobody would be asked meanwhile. */
  @OnEveryJdk
  void whereAPersonIsWaitedForTheListenersAreAskedFirst(ForkedContainer container) {
    Outcome outcome =
        container.run(Applications.listening(), new Guard.AtStart("on-halt: {wait: 1s}\n"), folder);

    assertAllAsTheyShould(outcome);
  }

  private static void assertAllAsTheyShould(Outcome outcome) {
    assertThatRun(outcome)
        .endedWell()
        .reports("told.calls", 5)
        .reports("told.heard", "nudged at 3 in told, halted no_progress at 5, ended no_progress")
        .reports("grants.calls", 5 + 4)
        .reports("throws.calls", 5)
        .warns(
            "\\[loophalt] WARNING a listener given to AgentRuns.addListener threw"
                + " java.lang.IllegalStateException; .*")
        .reports("calls.calls", 5)
        .warns("\\[loophalt] WARNING .* threw io.loophalt.LoopHaltException; .*")
        .reports("late.1.calls", 5)
        .reports("late.4.calls", 5)
        .reports("late.asked", 1)
        .warns("\\[loophalt] WARNING a listener .* has not answered within 100 ms three times .*");
  }
}
