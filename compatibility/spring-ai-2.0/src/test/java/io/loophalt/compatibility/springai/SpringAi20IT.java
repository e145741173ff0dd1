package io.loophalt.compatibility.springai;

import static io.loophalt.compatibility.harness.OutcomeAssert.assertThatRun;
import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.compatibility.harness.Application;
import io.loophalt.compatibility.harness.Artifacts;
import io.loophalt.compatibility.harness.ForkedContainer;
import io.loophalt.compatibility.harness.Guard;
import io.loophalt.compatibility.harness.OnEveryJdk;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;

/** Spring AI 2 does what every framework must do under the agent. */
class SpringAi20IT extends SpringAiContract {

  @Override
  protected Class<?> application() {
    return SpringAi20Agent.class;
  }

  @Override
  protected String framework() {
    return "Spring AI 2";
  }

  /** Providers refuse a request in which a call has no result, and so all later ones. */
  @OnEveryJdk
  void aConversationWithItsCallsInTheMemoryGoesOnAfterTheHalt(ForkedContainer container) {
    Map<String, String> guarded = factsUnderTheAgent(container);
    for (String way : List.of("blocking.1", "blocking.3", "streaming.1")) {
      assertThat(guarded)
          .containsEntry("memory." + way + ".stuck", "LoopHaltException")
          .containsEntry("memory." + way + ".next", "Hello!")
          .containsEntry("memory." + way + ".asked", "1");
    }
  }

  @OnEveryJdk
  void aNudgeIsNotShownToThePersonToWhomAResultGoes(
      ForkedContainer container, @TempDir Path folder) {
    Application application =
        Application.onClassPath(DirectResults.class.getName(), Artifacts.applicationClassPath());

    String run = "weave: {runs: [" + DirectResults.class.getName() + ".talk]}\n";
    assertThatRun(container.run(application, new Guard.AtStart(run), folder))
        .endedWell()
        .warns(".*nudge.*")
        .reports("unlike", 0)
        .reports("halted.by", "LoopHaltException");
  }
}
