package io.loophalt.compatibility.langchain4j.agentic;

import io.loophalt.compatibility.harness.contract.FrameworkContract;
import java.util.List;

/**
 * LangChain4j's composed agents: the agent at work inside is a run of its own, whose halt ends the
 * whole by the composing agent's own policy.
 */
class AgenticIT extends FrameworkContract {

  @Override
  protected Class<?> application() {
    return AgenticAgent.class;
  }

  @Override
  protected String framework() {
    return "LangChain4j agentic";
  }

  @Override
  protected List<String> ways() {
    return List.of("sequence", "loop", "parallel", "supervisor");
  }
}
