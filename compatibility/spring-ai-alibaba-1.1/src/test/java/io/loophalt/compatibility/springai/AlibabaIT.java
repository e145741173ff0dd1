package io.loophalt.compatibility.springai;

import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.compatibility.harness.ForkedContainer;
import io.loophalt.compatibility.harness.OnEveryJdk;
import io.loophalt.compatibility.harness.contract.FrameworkContract;
import java.util.List;

/** Spring AI Alibaba does what every framework must do under the agent. */
class AlibabaIT extends FrameworkContract {

  @Override
  protected Class<?> application() {
    return AlibabaAgent.class;
  }

  @Override
  protected String framework() {
    return "Spring AI Alibaba";
  }

  @Override
  protected List<String> ways() {
    return List.of("blocking", "streaming", "callbacks");
  }

  /** Providers refuse a request in which a call has no result, and so all later ones. */
  @OnEveryJdk
  void aThreadGoesOnFromItsCheckpointAfterTheHalt(ForkedContainer container) {
    assertThat(factsUnderTheAgent(container))
        .containsEntry("checkpoints.stuck", "LoopHaltException")
        .containsEntry("checkpoints.next", "Hello!")
        .containsEntry("checkpoints.asked", "1");
  }
}
