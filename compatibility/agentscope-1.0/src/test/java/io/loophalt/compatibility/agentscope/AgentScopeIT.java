package io.loophalt.compatibility.agentscope;

import io.loophalt.compatibility.harness.contract.Capability;
import io.loophalt.compatibility.harness.contract.Excuse;
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

  @Override
  protected List<Excuse> excuses() {
    return List.of(
        Excuse.from(
                Capability.HELD_CALLS, "Reactor's own threads execute the tools, and must not wait")
            .in("blocking", "streaming"));
  }
}
