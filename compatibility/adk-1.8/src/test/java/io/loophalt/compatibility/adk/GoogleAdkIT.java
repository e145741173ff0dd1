package io.loophalt.compatibility.adk;

import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.compatibility.harness.ForkedContainer;
import io.loophalt.compatibility.harness.OnEveryJdk;
import io.loophalt.compatibility.harness.contract.FrameworkContract;
import java.util.List;

/** Google ADK does what every framework must do under the agent. */
class GoogleAdkIT extends FrameworkContract {

  @Override
  protected Class<?> application() {
    return GoogleAdkAgent.class;
  }

  @Override
  protected String framework() {
    return "Google ADK";
  }

  @Override
  protected List<String> ways() {
    return List.of("function tools", "tools on other threads", "streaming");
  }

  /** Providers refuse a request in which a call has no result, and so all later ones. */
  @OnEveryJdk
  void aSessionGoesOnAfterTheHalt(ForkedContainer container) {
    assertThat(factsUnderTheAgent(container))
        .containsEntry("session.stuck", "LoopHaltException")
        .containsEntry("session.next", "Hello!")
        .containsEntry("session.asked", "1");
  }
}
