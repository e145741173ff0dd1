package io.loophalt.compatibility;

import static io.loophalt.compatibility.harness.OutcomeAssert.assertThatRun;

import io.loophalt.compatibility.harness.ForkedContainer;
import io.loophalt.compatibility.harness.Guard;
import io.loophalt.compatibility.harness.OnEveryJdk;
import io.loophalt.compatibility.harness.Outcome;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

/** What goes wrong inside the agent stays inside the agent. */
class PlantedErrorsIT {

  @TempDir Path folder;

  @OnEveryJdk
  void valuesThatFailWhoeverLooksIntoThemReachTheApplicationUntouched(ForkedContainer container) {
    Outcome plain = container.run(Applications.plantedErrors(), new Guard.Absent(), folder);
    Outcome guarded =
        container.run(Applications.plantedErrors(), new Guard.AtStart(Guard.DEFAULTS), folder);

    assertThatRun(guarded).endedWell().reportsTheSameAs(plain);
  }

  @OnEveryJdk
  void anAgentThatHasSeenThemAllStillHaltsARunThatIsStuck(ForkedContainer container) {
    Outcome outcome =
        container.run(
            Applications.plantedErrors().with("then-stuck"),
            new Guard.AtStart(Guard.DEFAULTS),
            folder);

    assertThatRun(outcome)
        .endedWell()
        .doesNotWarn("(?i).*turned off.*")
        .reports("stuck.halted.at", 5);
  }
}
