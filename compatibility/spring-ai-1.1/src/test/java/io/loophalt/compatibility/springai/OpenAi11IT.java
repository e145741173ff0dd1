package io.loophalt.compatibility.springai;

import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.compatibility.harness.ForkedContainer;
import io.loophalt.compatibility.harness.OnEveryJdk;
import io.loophalt.compatibility.harness.contract.Excuse;
import io.loophalt.compatibility.harness.contract.FrameworkContract;
import java.util.List;
import java.util.Map;

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

  @OnEveryJdk
  void aModelOfTheApplicationsOwnDoesNotTurnToAnotherOneAfterTheHalt(ForkedContainer container) {
    assertThat(factsWithoutTheAgent(container))
        .containsEntry("backed-up.stuck.model.calls", "21")
        .containsEntry("backed-up.outage.backup.model.calls", "3");
    assertThat(factsUnderTheAgent(container))
        .containsEntry("backed-up.stuck.outcome", "halted")
        .containsEntry("backed-up.stuck.model.calls", "5")
        .containsEntry("backed-up.stuck.backup.model.calls", "0")
        .containsEntry("backed-up.outage.outcome", "answer: answer to SAME_QUESTION after 3 calls")
        .containsEntry("backed-up.outage.backup.model.calls", "3");
  }

  /** No method of the library is called between two turns then. */
  @OnEveryJdk
  void aManagerOfTheApplicationsOwnThatAnswersCallsItselfIsStoppedToo(ForkedContainer container) {
    Map<String, String> bare = factsWithoutTheAgent(container);
    Map<String, String> guarded = factsUnderTheAgent(container);
    for (String way : List.of("own-manager.blocking.", "own-manager.streaming.")) {
      assertThat(bare).as(way).containsEntry(way + "stuck.model.calls", "21");
      assertThat(guarded)
          .as(way)
          .containsEntry(way + "stuck.outcome", "halted")
          .containsEntry(way + "stuck.model.calls", "5")
          .containsEntry(way + "stuck.tool.calls", "5")
          .containsEntry(way + "stuck.nudges", "1")
          .containsEntry(way + "healthy.outcome", bare.get(way + "healthy.outcome"));
    }
  }

  /** Only where their runs begin and end has to be said. */
  @Override
  protected String moreConfiguration() {
    return """
        - io.loophalt.compatibility.scenario.WrittenLoop.answer
    """;
  }
}
