package io.loophalt.compatibility.openai;

import io.loophalt.compatibility.harness.FrameworkContract;
import java.util.List;

/** A loop around OpenAI's SDK does what every framework must do under the agent. */
class OpenAiIT extends FrameworkContract {

  @Override
  protected Class<?> application() {
    return OpenAiAgent.class;
  }

  @Override
  protected List<String> ways() {
    return List.of(
        "chat",
        "chat-streamed",
        "chat-async",
        "chat-async-streamed",
        "chat-raw",
        "chat-raw-async-streamed",
        "responses",
        "responses-streamed");
  }

  @Override
  protected boolean finishes() {
    return true;
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
