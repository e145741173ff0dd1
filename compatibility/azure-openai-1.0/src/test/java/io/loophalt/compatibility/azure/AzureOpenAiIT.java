package io.loophalt.compatibility.azure;

import io.loophalt.compatibility.harness.contract.Capability;
import io.loophalt.compatibility.harness.contract.Excuse;
import io.loophalt.compatibility.harness.contract.FrameworkContract;
import java.util.List;

/** A loop around Azure's SDK for OpenAI does what every framework must do under the agent. */
class AzureOpenAiIT extends FrameworkContract {

  @Override
  protected Class<?> application() {
    return AzureOpenAiAgent.class;
  }

  @Override
  protected String framework() {
    return "Azure OpenAI";
  }

  @Override
  protected List<String> ways() {
    return List.of(
        "blocking",
        "with-response",
        "streamed",
        "async",
        "async-streamed",
        "streamed-with-response",
        "async-streamed-with-response",
        "without-ids");
  }

  @Override
  protected List<Excuse> excuses() {
    return List.of(
        Excuse.from(
                Capability.TOKEN_CEILINGS,
                "`getChatCompletionsStreamWithResponse` takes no `ChatCompletionStreamOptions`, by"
                    + " which a stream is asked for its usage")
            .in("streamed-with-response", "async-streamed-with-response"),
        Excuse.fromRefusingTools());
  }

  /** Only where a run begins and ends has to be said. */
  @Override
  protected String moreConfiguration() {
    return """
        - io.loophalt.compatibility.scenario.WrittenLoop.answer
    """;
  }
}
