package io.loophalt.compatibility.genai;

import static io.loophalt.compatibility.harness.OutcomeAssert.assertThatRun;
import static org.assertj.core.api.Assertions.assertThat;

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

/** Loops around Google's Gen AI SDK do what every framework must do under the agent. */
class GoogleGenAiIT extends FrameworkContract {

  @Override
  protected Class<?> application() {
    return GoogleGenAiAgent.class;
  }

  @Override
  protected String framework() {
    return "Google Gen AI SDK";
  }

  @Override
  protected List<String> ways() {
    return List.of(
        "blocking",
        "streamed",
        "streamed-in-pieces",
        "async",
        "async-streamed",
        "chat",
        "chat-streamed",
        "chat-async",
        "automatic",
        "automatic-async");
  }

  @Override
  protected List<Excuse> excuses() {
    return List.of(
        Excuse.fromRefusingTools()
            .in(
                "blocking",
                "streamed",
                "streamed-in-pieces",
                "async",
                "async-streamed",
                "chat",
                "chat-streamed",
                "chat-async"));
  }

  /** Only where a run begins and ends has to be said. */
  @Override
  protected String moreConfiguration() {
    return """
        - io.loophalt.compatibility.scenario.WrittenLoop.answer
        - io.loophalt.compatibility.genai.AutomaticCalls.answer
    """;
  }

  @OnEveryJdk
  void theLoopOfOneCallIsOneRunOnWhateverThreadsItGoesOn(
      ForkedContainer container, @TempDir Path folder) {
    Application asking =
        Application.onClassPath(NoBoundary.class.getName(), Artifacts.applicationClassPath());

    Outcome outcome = container.run(asking, new Guard.AtStart("mode: act\n"), folder);

    assertThatRun(outcome).endedWell();
    assertThat(outcome.facts())
        .as(outcome.describe())
        .containsEntry("MANY_PAGES", "answer to MANY_PAGES after 21 calls")
        .containsEntry("SAME_QUESTION", "answer to SAME_QUESTION after 3 calls")
        .containsEntry("IDENTICAL_CALLS.tool.calls", "5")
        .hasEntrySatisfying(
            "IDENTICAL_CALLS", said -> assertThat(said).contains("LoopHaltException"));
  }

  @OnEveryJdk
  void anAgentThatSeesOtherPicturesIsHealthy(ForkedContainer container, @TempDir Path folder) {
    SeenPictures.areToldApart(
        RichResults.class, container, folder, "within", "beside", "behind", "no-error");
  }
}
