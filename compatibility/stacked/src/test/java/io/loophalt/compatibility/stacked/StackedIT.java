package io.loophalt.compatibility.stacked;

import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.compatibility.harness.ForkedContainer;
import io.loophalt.compatibility.harness.OnEveryJdk;
import io.loophalt.compatibility.harness.contract.FrameworkContract;
import java.util.List;

/** A call that passes a framework and the SDK below it, both of them watched, counts once. */
class StackedIT extends FrameworkContract {

  @Override
  protected Class<?> application() {
    return StackedAgent.class;
  }

  @Override
  protected String framework() {
    return "frameworks on SDKs";
  }

  @Override
  protected List<String> ways() {
    return List.of(
        "spring-ai",
        "spring-ai-streaming",
        "spring-ai-on-other-threads",
        "langchain4j",
        "langchain4j-streaming",
        "adk",
        "adk-gemini",
        "adk-gemini-streaming");
  }

  @OnEveryJdk
  void anIdleAnswerIsOneIdleTurn(ForkedContainer container) {
    for (String way : waysOn(container)) {
      assertThat(factsUnderTheAgent(container))
          .as("%s: four idle turns are allowed, and two that answer new words are none", way)
          .containsEntry(way + ".NARRATION.model.calls", "6");
    }
  }
}
