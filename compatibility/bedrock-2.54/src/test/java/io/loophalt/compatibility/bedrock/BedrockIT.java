package io.loophalt.compatibility.bedrock;

import io.loophalt.compatibility.harness.FrameworkContract;
import java.util.List;

/** A loop around Amazon Bedrock does what every framework must do under the agent. */
class BedrockIT extends FrameworkContract {

  @Override
  protected Class<?> application() {
    return BedrockAgent.class;
  }

  @Override
  protected List<String> ways() {
    return List.of("blocking", "async", "converse-stream");
  }

  @Override
  protected boolean changesModels() {
    return true;
  }

  /** Only where a run begins and ends has to be said. */
  @Override
  protected String moreConfiguration() {
    return """
        - io.loophalt.compatibility.scenario.WrittenLoop.answer
    """;
  }
}
