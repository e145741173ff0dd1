package io.loophalt.compatibility.springai;

import io.loophalt.compatibility.harness.contract.Excuse;
import io.loophalt.compatibility.harness.contract.FrameworkContract;
import java.util.List;

/** In Spring AI 1.1 the loop is inside the provider's model, which makes the last call, too. */
class OpenAi11IT extends FrameworkContract {

  @Override
  protected Class<?> application() {
    return OpenAi11Agent.class;
  }

  @Override
  protected String framework() {
    return "Spring AI 1.1 with its own models";
  }

  @Override
  protected List<String> ways() {
    return List.of("blocking", "streaming", "by-hand", "without-ids", "spoken-to", "manager");
  }

  @Override
  protected List<Excuse> excuses() {
    return List.of(Excuse.fromRefusingTools().in("by-hand", "without-ids", "spoken-to"));
  }

  /** Only where their runs begin and end has to be said. */
  @Override
  protected String moreConfiguration() {
    return """
        - io.loophalt.compatibility.scenario.WrittenLoop.answer
    """;
  }
}
