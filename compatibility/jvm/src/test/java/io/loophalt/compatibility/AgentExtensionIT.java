package io.loophalt.compatibility;

import static io.loophalt.compatibility.harness.OutcomeAssert.assertThatRun;
import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.compatibility.harness.ForkedContainer;
import io.loophalt.compatibility.harness.Guard;
import io.loophalt.compatibility.harness.OnEveryJdk;
import io.loophalt.compatibility.harness.Outcome;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

/** An application's tests say what becomes of its agent under the real jar. */
class AgentExtensionIT {

  @TempDir Path folder;

  @OnEveryJdk
  void testsSeeHaltsAndNudges(ForkedContainer container) {
    Outcome outcome =
        container.run(Applications.ownTests(), new Guard.AtStart(Guard.DEFAULTS), folder);

    assertThatRun(outcome)
        .endedWell()
        .reports("stuck()", "passed")
        .reports("healthy()", "passed")
        .reports("healthyAfterANudge()", "passed")
        .reports("stuckInARunOfItsOwn()", "passed")
        .reports(
            "wrongAboutARunOfItsOwn()",
            "Expected the run of task 'tests' not to be halted, but it was: run stopped"
                + " (no_progress) in task 'own': the same call with the same outcome 5 times in a"
                + " row [5 steps, no model call seen]")
        .reports(
            "wrongAboutAHalt()",
            "Expected the run of task 'tests' to be halted, but it is not;"
                + " it was nudged at steps [3].")
        .reports(
            "wrongAboutANudge()",
            "Expected the run of task 'tests' not to be nudged, but it was nudged at steps [3].");
  }

  @OnEveryJdk
  void withoutTheAgentNoTestPasses(ForkedContainer container) {
    Outcome outcome = container.run(Applications.ownTests(), new Guard.Absent(), folder);

    assertThatRun(outcome).endedWell();
    assertThat(outcome.facts().entrySet())
        .filteredOn(fact -> fact.getKey().endsWith("()"))
        .as(outcome.describe())
        .hasSize(7)
        .allMatch(fact -> fact.getValue().startsWith("the Loophalt agent is not in this JVM"));
  }
}
