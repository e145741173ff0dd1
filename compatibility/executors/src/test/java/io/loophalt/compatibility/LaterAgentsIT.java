package io.loophalt.compatibility;

import static io.loophalt.compatibility.harness.OutcomeAssert.assertThatRun;

import io.loophalt.compatibility.executors.LaterAgents;
import io.loophalt.compatibility.executors.UncarriedAgents;
import io.loophalt.compatibility.harness.Application;
import io.loophalt.compatibility.harness.Artifacts;
import io.loophalt.compatibility.harness.ForkedContainer;
import io.loophalt.compatibility.harness.Guard;
import io.loophalt.compatibility.harness.OnEveryJdk;
import io.loophalt.compatibility.harness.Outcome;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

/** {@code @AgentRun} on methods that return before their work is done. */
class LaterAgentsIT {

  @TempDir Path folder;

  @OnEveryJdk
  void aRunLastsAsLongAsWhatItsMethodReturns(ForkedContainer container) {
    assertThatRun(play(container, Guard.DEFAULTS))
        .exitedWith(0)
        .reports("users served", 30)
        .reports("mono", true)
        .reports("future", true)
        .reports("mono told", true)
        .reports("future told", true)
        .reports("users of one publisher served", 30)
        .reports("done", true)
        .doesNotWarn(".*was to be told that it is stuck.*")
        .doesNotWarn(".*internal error.*");
  }

  /** A tool that does not return a publisher says nothing of a stream on whose thread it runs. */
  @OnEveryJdk
  void whereRunsGoWithTasksSoDoThoseOfBlockingToolsInAStream(ForkedContainer container) {
    assertThatRun(play(container, "weave: {executors: true}\n"))
        .exitedWith(0)
        .reports("users served", 30)
        .reports("mono", true)
        .reports("future", true)
        .reports("blocking", true)
        .reports("users of one publisher served", 30)
        .doesNotWarn(".*no run boundary is known.*")
        .doesNotWarn(".*internal error.*");
  }

  @OnEveryJdk
  void workThatNothingCarriesIsSaidOnceWithHowItIsCarried(ForkedContainer container) {
    String lost =
        ".*a run of task 'shop' has ended without any call of a tool or a model, while calls on the"
            + " thread 'plain' began a run that nobody has drawn\\..* AgentRuns\\.wrap.*";

    assertThatRun(play(UncarriedAgents.class, container, Guard.DEFAULTS))
        .endedWell()
        .reports("answer", "the price of tea 2")
        .warns(lost);
    assertThatRun(play(UncarriedAgents.class, container, "weave: {executors: true}\n"))
        .endedWell()
        .reports("answer", "the price of tea 2")
        .doesNotWarn(lost);
  }

  private Outcome play(ForkedContainer container, String configuration) {
    return play(LaterAgents.class, container, configuration);
  }

  private Outcome play(Class<?> main, ForkedContainer container, String configuration) {
    Application agents = Application.onClassPath(main.getName(), Artifacts.applicationClassPath());
    return container.run(agents, new Guard.AtStart(configuration), folder);
  }
}
