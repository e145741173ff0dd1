package io.loophalt.compatibility.harness.contract;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.loophalt.compatibility.harness.Application;
import io.loophalt.compatibility.harness.Artifacts;
import io.loophalt.compatibility.harness.ForkedContainer;
import io.loophalt.compatibility.harness.Guard;
import io.loophalt.compatibility.harness.Jdk;
import io.loophalt.compatibility.harness.OnEveryJdk;
import io.loophalt.compatibility.harness.Outcome;
import io.loophalt.compatibility.harness.SpreadOverJdks;
import io.loophalt.compatibility.scenario.Scene;
import io.loophalt.compatibility.scenario.Script;
import io.loophalt.compatibility.scenario.Stage;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/**
 * What must be true of every framework: stuck runs are told and stopped, healthy ones are left
 * alone, conversations are not mixed, and watching changes nothing.
 *
 * <p>A subclass names the application, which plays every {@link Script} in every way of using its
 * framework ({@link io.loophalt.compatibility.scenario.Stage}). It is played once without the
 * agent, on every JDK once with it ({@link GuardedPlay}), and once where the framework draws no
 * runs, each in a JVM of its own; the tests share what came of it.
 *
 * <p>Each case is checked in each way, under the agent in each on one of the JDKs at least. From
 * some a framework may be excused ({@link Excuse}); the case then checks that the framework cannot
 * do it.
 */
@Tag("contract")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class FrameworkContract {

  /**
   * One for all scripts. Only {@link Script#TOKEN_CEILING} gets to the ceiling: the longest of the
   * others takes 30 calls of 1000 tokens. Only {@link Script#TESTS_WITHOUT_EDITS} escalates: tests
   * that are edited for make progress.
   */
  private static final String CONFIGURATION =
      """
      ceilings: {turns: 200, total-tokens: 36_000}
      tools:
        "run*": {ladder: {nudge: 3, escalate: {at: 4, model: stronger-model}, halt: 7}}
      tasks:
        "Stage.untilDone":
          ceilings: {idle-turns: 4}
      events: {file: events.jsonl}
      weave:
        runs:
          - io.loophalt.compatibility.scenario.Stage.untilDone
          - io.loophalt.compatibility.scenario.Stage.chat
          - io.loophalt.compatibility.scenario.Stage.rounds
      """;

  private Plays plays;

  @BeforeAll
  void playIn(@TempDir Path temporary) {
    plays = new Plays(temporary);
  }

  /** The application's main class; not asked for where {@link #packed} names it. */
  protected Class<?> application() {
    throw new UnsupportedOperationException(getClass() + " overrides application() or packed()");
  }

  /** The application with all that it needs. */
  protected Application packed() {
    return Application.onClassPath(application().getName(), Artifacts.applicationClassPath());
  }

  /** What {@code docs/frameworks.md} calls it where it says what frameworks are excused from. */
  protected abstract String framework();

  /** Whether calls are seen at choke points of a framework, and not at methods of the loop. */
  protected boolean isOfAFramework() {
    return true;
  }

  /** The ways in which the application uses its framework. */
  protected abstract List<String> ways();

  /**
   * What the framework cannot do, and why. It is checked that it cannot: when it learns to, the
   * excuse has to go. From all else there is no excuse.
   */
  protected List<Excuse> excuses() {
    return List.of();
  }

  /**
   * What the configuration says beyond what all frameworks are tested with. It is put behind the
   * last item of {@code weave: {runs: [...]}} and may go on with that list.
   */
  protected String moreConfiguration() {
    return "";
  }

  /** The configuration with which calls are seen, and no boundary of a run is. */
  protected String withoutRuns() {
    return "weave: {framework-runs: false}\n";
  }

  @OnEveryJdk
  void stuckRunsAreStoppedAndHealthyOnesLeftAlone(ForkedContainer container) {
    Map<String, String> bare = unguarded(container).facts();
    Map<String, String> guarded = guarded(container).facts();

    SoftAssertions softly = new SoftAssertions();
    for (String way : waysOn(container)) {
      for (Script script : Script.playedAlone()) {
        Played without = new Played(bare, way, script);
        Played with = new Played(guarded, way, script);
        if (isStopped(script, way) && script == Script.TOKEN_CEILING) {
          // What always does something new is stopped by a ceiling alone.
          softly.assertThat(with.number("nudges")).as("%s: nudges", with).isZero();
          softly.assertThat(with.number("afterwards")).as("%s: afterwards", with).isZero();
        } else if (isStopped(script, way)) {
          softly
              .assertThat(without.modelCalls())
              .as("%s: model calls without the agent", without)
              .isGreaterThanOrEqualTo(Scene.CAP);
          softly.assertThat(without.outcome()).as("%s: bare", without).doesNotStartWith("halted");
          softly.assertThat(with.outcome()).as("%s: outcome", with).startsWith("halted");
          softly.assertThat(with.modelCalls()).as("%s: model calls", with).isLessThanOrEqualTo(15);
          softly.assertThat(with.number("afterwards")).as("%s: afterwards", with).isZero();
          if (script != Script.NARRATION) {
            softly.assertThat(with.number("nudges")).as("%s: nudges", with).isPositive();
          }
        } else {
          softly.assertThat(with).as("%s", with).isEqualTo(without);
          softly.assertThat(with.number("nudges")).as("%s: nudges", with).isZero();
        }
      }
      softly
          .assertThat(new Played(guarded, way, Script.IDENTICAL_CALLS).number("tool.calls"))
          .as("%s: identical tool calls before the halt", way)
          .isEqualTo(5);
    }
    softly.assertThat(guarded(container).performance().troubles()).isEmpty();
    softly.assertAll();
  }

  @OnEveryJdk
  void oneStuckConversationOnASharedPoolHaltsAlone(ForkedContainer container) {
    Map<String, String> guarded = guarded(container).facts();

    for (String way : waysOn(container)) {
      for (int i = 0; i < 9; i++) {
        assertThat(guarded.get(way + ".pool." + i))
            .as("%s: conversation %d", way, i)
            .startsWith(i == 4 ? "halted" : "answer");
      }
    }
  }

  /** As in a framework that nobody knows, on models and tools that are known. */
  @OnEveryJdk
  @SpreadOverJdks
  void conversationsAreNotMixedWhereTheFrameworkDrawsNoRuns(ForkedContainer container) {
    Map<String, String> crowd =
        plays
            .of(
                "crowd" + Plays.on(container),
                container,
                new Guard.AtStart(withoutRuns()),
                packed().withOptions(Stage.crowd()))
            .facts();

    SoftAssertions softly = new SoftAssertions();
    for (String way : ways()) {
      for (int i = 0; i < Stage.HEALTHY; i++) {
        softly
            .assertThat(crowd.get(way + ".healthy." + i))
            .as("%s: healthy conversation %d", way, i)
            .isEqualTo("answer: answer to THREE_SEARCHES after 4 calls");
      }
      for (int i = 0; i < Stage.STUCK; i++) {
        String stuck = way + ".stuck." + i;
        softly
            .assertThat(Integer.parseInt(crowd.get(stuck + ".tool.calls")))
            .as("%s: tool calls of stuck conversation %d: %s", way, i, crowd.get(stuck))
            .isBetween(5, 15);
      }
    }
    softly.assertAll();
  }

  @OnEveryJdk
  void aTokenCeilingEndsARunThatAlwaysDoesSomethingNew(ForkedContainer container) {
    Map<String, String> guarded = guarded(container).facts();

    for (String way : waysOn(container)) {
      Played played = new Played(guarded, way, Script.TOKEN_CEILING);
      if (isExcused(Capability.TOKEN_CEILINGS, way)) {
        assertThat(played.outcome())
            .as(needless(Capability.TOKEN_CEILINGS, played))
            .startsWith("answer");
      } else {
        assertThat(played.outcome()).as("%s", played).startsWith("halted").contains("token_cap");
        assertThat(played.modelCalls()).as("%s: model calls of 2000 tokens", played).isEqualTo(18);
      }
    }
  }

  @OnEveryJdk
  void everyTurnStepAndTokenIsCountedOnce(ForkedContainer container) {
    Map<String, String> guarded = guarded(container).facts();
    List<JsonNode> runs = guarded(container).performance().eventsOfTheStart("run_end");

    assertThat(runs)
        .as("runs of threads, which see what belongs to a run with a boundary once more")
        .noneMatch(run -> run.path("task").asText().equals("default"));
    for (String way : waysOn(container)) {
      for (Script script :
          List.of(Script.CONCURRENT_TOOLS, Script.MANY_PAGES, Script.EDIT_TEST_CYCLE)) {
        Played played = new Played(guarded, way, script);
        assertThat(runs)
            .as("%s: a run of as many turns, steps and tokens as were played", played)
            .anySatisfy(
                run -> {
                  assertThat(run.path("turns").asInt()).isEqualTo(played.modelCalls());
                  assertThat(run.path("steps").asInt()).isEqualTo(played.number("tool.calls"));
                  int counted = isExcused(Capability.TOKEN_CEILINGS, way) ? 0 : played.modelCalls();
                  assertThat(run.path("input_tokens").asInt()).isEqualTo(900 * counted);
                  assertThat(run.path("output_tokens").asInt()).isEqualTo(100 * counted);
                  assertThat(run.path("framework").isTextual())
                      .as("a framework's call is told of: %s", run.path("framework"))
                      .isEqualTo(isOfAFramework());
                });
      }
    }
  }

  @OnEveryJdk
  void aHaltedRunMayFinishWithOneLastAnswer(ForkedContainer container) {
    GuardedPlay.Result guarded = guarded(container);

    SoftAssertions softly = new SoftAssertions();
    int partial = 0;
    for (String way : waysOn(container)) {
      boolean finishes = !isExcused(Capability.FINISH, way);
      for (Script script : GuardedPlay.finishing()) {
        Played before = new Played(guarded.facts(), way, script);
        Played played = new Played(guarded.facts(), GuardedPlay.FINISHING + '.' + way, script);
        if (!finishes && script == Script.NARRATION) {
          // No loop of the framework's is in the way of one more answer, nor bound to give it.
          softly.assertThat(played.outcome()).as("%s", played).startsWith("halted");
        } else if (!finishes && isStopped(script, way)) {
          softly
              .assertThat(played.outcome())
              .as(needless(Capability.FINISH, played))
              .startsWith("halted");
          softly
              .assertThat(played.withoutTool())
              .as("%s: model calls without a tool", played)
              .isEqualTo(before.withoutTool());
        } else if (script == Script.NARRATION) {
          // It goes on asking after the last answer, and then the halt is thrown.
          softly.assertThat(played.outcome()).as("%s", played).startsWith("halted");
          softly
              .assertThat(played.modelCalls())
              .as("%s: model calls", played)
              .isEqualTo(before.modelCalls() + 1);
        } else if (isStopped(script, way)) {
          partial++;
          softly
              .assertThat(played.outcome())
              .as("%s", played)
              .startsWith("answer: partial answer to " + script);
          softly
              .assertThat(played.withoutTool())
              .as("%s: model calls without a tool", played)
              .isEqualTo(before.withoutTool() + 1);
          softly.assertThat(played.number("afterwards")).as("%s: afterwards", played).isZero();
        } else {
          softly.assertThat(played.facts()).as("%s", played).isEqualTo(before.facts());
        }
      }
    }
    softly.assertAll();
    assertThat(guarded.performance().events("run_end"))
        .as("runs that answered although they were stopped")
        .filteredOn(run -> run.path("partial").asBoolean())
        .allMatch(run -> !run.path("stop_reason").path("kind").asText().equals("done"))
        .hasSizeGreaterThanOrEqualTo(partial);
  }

  @OnEveryJdk
  void aPersonWhoTalksIsLeftAloneAndAProgramThatDrivesTheAgentOnIsHalted(
      ForkedContainer container) {
    Map<String, String> bare = unguarded(container).facts();
    Map<String, String> guarded = guarded(container).facts();

    SoftAssertions softly = new SoftAssertions();
    for (String way : waysOn(container)) {
      for (String talk : List.of(".questions.", ".yes.")) {
        softly
            .assertThat(Played.factsOf(guarded, way + talk))
            .as("%s%s: a person's", way, talk)
            .isEqualTo(Played.factsOf(bare, way + talk));
      }
      softly
          .assertThat(guarded.get(way + ".driven.outcome"))
          .as("%s: told to go on, and nothing comes of it", way)
          .startsWith("halted")
          .contains("stall")
          // Twice the five of the ladder, and the turns around them, a planner's among them.
          .matches(".* (6|7|8|9|10|11|12|13) turns, .*");
      softly.assertThat(bare.get(way + ".driven.outcome")).as("bare").startsWith("answer");
    }
    softly.assertAll();
    assertThat(guarded(container).performance().eventsOfTheStart("intervention"))
        .as("nudges before the halts")
        .filteredOn(event -> event.path("detector").asText().equals("idle-turns"))
        .anyMatch(event -> event.path("intervention").asText().equals("nudge"));
  }

  @OnEveryJdk
  void aLoopThatBeginsEachRoundWithNothingIsOneRun(ForkedContainer container) {
    Map<String, String> guarded = guarded(container).facts();

    for (String way : waysOn(container)) {
      String outcome = guarded.get(way + ".rounds");
      if (isExcused(Capability.ROUNDS, way)) {
        assertThat(outcome).as(needless(Capability.ROUNDS, way)).startsWith("answer");
      } else {
        assertThat(outcome).as("%s: rounds of one run", way).startsWith("halted");
      }
    }
  }

  @OnEveryJdk
  void anEscalatedRunGoesOnWithTheModelOfItsRung(ForkedContainer container) {
    Map<String, String> guarded = guarded(container).facts();

    for (String way : waysOn(container)) {
      Played stuck = new Played(guarded, way, Script.TESTS_WITHOUT_EDITS);
      assertThat(stuck.modelCalls()).as("%s: model calls", stuck).isEqualTo(7);
      if (isExcused(Capability.ANOTHER_MODEL, way)) {
        assertThat(stuck.number("stronger")).as(needless(Capability.ANOTHER_MODEL, stuck)).isZero();
      } else {
        assertThat(stuck.number("stronger")).as("%s: calls 5 to 7", stuck).isEqualTo(3);
      }
      for (Script script : List.of(Script.EDIT_TEST_CYCLE, Script.MANY_PAGES)) {
        Played healthy = new Played(guarded, way, script);
        assertThat(healthy.number("stronger")).as("%s", healthy).isZero();
      }
    }
  }

  @OnEveryJdk
  void watchingChangesNothingAndReportsEverything(ForkedContainer container) {
    Outcome outcome = guarded(container).performance().outcome();

    for (String way : waysOn(container)) {
      for (Script script : GuardedPlay.WATCHED) {
        Played bare = new Played(unguarded(container).facts(), way, script);
        assertThat(new Played(outcome.facts(), GuardedPlay.OBSERVED + '.' + way, script).facts())
            .as(outcome.describe())
            .isEqualTo(bare.facts());
        assertThat(bare.modelCalls()).as("%s", bare).isPositive();
      }
    }
    assertThat(outcome.err())
        .as("what was found")
        .anyMatch(line -> line.contains("halt (observed only)"));
  }

  @OnEveryJdk
  void aPersonHaltsARunHoldsOneBlocksAToolAndLetsAHaltedRunGoOn(ForkedContainer container) {
    GuardedPlay.Result guarded = guarded(container);

    SoftAssertions softly = new SoftAssertions();
    List<String> mayBeHeld = notExcused(Capability.HELD_CALLS, container);
    List<String> mayBeResumed = notExcused(Capability.HELD_RUNS, container);
    softly
        .assertThat(guarded.held())
        .as("ways in which a frozen call waits; no other needs an excuse")
        .hasSameElementsAs(mayBeHeld);
    softly
        .assertThat(guarded.resumed())
        .as("ways in which a halted run waits; no other needs an excuse")
        .hasSameElementsAs(mayBeResumed);
    for (String way : waysOn(container)) {
      String steered = GuardedPlay.STEERED + '.' + way;
      Played halted = new Played(guarded.facts(), steered, Script.HALTED_BY_A_PERSON);
      softly.assertThat(halted.outcome()).as("%s", halted).contains("operator", "too dear");
      softly.assertThat(halted.outcome()).as("%s", halted).startsWith("halted");
      softly.assertThat(halted.modelCalls()).as("%s: model calls", halted).isEqualTo(3);
      Played frozen = new Played(guarded.facts(), steered, Script.HELD_BY_A_PERSON);
      softly
          .assertThat(frozen.outcome())
          .as("%s", frozen)
          .startsWith(mayBeHeld.contains(way) ? "answer" : "halted");
      Played refused = new Played(guarded.facts(), steered, Script.BLOCKED_BY_A_PERSON);
      boolean refuses = !isExcused(Capability.REFUSED_TOOLS, way);
      softly
          .assertThat(refused.outcome())
          .as("%s", refuses ? refused : needless(Capability.REFUSED_TOOLS, refused))
          .startsWith(refuses ? "answer" : "halted");
      softly
          .assertThat(refused.number("refusals"))
          .as("%s: refusals", refused)
          .isEqualTo(refuses ? 1 : 0);
      softly.assertThat(refused.number("tool.calls")).as("%s: tool calls", refused).isEqualTo(2);
      Played goesOn = new Played(guarded.facts(), steered, Script.RESUMED_BY_A_PERSON);
      softly
          .assertThat(goesOn.outcome())
          .as("%s", goesOn)
          .startsWith(mayBeResumed.contains(way) ? "answer" : "halted");
    }
    softly.assertAll();
  }

  @Test
  void theDocumentationSaysWhatTheFrameworkIsExcusedFrom() {
    FrameworksPage.saysOf(framework(), excuses());
    assertThat(excuses())
        .allSatisfy(
            excuse -> {
              assertThat(excuse.capability()).isNotEqualTo(Capability.ALL_CASES);
              assertThat(ways()).as("ways of '%s'", framework()).containsAll(excuse.ways());
            });
  }

  @Test
  void everyWayIsPlayedUnderTheAgentOnSomeJdk() {
    assertThat(
            Jdk.allOf(getClass()).stream()
                .flatMap(jdk -> waysOn(new ForkedContainer(jdk)).stream()))
        .containsAll(ways());
  }

  private boolean isStopped(Script script, String way) {
    return script.isStuck()
        && !(script == Script.TOKEN_CEILING && isExcused(Capability.TOKEN_CEILINGS, way));
  }

  private boolean isExcused(Capability capability, String way) {
    return excuses().stream().anyMatch(excuse -> excuse.holdsFor(capability, way));
  }

  private List<String> notExcused(Capability capability, ForkedContainer container) {
    return waysOn(container).stream().filter(way -> !isExcused(capability, way)).toList();
  }

  /** What it means when something that is excused works. */
  private String needless(Capability capability, Object played) {
    return "%s: '%s' is excused from %s and can do it; remove the excuse"
        .formatted(played, framework(), capability.inDocs());
  }

  /** What the application reports when there is no agent. */
  protected final Map<String, String> factsWithoutTheAgent(ForkedContainer container) {
    return unguarded(container).facts();
  }

  /**
   * What the application reports under the agent, of its {@linkplain #waysOn ways} on this JDK and
   * of what it does beside them.
   */
  protected final Map<String, String> factsUnderTheAgent(ForkedContainer container) {
    return guarded(container).facts();
  }

  /** The ways that are {@linkplain DealtWays played under the agent} on this JDK. */
  protected final List<String> waysOn(ForkedContainer container) {
    return DealtWays.on(container.jdk(), getClass(), ways());
  }

  private String configuration(String first) {
    return first + CONFIGURATION + moreConfiguration();
  }

  /** What a framework does by itself is the same on every JDK: what differs fails where it does. */
  private Performance unguarded(ForkedContainer container) {
    return plays.of("unguarded", container, new Guard.Absent(), packed());
  }

  private GuardedPlay.Result guarded(ForkedContainer container) {
    GuardedPlay play = new GuardedPlay(this::configuration, waysOn(container));
    return plays.of(play, container, packed());
  }
}
