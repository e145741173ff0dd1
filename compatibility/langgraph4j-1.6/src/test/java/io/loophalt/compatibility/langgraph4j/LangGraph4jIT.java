package io.loophalt.compatibility.langgraph4j;

import io.loophalt.compatibility.harness.contract.FrameworkContract;
import java.util.List;

/** LangGraph4j does what every framework must do under the agent. */
class LangGraph4jIT extends FrameworkContract {

  @Override
  protected Class<?> application() {
    return LangGraph4jAgent.class;
  }

  @Override
  protected String framework() {
    return "LangGraph4j";
  }

  @Override
  protected List<String> ways() {
    return List.of("blocking", "streaming", "own nodes", "graph in a graph");
  }
}
