package io.loophalt.compatibility.langchain4j;

import io.loophalt.compatibility.harness.FrameworkContract;
import java.util.List;

/** LangChain4j does what every framework must do under the agent. */
class LangChain4jIT extends FrameworkContract {

  @Override
  protected Class<?> application() {
    return LangChain4jAgent.class;
  }

  @Override
  protected String framework() {
    return "LangChain4j";
  }

  @Override
  protected List<String> ways() {
    return List.of("blocking", "concurrent", "streaming", "on-caller", "eager", "flux");
  }
}
