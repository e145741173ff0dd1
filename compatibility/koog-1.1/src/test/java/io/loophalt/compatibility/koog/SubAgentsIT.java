package io.loophalt.compatibility.koog;

import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.compatibility.harness.Application;
import io.loophalt.compatibility.harness.Artifacts;
import io.loophalt.compatibility.harness.ForkedContainer;
import io.loophalt.compatibility.harness.Guard;
import io.loophalt.compatibility.harness.OnEveryJdk;
import io.loophalt.compatibility.harness.Outcome;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

/** A stuck sub-agent halts, and the agent that called it goes on. */
class SubAgentsIT {

  private final Path folder;

  SubAgentsIT(@TempDir Path folder) {
    this.folder = folder;
  }

  @OnEveryJdk
  void withoutTheAgentTheSubAgentRunsToItsEnd(ForkedContainer container) {
    assertThat(play(container, new Guard.Absent()).facts())
        .containsEntry("answer", "my colleague said: \"answer to IDENTICAL_CALLS after 31 calls\"");
  }

  @OnEveryJdk
  void aStuckSubAgentHaltsAndItsParentGoesOnWithTheErrorOfTheTool(ForkedContainer container) {
    Outcome outcome = play(container, new Guard.AtStart("preset: standard\n"));

    assertThat(outcome.facts())
        .as(outcome.describe())
        .containsEntry("stuck.model.calls", "5")
        .containsEntry("stuck.tool.calls", "5")
        .hasEntrySatisfying(
            "answer",
            answer ->
                assertThat(answer)
                    .startsWith("my colleague said: ")
                    .contains("run stopped (no_progress) in task 'colleague'"));
  }

  @OnEveryJdk
  void aSubAgentThatMayFinishGivesItsParentPartialResults(ForkedContainer container) {
    Outcome outcome = play(container, new Guard.AtStart("on-halt: finish\n"));

    assertThat(outcome.facts())
        .as(outcome.describe())
        .containsEntry("stuck.model.calls", "6")
        .containsEntry("stuck.tool.calls", "5")
        .containsEntry(
            "answer", "my colleague said: \"partial answer to IDENTICAL_CALLS after 6 calls\"");
  }

  private Outcome play(ForkedContainer container, Guard guard) {
    return container.run(
        Application.onClassPath(SubAgents.class.getName(), Artifacts.applicationClassPath()),
        guard,
        folder);
  }
}
