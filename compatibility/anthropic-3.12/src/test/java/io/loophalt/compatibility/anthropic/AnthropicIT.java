package io.loophalt.compatibility.anthropic;

import static io.loophalt.compatibility.harness.OutcomeAssert.assertThatRun;

import io.loophalt.compatibility.harness.Application;
import io.loophalt.compatibility.harness.Artifacts;
import io.loophalt.compatibility.harness.ForkedContainer;
import io.loophalt.compatibility.harness.Guard;
import io.loophalt.compatibility.harness.OnEveryJdk;
import io.loophalt.compatibility.harness.Outcome;
import io.loophalt.compatibility.harness.contract.Excuse;
import io.loophalt.compatibility.harness.contract.FrameworkContract;
import io.loophalt.compatibility.harness.contract.SeenPictures;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;

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
        "results-apart",
        "results-in-pairs",
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

  @OnEveryJdk
  void eachResultIsAStepInWhateverMessageItIs(ForkedContainer container, @TempDir Path folder) {
    Application reading =
        Application.onClassPath(ResultsApart.class.getName(), Artifacts.applicationClassPath());

    Outcome outcome =
        container.run(
            reading,
            new Guard.AtStart(
                "weave: {runs: [io.loophalt.compatibility.anthropic.ResultsApart.read]}\n"),
            folder);

    assertThatRun(outcome).endedWell();
    for (String order : List.of("TOGETHER", "APART", "IN_PAIRS")) {
      assertThatRun(outcome)
          .reports(order + ".healthy.outcome", "read")
          .reports(order + ".healthy.requests", 12)
          .reports(order + ".healthy.nudged", false)
          .reports(order + ".stuck.outcome", "LoopHaltException")
          .reports(order + ".stuck.requests", 5)
          .reports(order + ".stuck.nudged", true);
    }
  }

  @OnEveryJdk
  void anAgentThatSeesOtherPicturesIsHealthy(ForkedContainer container, @TempDir Path folder) {
    SeenPictures.areToldApart(
        RichResults.class, container, folder, "picture", "text", "document", "search", "beside");
  }
}
