package io.loophalt.compatibility.langchain4j;

import static io.loophalt.compatibility.harness.OutcomeAssert.assertThatRun;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.loophalt.compatibility.harness.Application;
import io.loophalt.compatibility.harness.Artifacts;
import io.loophalt.compatibility.harness.EventLog;
import io.loophalt.compatibility.harness.ForkedContainer;
import io.loophalt.compatibility.harness.Guard;
import io.loophalt.compatibility.harness.Jdk;
import io.loophalt.compatibility.harness.OnEveryJdk;
import io.loophalt.compatibility.harness.Outcome;
import io.loophalt.compatibility.harness.contract.Excuse;
import io.loophalt.compatibility.harness.contract.FrameworkContract;
import io.loophalt.compatibility.harness.contract.SeenPictures;
import io.loophalt.compatibility.scenario.Script;
import io.loophalt.compatibility.scenario.Stage;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** LangChain4j does what every framework must do under the agent. */
class LangChain4jIT extends FrameworkContract {

  private static final ObjectMapper JSON = new ObjectMapper();

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
    return List.of(
        "blocking",
        "concurrent",
        "streaming",
        "on-caller",
        "eager",
        "flux",
        "by-hand",
        "without-ids",
        "spoken-to",
        "many-contents");
  }

  @Override
  protected List<Excuse> excuses() {
    return List.of(
        Excuse.fromRefusingTools().in("by-hand", "without-ids", "spoken-to", "many-contents"));
  }

  /** Only where their runs begin and end has to be said. */
  @Override
  protected String moreConfiguration() {
    return """
        - io.loophalt.compatibility.scenario.WrittenLoop.answer
    """;
  }

  @OnEveryJdk
  void aToolThatAProgramExecutesForItselfIsLeftAlone(ForkedContainer container) {
    assertThat(factsUnderTheAgent(container))
        .containsEntry("own.executor.untouched", "12")
        .containsEntry("own.tool.calls", "12");
  }

  /** Providers refuse a request in which a call has no result, and so all later ones. */
  @OnEveryJdk
  void aConversationWithAMemoryGoesOnAfterTheHalt(ForkedContainer container) {
    for (int calls : new int[] {1, 3}) {
      assertThat(factsUnderTheAgent(container))
          .containsEntry("memory." + calls + ".stuck", "LoopHaltException")
          .containsEntry("memory." + calls + ".next", "Hello!")
          .containsEntry("memory." + calls + ".asked", "1");
    }
  }

  @Test
  void whoeverHasWaitedForAPersonInVainMayFinishWithOneLastAnswer(@TempDir Path folder)
      throws IOException {
    Application oneScript = packed().withOptions(Stage.only(Script.IDENTICAL_CALLS));
    Guard waiting =
        new Guard.AtStart(
            """
            on-halt: {wait: 1s, then: finish}
            events: {file: events.jsonl}
            """);

    Outcome outcome = new ForkedContainer(Jdk.running()).run(oneScript, waiting, folder);

    assertThatRun(outcome).endedWell();
    for (String way : ways()) {
      assertThat(outcome.facts().get(way + ".IDENTICAL_CALLS.outcome"))
          .as(way)
          .startsWith("answer: partial answer to IDENTICAL_CALLS");
    }
    Map<String, Instant> halted = new HashMap<>();
    Map<String, Instant> partial = new HashMap<>();
    for (String line : EventLog.lines(folder)) {
      JsonNode event = JSON.readTree(line);
      Instant time = Instant.parse(event.path("time").asText());
      if (event.path("intervention").asText().equals("halt")) {
        halted.put(event.path("run").asText(), time);
      } else if (event.path("partial").asBoolean()) {
        partial.put(event.path("run").asText(), time);
      }
    }
    assertThat(halted).hasSize(ways().size());
    assertThat(partial)
        .hasSameSizeAs(halted)
        .allSatisfy(
            (run, end) ->
                assertThat(halted)
                    .hasEntrySatisfying(
                        run, halt -> assertThat(end).isAfterOrEqualTo(halt.plusSeconds(1))));
  }

  @OnEveryJdk
  void anAgentThatSeesOtherPicturesIsHealthy(ForkedContainer container, @TempDir Path folder) {
    SeenPictures.areToldApart(RichResults.class, container, folder, "picture", "behind", "service");
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

  /** No model is called behind such a tool, which could throw the halt. */
  @OnEveryJdk
  void aHaltAtTheResultOfAToolThatReturnsDirectlyIsThrownByTheService(
      ForkedContainer container, @TempDir Path folder) {
    Application ordering =
        Application.onClassPath(ImmediateTools.class.getName(), Artifacts.applicationClassPath());

    Outcome outcome =
        container.run(
            ordering,
            new Guard.AtStart(
                """
                ladder: {nudge: 3, halt: 5}
                weave: {runs: [io.loophalt.compatibility.langchain4j.ImmediateTools.goOn]}
                """),
            folder);

    assertThatRun(outcome).endedWell();
    assertThat(outcome.facts())
        .as(outcome.describe())
        .containsEntry("stuck ended by", "LoopHaltException")
        .containsEntry("stuck calls", "5")
        .containsEntry("stuck answers", "4")
        .containsEntry("stuck messages", "15")
        .containsEntry("healthy calls", "12")
        .containsEntry("healthy answers", "12");
  }
}
