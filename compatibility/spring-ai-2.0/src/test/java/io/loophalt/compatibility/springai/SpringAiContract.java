package io.loophalt.compatibility.springai;

import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.compatibility.harness.ForkedContainer;
import io.loophalt.compatibility.harness.OnEveryJdk;
import io.loophalt.compatibility.harness.contract.FrameworkContract;
import java.util.List;
import java.util.Map;

/** What every version of Spring AI must do under the agent beyond what all frameworks do. */
abstract class SpringAiContract extends FrameworkContract {

  @Override
  protected final List<String> ways() {
    return List.of("blocking", "streaming", "callbacks", "mcp");
  }

  @OnEveryJdk
  void toolsThatAProgramExecutesForItselfAreLeftAlone(ForkedContainer container) {
    assertThat(factsUnderTheAgent(container))
        .containsEntry("own.callbacks.untouched", "12")
        .containsEntry("own.manager.untouched", "12")
        .containsEntry("own.tool.calls", "24");
  }

  @OnEveryJdk
  void aStuckSubAgentHaltsAndItsParentGoesOn(ForkedContainer container) {
    Map<String, String> bare = factsWithoutTheAgent(container);
    Map<String, String> guarded = factsUnderTheAgent(container);

    for (String way : List.of("sub-agent.blocking.", "sub-agent.streaming.")) {
      assertThat(bare).as(way).containsEntry(way + "child.model.calls", "22");
      assertThat(guarded)
          .as("%s: halted in the first delegation; the second is a run of its own", way)
          .containsEntry(way + "child.tool.calls", "10")
          .containsEntry(way + "parent.model.calls", "3")
          .containsEntry(way + "answer", "answer to SAME_QUESTION after 3 calls");
    }
  }
}
