package io.loophalt.compatibility.ollama4j;

import io.loophalt.compatibility.harness.contract.Excuse;
import io.loophalt.compatibility.harness.contract.FrameworkContract;
import java.util.List;

/** Ollama4j's loop and one around it do what every framework must do under the agent. */
class Ollama4jIT extends FrameworkContract {

  @Override
  protected Class<?> application() {
    return Ollama4jAgent.class;
  }

  @Override
  protected String framework() {
    return "Ollama4j";
  }

  @Override
  protected List<String> ways() {
    return List.of("chat", "chat-streamed", "written");
  }

  @Override
  protected List<Excuse> excuses() {
    return List.of(Excuse.fromRefusingTools());
  }

  /** Only where a run begins and ends has to be said. */
  @Override
  protected String moreConfiguration() {
    return """
        - io.loophalt.compatibility.scenario.WrittenLoop.answer
        - io.loophalt.compatibility.ollama4j.OwnLoop.answer
    """;
  }
}
