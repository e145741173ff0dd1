package io.loophalt.compatibility.adk;

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
}
