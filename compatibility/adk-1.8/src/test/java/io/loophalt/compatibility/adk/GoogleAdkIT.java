package io.loophalt.compatibility.adk;

import io.loophalt.compatibility.harness.Capability;
import io.loophalt.compatibility.harness.Excuse;
import io.loophalt.compatibility.harness.FrameworkContract;
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

  @Override
  protected List<Excuse> excuses() {
    String reason = "not built yet; nothing in ADK stands against it";
    return List.of(
        Excuse.from(Capability.FINISH, reason), Excuse.from(Capability.ANOTHER_MODEL, reason));
  }
}
