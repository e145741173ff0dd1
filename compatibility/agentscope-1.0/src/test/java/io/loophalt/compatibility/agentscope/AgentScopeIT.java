package io.loophalt.compatibility.agentscope;

import io.loophalt.compatibility.harness.contract.FrameworkContract;
import java.util.List;

/** AgentScope does what every framework must do under the agent. */
class AgentScopeIT extends FrameworkContract {

  @Override
  protected Class<?> application() {
    return AgentScopeAgent.class;
  }

  @Override
  protected String framework() {
    return "AgentScope";
  }

  @Override
  protected List<String> ways() {
    return List.of("blocking", "streaming", "synchronous");
  }

  /** Reactor's own threads execute the tools. */
  @Override
  protected List<String> waysWhoseCallsMustNotWait() {
    return List.of("blocking", "streaming");
  }
}
