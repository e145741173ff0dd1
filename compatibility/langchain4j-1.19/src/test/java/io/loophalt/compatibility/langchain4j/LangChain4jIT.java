package io.loophalt.compatibility.langchain4j;

import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.compatibility.harness.ForkedContainer;
import io.loophalt.compatibility.harness.FrameworkContract;
import io.loophalt.compatibility.harness.OnEveryJdk;
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

  @OnEveryJdk
  void aToolThatAProgramExecutesForItselfIsLeftAlone(ForkedContainer container) {
    assertThat(factsUnderTheAgent(container))
        .containsEntry("own.executor.untouched", "12")
        .containsEntry("own.tool.calls", "12");
  }
}
