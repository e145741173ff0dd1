package io.loophalt.compatibility;

import static io.loophalt.compatibility.harness.OutcomeAssert.assertThatRun;

import io.loophalt.compatibility.harness.ForkedContainer;
import io.loophalt.compatibility.harness.Guard;
import io.loophalt.compatibility.harness.OnEveryJdk;
import io.loophalt.compatibility.harness.Outcome;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.junit.jupiter.api.io.TempDir;

/** The application hears what the agent does, and may let a halted run go on. */
class ListenersIT {

  private static final String LADDER = "ladder: {nudge: 3, escalate: 4, halt: 5}\n";
  private static final String PACKAGE = "io.loophalt.compatibility.steered.Listening$";

  @TempDir Path folder;

  @OnEveryJdk
  void listenersAreToldAndAskedAndHoldNobodyUp(ForkedContainer container) {
    Outcome outcome = container.run(Applications.listening(), new Guard.AtStart(LADDER), folder);

    assertAllAsTheyShould(outcome);
  }

  /** A listener that is halted itself must not wait: nobody would be asked meanwhile. */
  @OnEveryJdk
  void whereAPersonIsWaitedForTheListenersAreAskedFirst(ForkedContainer container) {
    Outcome outcome =
        container.run(
            Applications.listening(), new Guard.AtStart(LADDER + "on-halt: {wait: 1s}\n"), folder);

    assertAllAsTheyShould(outcome);
  }

  private static void assertAllAsTheyShould(Outcome outcome) {
    assertThatRun(outcome)
        .endedWell()
        .reports("told.calls", 5)
        .reports(
            "told.heard",
            "nudged at 3 in told of ours, escalated at 4 in told of ours, halted no_progress at 5 in"
                + " told of ours, ended no_progress")
        .reports("grants.calls", 5 + 4)
        .reports("throws.calls", 5)
        .warns(
            "\\[loophalt] WARNING the listener "
                + Pattern.quote(PACKAGE + "Throws")
                + ", given to AgentRuns.addListener, threw java.lang.IllegalStateException; .*")
        .reports("calls.calls", 5)
        .warns("\\[loophalt] WARNING .* threw io.loophalt.LoopHaltException; .*")
        .reports("deadlocks.calls", 5)
        .reports("deadlocks.answers", false)
        .reports("deadlocks.answered", true)
        .reports("late.1.calls", 5)
        .reports("late.4.calls", 5)
        .reports("late.asked", 1)
        .reports("other.asked", 4)
        .warns(
            "\\[loophalt] WARNING the listener "
                + Pattern.quote(PACKAGE + "Sleeps")
                + ", given to AgentRuns.addListener, has not answered within 100 ms three times .*")
        .doesNotWarn(".*Counts.*");
  }
}
