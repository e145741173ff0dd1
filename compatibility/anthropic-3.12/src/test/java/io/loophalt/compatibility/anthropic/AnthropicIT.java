package io.loophalt.compatibility.anthropic;

import io.loophalt.compatibility.harness.contract.Excuse;
import io.loophalt.compatibility.harness.contract.FrameworkContract;
import java.util.List;

/** Loops around Anthropic's SDK, and its own, do what every framework must do under the agent. */
class AnthropicIT extends FrameworkContract {

  @Override
  protected Class<?> application() {
    return AnthropicAgent.class;
  }

  @Override
  protected String framework() {
    return "Anthropic SDK";
  }

  @Override
  protected List<String> ways() {
    return List.of(
        "messages",
        "streamed",
        "async",
        "async-streamed",
        "raw-streamed",
        "raw-async",
        "tool-runner");
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
        - io.loophalt.compatibility.anthropic.ToolRunner.answer
    """;
  }
}
