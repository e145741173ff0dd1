package io.loophalt.compatibility.openai;

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

/** A loop around OpenAI's SDK does what every framework must do under the agent. */
class OpenAiIT extends FrameworkContract {

  @Override
  protected Class<?> application() {
    return OpenAiAgent.class;
  }

  @Override
  protected String framework() {
    return "OpenAI SDK";
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
        "chat-spoken-to",
        "chat-without-ids",
        "responses",
        "responses-streamed",
        "responses-beta",
        "responses-beta-streamed");
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
    """;
  }

  @OnEveryJdk
  void aNudgeIsOnePartMoreInAResultOfSeveralParts(ForkedContainer container, @TempDir Path folder) {
    Application asking =
        Application.onClassPath(RichResults.class.getName(), Artifacts.applicationClassPath());

    Outcome outcome =
        container.run(
            asking,
            new Guard.AtStart(
                """
                ladder: {nudge: 3, halt: 9}
                weave:
                  runs:
                    - io.loophalt.compatibility.openai.RichResults.chat
                    - io.loophalt.compatibility.openai.RichResults.responses
                """),
            folder);

    assertThatRun(outcome).endedWell();
    assertThat(outcome.facts())
        .as(outcome.describe())
        .hasEntrySatisfying(
            "chat",
            request ->
                assertThat(request)
                    .containsOnlyOnce("\"text\":\"[Loophalt] ")
                    .matches(".*(\"nothing here\".*\"nothing there\".*){3}"))
        .hasEntrySatisfying(
            "responses",
            request ->
                assertThat(request)
                    .containsOnlyOnce("\"text\":\"[Loophalt] ")
                    .matches(".*(\"nothing here\".*\"picture\".*){3}"));
  }

  /**
   * Five times the same is one loop, whatever part of the answers the application takes; and
   * something new each time is none, whatever the server says of ids.
   */
  @OnEveryJdk
  void whatIsSeldomTakenOfAnAnswerIsReadToo(ForkedContainer container, @TempDir Path folder) {
    Application asking =
        Application.onClassPath(OtherAnswers.class.getName(), Artifacts.applicationClassPath());

    Outcome outcome =
        container.run(asking, new Guard.AtStart("ladder: {nudge: 3, halt: 5}"), folder);

    assertThatRun(outcome).endedWell();
    assertThat(outcome.facts())
        .as(outcome.describe())
        .containsEntry("stream", "5")
        .containsEntry("choices", "5")
        .containsEntry("function", "5")
        .containsEntry("continued", "12")
        .containsEntry("unnamed", "12");
  }

  @OnEveryJdk
  void anAgentThatSeesOtherPicturesIsHealthy(ForkedContainer container, @TempDir Path folder) {
    SeenPictures.areToldApart(
        PictureResults.class, container, folder, "chat", "responses", "custom", "computer");
  }
}
