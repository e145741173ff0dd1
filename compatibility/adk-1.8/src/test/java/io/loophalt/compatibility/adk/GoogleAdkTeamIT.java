package io.loophalt.compatibility.adk;

import static io.loophalt.compatibility.harness.OutcomeAssert.assertThatRun;
import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.compatibility.harness.Application;
import io.loophalt.compatibility.harness.Artifacts;
import io.loophalt.compatibility.harness.EventLog;
import io.loophalt.compatibility.harness.ForkedContainer;
import io.loophalt.compatibility.harness.Guard;
import io.loophalt.compatibility.harness.OnEveryJdk;
import io.loophalt.compatibility.harness.Outcome;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** Several agents of Google ADK in one run, and tools in another process. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class GoogleAdkTeamIT {

  private static final Application TEAM =
      Application.onClassPath(GoogleAdkTeam.class.getName(), Artifacts.applicationClassPath());

  /** What came of playing once, by container; the tests share it. */
  private final Map<String, Outcome> played = new HashMap<>();

  private Path folder;

  @BeforeAll
  void playIn(@TempDir Path temporary) {
    folder = temporary;
  }

  @OnEveryJdk
  void withoutTheAgentNothingButTheFrameworkEndsWhatIsStuck(ForkedContainer container) {
    Outcome outcome = bare(container);

    assertThatRun(outcome)
        .endedWell()
        .reports("loop.model.calls", GoogleAdkTeam.CAP)
        .reports("helper.model.calls", 21)
        .reports("helper.forgiven.model.calls", 21)
        .reports("hidden.model.calls", GoogleAdkTeam.CAP)
        .reports("invented.model.calls", GoogleAdkTeam.CAP)
        .reports("served.model.calls", GoogleAdkTeam.CAP);
    assertThat(outcome.facts().values())
        .as(outcome.describe())
        .noneMatch(value -> value.startsWith("halted"));
  }

  @OnEveryJdk
  void stuckAgentsAreStoppedWhereverTheyWork(ForkedContainer container) {
    Outcome outcome = guarded(container);

    assertThatRun(outcome).endedWell();
    assertThat(outcome.facts().get("loop.outcome"))
        .as("an agent that a LoopAgent asks again and again")
        .startsWith("halted: run stopped (stall)");
    assertThat(outcome.facts().get("parallel.outcome"))
        .as("a branch of a ParallelAgent")
        .startsWith("halted: run stopped (no_progress) in task 'stuck'");
    assertThatRun(outcome)
        .reports("parallel.stuck.tool.calls", 5)
        .reports("parallel.stuck.nudges", 1)
        .reports("parallel.healthy.nudges", 0);
    assertThat(outcome.facts().get("invented.outcome"))
        .as("a model that asks for a tool that does not exist")
        .startsWith("halted");
    assertThatRun(outcome).reports("invented.model.calls", 5);
    assertThat(outcome.facts().get("served.outcome"))
        .as("an agent with the tools of an MCP server")
        .startsWith("halted");
    assertThatRun(outcome).reports("served.model.calls", 5).reports("served.nudges", 1);
    assertThat(String.join("\n", EventLog.lines(folder(container, "guarded"))))
        .as("no call is taken for one outside every run, however often ADK repeats it")
        .doesNotContain("\"task\":\"default\"");
  }

  @OnEveryJdk
  void aStuckHelperEndsItsCallersRunOrIsItsCallersErrorAsTheCallerLikes(ForkedContainer container) {
    Outcome outcome = guarded(container);

    assertThat(outcome.facts().get("helper.outcome"))
        .startsWith("halted: run stopped (no_progress) in task 'helper'");
    assertThat(outcome.facts().get("helper.forgiven.outcome"))
        .as("its caller makes an answer of the error and goes on")
        .startsWith("answer: the helper gave {error=run stopped (no_progress) in task 'helper'");
    assertThatRun(outcome)
        .reports("helper.tool.calls", 5)
        .reports("helper.forgiven.tool.calls", 5)
        .reports(
            "helper.healthy.outcome",
            "answer: the helper gave {result=answer to SAME_QUESTION after 3 calls}")
        .reports("helper.healthy.nudges", 0);
  }

  @OnEveryJdk
  void anErrorCallbackCannotHideAHalt(ForkedContainer container) {
    Outcome outcome = guarded(container);

    assertThat(outcome.facts().get("hidden.outcome")).startsWith("halted");
    assertThatRun(outcome).reports("hidden.model.calls", 5).reports("hidden.tool.calls", 5);
  }

  @OnEveryJdk
  void agentsThatAnswerEachOtherWithNewTextsAreLeftAlone(ForkedContainer container) {
    Outcome bare = bare(container);
    Outcome guarded = guarded(container);

    assertThatRun(bare).reports("story.model.calls", 11).reports("stages.model.calls", 9);
    for (String healthy : List.of("story", "stages")) {
      for (String contents : List.of("", ".without.history")) {
        for (String fact : List.of(".outcome", ".model.calls")) {
          String key = healthy + contents + fact;
          assertThatRun(guarded).reports(key, String.valueOf(bare.facts().get(key)));
        }
      }
    }
  }

  @OnEveryJdk
  void agentsThatTellEachOtherTheSameAreStopped(ForkedContainer container) {
    Map<String, Integer> pairs = Map.of("stuck.pair", 12, "stuck.pair.without.history", 13);
    for (String pair : pairs.keySet()) {
      assertThatRun(bare(container)).reports(pair + ".model.calls", GoogleAdkTeam.CAP);
      Outcome guarded = guarded(container);
      assertThat(guarded.facts().get(pair + ".outcome"))
          .as(guarded.describe())
          .startsWith("halted: run stopped (stall)");
      assertThatRun(guarded).reports(pair + ".model.calls", pairs.get(pair));
    }
  }

  @OnEveryJdk
  void aToolThatACallbackAnswersInPlaceOfIsAStep(ForkedContainer container) {
    assertThatRun(bare(container)).reports("forbidden.model.calls", GoogleAdkTeam.CAP);
    Outcome guarded = guarded(container);

    assertThat(guarded.facts().get("forbidden.outcome"))
        .as(guarded.describe())
        .startsWith("halted");
    assertThatRun(guarded)
        .reports("forbidden.model.calls", 5)
        .reports("forbidden.tool.calls", 0)
        .reports("forbidden.nudges", 1);
  }

  @OnEveryJdk
  void theNudgeStandsInWhatACallbackMakesOfTheResult(ForkedContainer container) {
    Outcome guarded = guarded(container);

    assertThat(guarded.facts().get("hidden.result.outcome"))
        .as(guarded.describe())
        .startsWith("halted");
    assertThatRun(guarded)
        .reports("hidden.result.model.calls", 5)
        .reports("hidden.result.tool.calls", 5)
        .reports("hidden.result.nudges", 1);
  }

  @OnEveryJdk
  void aToolThatIsCalledOnAnotherThreadThanItsCallbackIsOneStep(ForkedContainer container) {
    Outcome guarded = guarded(container);

    assertThat(guarded.facts().get("asked.elsewhere.outcome"))
        .as(guarded.describe())
        .startsWith("halted");
    assertThatRun(guarded)
        .reports("asked.elsewhere.tool.calls", 5)
        .reports("asked.elsewhere.nudges", 1);
  }

  @OnEveryJdk
  void healthyRunsAreTheSameWithTheAgent(ForkedContainer container) {
    Outcome bare = bare(container);
    Outcome guarded = guarded(container);

    for (String healthy :
        List.of(
            "helper.healthy",
            "served.healthy",
            "served.failing",
            "kept",
            "quoted",
            "asked.elsewhere.healthy")) {
      for (String fact : List.of("outcome", "model.calls", "tool.calls", "nudges")) {
        String key = healthy + '.' + fact;
        assertThatRun(guarded).reports(key, String.valueOf(bare.facts().get(key)));
      }
    }
  }

  @OnEveryJdk
  void partsThatAProgramUsesByThemselvesUnderOneIdAreLeftAlone(ForkedContainer container) {
    Outcome outcome = guarded(container);

    assertThatRun(outcome)
        .reports("shared.flows.answers", 40)
        .reports("shared.agents.answers", 40)
        .reports("shared.functions.calls", 40)
        .reports("shared.functions.untouched", 40);
  }

  @OnEveryJdk
  void aFlowThatIsBegunAgainUnderTheIdOfAHaltedRunStaysHalted(ForkedContainer container) {
    assertThatRun(guarded(container))
        .reports("shared.stuck.1.outcome", "halted")
        .reports("shared.stuck.1.tool.calls", 5)
        .reports("shared.stuck.2.outcome", "halted")
        .reports("shared.stuck.3.outcome", "halted")
        .reports("shared.stuck.3.tool.calls", 5);
  }

  private Outcome bare(ForkedContainer container) {
    return play(container, new Guard.Absent(), "bare");
  }

  private Outcome guarded(ForkedContainer container) {
    return play(container, new Guard.AtStart(EventLog.CONFIGURATION), "guarded");
  }

  private Outcome play(ForkedContainer container, Guard guard, String name) {
    return played.computeIfAbsent(
        name + container, key -> container.run(TEAM, guard, folder(container, name)));
  }

  private Path folder(ForkedContainer container, String name) {
    try {
      return Files.createDirectories(
          folder.resolve(name + '-' + container.toString().replaceAll("[^A-Za-z0-9.]+", "-")));
    } catch (IOException e) {
      throw new UncheckedIOException("no folder to play in", e);
    }
  }
}
