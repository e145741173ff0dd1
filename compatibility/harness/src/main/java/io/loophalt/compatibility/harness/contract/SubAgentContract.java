package io.loophalt.compatibility.harness.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.compatibility.harness.Application;
import io.loophalt.compatibility.harness.Artifacts;
import io.loophalt.compatibility.harness.ForkedContainer;
import io.loophalt.compatibility.harness.Guard;
import io.loophalt.compatibility.harness.OnEveryJdk;
import io.loophalt.compatibility.harness.Outcome;
import io.loophalt.compatibility.harness.SpreadOverJdks;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

/**
 * A stuck sub-agent halts, and the agent that called it goes on. Its application asks an agent that
 * asks a colleague, and reports the answer and what the colleague did.
 */
public abstract class SubAgentContract {

  private final Path folder;

  /** With a folder for what the application and the agent write. */
  protected SubAgentContract(@TempDir Path folder) {
    this.folder = folder;
  }

  /** What plays parent and colleague; not asked for where {@link #packed} names it. */
  protected Class<?> application() {
    throw new UnsupportedOperationException(getClass() + " overrides application() or packed()");
  }

  /** The application with all that it needs. */
  protected Application packed() {
    return Application.onClassPath(application().getName(), Artifacts.applicationClassPath());
  }

  /** The task of the colleague's runs. */
  protected abstract String task();

  /** What the parent is told when its colleague has said this. */
  protected String told(String said) {
    return said;
  }

  /** What a framework does by itself is the same on every JDK. */
  @OnEveryJdk
  @SpreadOverJdks
  void withoutTheAgentTheSubAgentRunsToItsEnd(ForkedContainer container) {
    assertThat(play(container, new Guard.Absent()).facts())
        .containsEntry(
            "answer", "my colleague said: " + told("answer to IDENTICAL_CALLS after 21 calls"));
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
                    .contains("run stopped (no_progress) in task '" + task() + "'"));
  }

  @OnEveryJdk
  void aSubAgentThatMayFinishGivesItsParentPartialResults(ForkedContainer container) {
    Outcome outcome = play(container, new Guard.AtStart("on-halt: finish\n"));

    assertThat(outcome.facts())
        .as(outcome.describe())
        .containsEntry("stuck.model.calls", "6")
        .containsEntry("stuck.tool.calls", "5")
        .containsEntry(
            "answer",
            "my colleague said: " + told("partial answer to IDENTICAL_CALLS after 6 calls"));
  }

  private Outcome play(ForkedContainer container, Guard guard) {
    return container.run(packed(), guard, folder);
  }
}
