package io.loophalt.compatibility.langgraph4j;

import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.compatibility.harness.ForkedContainer;
import io.loophalt.compatibility.harness.Guard;
import io.loophalt.compatibility.harness.OnEveryJdk;
import io.loophalt.compatibility.harness.Outcome;
import io.loophalt.compatibility.harness.contract.SubAgentContract;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

/** Agents in tools, and a halt that a node makes a result of. */
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
    return "CompiledGraph.stream";
  }

  @OnEveryJdk
  void aHaltThatANodeMakesAResultOfIsThrownWhereTheGraphEnds(ForkedContainer container) {
    Outcome outcome = container.run(packed(), new Guard.AtStart("preset: standard\n"), temporary);

    assertThat(outcome.facts().get("forgiven"))
        .as(outcome.describe())
        .startsWith("threw run stopped (no_progress)");
  }
}
