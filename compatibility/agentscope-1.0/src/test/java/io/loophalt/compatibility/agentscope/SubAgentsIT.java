package io.loophalt.compatibility.agentscope;

import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.compatibility.harness.ForkedContainer;
import io.loophalt.compatibility.harness.Guard;
import io.loophalt.compatibility.harness.OnEveryJdk;
import io.loophalt.compatibility.harness.Outcome;
import io.loophalt.compatibility.harness.contract.SubAgentContract;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

/** Agents in tools, and halts where AgentScope makes an answer of them. */
class SubAgentsIT extends SubAgentContract {

  private final Path temporary;

  SubAgentsIT(@TempDir Path folder) {
    super(folder);
    this.temporary = folder;
  }

  @Override
  protected Class<?> application() {
    return SubAgents.class;
  }

  @Override
  protected String task() {
    return "colleague";
  }

  /** AgentScope makes JSON of what a tool returns. */
  @Override
  protected String told(String said) {
    return '"' + said + '"';
  }

  @OnEveryJdk
  void aHaltInTheSummaryReachesTheCaller(ForkedContainer container) {
    Outcome outcome = container.run(packed(), new Guard.AtStart("preset: standard\n"), temporary);

    assertThat(outcome.facts().get("summary"))
        .as(outcome.describe())
        .startsWith("threw run stopped (no_progress) in task 'hasty'");
  }

  @OnEveryJdk
  void theSummaryMayBeTheLastAnswerOfAHaltedRun(ForkedContainer container) {
    Outcome outcome = container.run(packed(), new Guard.AtStart("on-halt: finish\n"), temporary);

    assertThat(outcome.facts())
        .as(outcome.describe())
        .containsEntry("summary", "partial answer to IDENTICAL_CALLS after 6 calls");
  }
}
