package io.loophalt.compatibility.quarkus;

import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.compatibility.harness.Application;
import io.loophalt.compatibility.harness.Artifacts;
import io.loophalt.compatibility.harness.ForkedContainer;
import io.loophalt.compatibility.harness.FrameworkContract;
import io.loophalt.compatibility.harness.OnEveryJdk;
import java.util.List;

/** Quarkus LangChain4j does what every framework must do under the agent. */
class QuarkusIT extends FrameworkContract {

  @Override
  protected Class<?> application() {
    return QuarkusAgent.class;
  }

  /** As Quarkus has packed it, in class loaders of its own. */
  @Override
  protected Application packed() {
    return Application.onClassPath(
        "io.quarkus.bootstrap.runner.QuarkusEntryPoint",
        Artifacts.applications().resolveSibling("quarkus-app/quarkus-run.jar"));
  }

  @Override
  protected String framework() {
    return "Quarkus LangChain4j";
  }

  @Override
  protected List<String> ways() {
    return List.of("ai service", "streaming", "event loop", "token stream");
  }

  /** On an event loop each conversation is the one task that has a ceiling for idle turns. */
  @Override
  protected List<String> waysToTalk() {
    return List.of("ai service", "streaming", "token stream");
  }

  /**
   * A scope around many calls is on the thread that waits for each; on an event loop nobody does.
   */
  @Override
  protected String moreConfiguration() {
    return """
        - method: io.loophalt.compatibility.quarkus.QuarkusAgent.subscribe
          task: Stage.untilDone
          conversation: argument0
    """;
  }

  @OnEveryJdk
  void whoSubscribesOnceMoreAfterAHaltIsHaltedAtOnce(ForkedContainer container) {
    for (String way : List.of("retry.streaming.", "retry.event loop.")) {
      assertThat(factsWithoutTheAgent(container)).containsEntry(way + "model.calls", "31");
      assertThat(factsUnderTheAgent(container))
          .containsEntry(way + "model.calls", "5")
          .hasEntrySatisfying(
              way + "outcome", outcome -> assertThat(outcome).contains("LoopHaltException"));
    }
  }

  @OnEveryJdk
  void aStuckSubAgentHaltsAndItsParentGoesOn(ForkedContainer container) {
    assertThat(factsWithoutTheAgent(container)).containsEntry("sub-agent.child.model.calls", "32");
    assertThat(factsUnderTheAgent(container))
        .as("halted in both delegations, each of which is a run of its own")
        .containsEntry("sub-agent.child.model.calls", "10")
        .containsEntry("sub-agent.parent.model.calls", "3")
        .containsEntry("sub-agent.answer", "answer to SAME_QUESTION after 3 calls");
  }
}
