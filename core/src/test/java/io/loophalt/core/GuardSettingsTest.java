package io.loophalt.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loophalt.Effect;
import io.loophalt.core.policy.Ceilings;
import io.loophalt.core.policy.DetectorPolicy;
import io.loophalt.core.policy.DetectorPolicy.Mode;
import io.loophalt.core.policy.Ladder;
import io.loophalt.core.policy.ModelPrice;
import io.loophalt.core.policy.ToolPolicy;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Settings mean in the library what they mean in a configuration, and wrong ones are refused. */
class GuardSettingsTest {

  @Test
  void aTasksOwnToolComesBeforeThoseOfAllTasks() {
    GuardSettings settings =
        GuardSettings.builder()
            .tool(tool("*", null, Effect.READ, Map.of(), false))
            .task("own", task -> task.tool(tool("search", null, null, Map.of(), true)))
            .build();

    assertThat(patterns(settings, "own")).containsExactly("search", "*");
    assertThat(patterns(settings, "other")).containsExactly("*");
    GuardedRun run = run(settings, "own");
    run.beforeStep(ToolCall.of("search", "{}")).end(ToolResult.of("nothing"));
    assertThat(run.record().steps()).as("an ignored tool").isZero();
  }

  @Test
  void aPatternThatBothHaveIsMergedAndTheTasksWins() {
    Ladder ladder = Ladder.nudgeThenHalt(9, 11);
    GuardSettings settings =
        GuardSettings.builder()
            .task("own", task -> task.tool(tool("search", "look", null, Map.of(), false)))
            .tool(tool("search", "find", Effect.READ, Map.of("polling", ladder), false))
            .tool(tool("search", "third", null, Map.of(), true))
            .build();

    assertThat(settings.policyOf("own").tools())
        .containsExactly(tool("search", "look", Effect.READ, Map.of("polling", ladder), false));
    assertThat(settings.policyOf("other").tools())
        .as("of several the first counts")
        .containsExactly(tool("search", "find", Effect.READ, Map.of("polling", ladder), false));
  }

  @Test
  void aTasksCeilingsAreMergedWithThoseOfAllTasksLimitByLimit() {
    Ceilings ofAll =
        Ceilings.builder().steps(2).toolCalls("a", 3).toolCalls("b", 4).warnAtPercent(50).build();
    GuardSettings settings =
        GuardSettings.builder()
            .task(
                "big",
                task -> task.ceilings(Ceilings.builder().turns(50).toolCalls("b", 9).build()))
            .task("free", task -> task.ceilings(Ceilings.NONE))
            .task("other", task -> task.haltAt(9))
            .ceilings(ofAll)
            .build();

    assertThat(settings.policyOf("big").ceilings())
        .isEqualTo(
            Ceilings.builder()
                .steps(2)
                .turns(50)
                .toolCalls("a", 3)
                .toolCalls("b", 9)
                .warnAtPercent(50)
                .build());
    assertThat(settings.policyOf("free").ceilings()).isEqualTo(Ceilings.NONE);
    assertThat(settings.policyOf("other").ceilings()).isEqualTo(ofAll);
  }

  @ParameterizedTest
  @CsvSource({
    "futile-repeat, window, 0, 'window of futile-repeat must be 2 to 1000: 0'",
    "futile-repeat, window, -3, 'window of futile-repeat must be 2 to 1000: -3'",
    "futile-repeat, window, 2147483647, 'window of futile-repeat must be 2 to 1000: 2147483647'",
    "futile-repeat, windw, 20, 'futile-repeat has no number ''windw'', only [window]'",
    "call-cycle, period, 0, 'period of call-cycle must be 1 to 1000: 0'",
    "idle-turns, window, 20, 'idle-turns has no number ''window'', only []'"
  })
  void aNumberThatADetectorCannotHaveIsRefusedAtOnce(
      String detector, String name, int value, String message) {
    GuardSettings settings =
        GuardSettings.builder().detector(detector(detector, Map.of(name, value))).build();

    assertThatThrownBy(() -> Guard.create(settings, System::nanoTime))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(message);
  }

  @Test
  void numbersAtTheEndsOfTheRangeAreRight() {
    for (Map<String, Integer> numbers : List.of(Map.of("window", 2), Map.of("window", 1_000))) {
      GuardSettings settings =
          GuardSettings.builder().detector(detector("futile-repeat", numbers)).build();

      assertThat(run(settings, "task").beforeStep(ToolCall.of("a", "{}")).mayRun()).isTrue();
    }
  }

  @Test
  void nullIsRefusedBeforeAnythingIsCounted() {
    GuardedRun run = run(GuardSettings.standard(), "task");
    for (int i = 0; i < 4; i++) {
      run.beforeStep(ToolCall.of("read", "{}")).end(ToolResult.of("text"));
    }

    assertThatThrownBy(() -> run.halt(absent()))
        .isInstanceOf(NullPointerException.class)
        .hasMessage("detail");
    assertThat(run.beforeStep(ToolCall.of("read", "{}")).end(ToolResult.of("text")))
        .as("the streak goes on")
        .isInstanceOf(Decision.Halt.class);
  }

  @Test
  void nullIsNoSetting() {
    GuardSettings.Builder settings = GuardSettings.builder();

    assertThatThrownBy(() -> settings.messages(absent())).hasMessage("texts");
    assertThatThrownBy(() -> settings.ceilings(absent())).hasMessage("limits");
    assertThatThrownBy(() -> settings.ladder(absent())).hasMessage("rungs");
    assertThatThrownBy(() -> settings.tool(absent())).hasMessage("tool");
    assertThatThrownBy(() -> settings.detector(absent())).hasMessage("detector");
  }

  @Test
  void aLimitOfLessMoneyThanIsCountedIsStillALimit() {
    Ceilings ceilings = Ceilings.builder().cost(new BigDecimal("1e-13")).build();
    GuardSettings settings =
        GuardSettings.builder()
            .ceilings(ceilings)
            .price(new ModelPrice("*", BigDecimal.ONE, absent(), BigDecimal.ONE))
            .build();
    GuardedRun run = run(settings, "task");
    run.afterModelCall(ModelAnswer.of("text", 1).by("model").using(1_000, 1).cached(500));

    assertThat(run.record().cost()).isEqualByComparingTo("0.001001");
    assertThat(run.beforeModelCall()).isInstanceOf(Decision.Halt.class);
  }

  @Test
  void tokensOfBothDirectionsDoNotOverflow() {
    RunRecord record =
        new RunRecord(
            "id",
            "task",
            null,
            0,
            0,
            Long.MAX_VALUE,
            Long.MAX_VALUE,
            BigDecimal.ZERO,
            Duration.ZERO,
            Map.of(),
            List.of(),
            List.of(),
            null,
            false);

    assertThat(record.totalTokens()).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void aLastAnswerOfWhichNobodyKnowsWhetherItAsksForToolsIsAPartialResult() {
    GuardedRun looping = run(GuardSettings.builder().haltAt(4).finishOnHalt().build(), "task");
    for (int i = 0; i < 4; i++) {
      looping.beforeModelCall();
      looping.afterModelCall(ModelAnswer.of("", 1));
      looping.beforeStep(ToolCall.of("read", "{}")).end(ToolResult.of("text"));
    }
    assertThat(looping.beforeModelCall()).isInstanceOf(Decision.Finish.class);

    Decision after =
        looping.afterModelCall(ModelAnswer.of("what I have", ModelAnswer.CALLS_UNKNOWN));

    assertThat(after).isInstanceOf(Decision.GoOn.class);
    assertThat(looping.record().partial()).isTrue();
    assertThat(looping.beforeStep(ToolCall.of("read", "{}")).mayRun()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(ints = {6, 7, 8, 10, 12, 15, 19, 20, 21, 25, 40, 400})
  void aLadderHaltsNoSoonerThanItSaysAndDoesHalt(int haltAt) {
    Ladder ladder = Ladder.nudgeThenHalt(5, haltAt);
    GuardSettings settings = GuardSettings.builder().ladder(ladder).build();

    assertThat(stepsOf(run(settings, "task"), GuardSettingsTest::same))
        .as("the same")
        .isEqualTo(haltAt);
    assertThat(stepsOf(run(settings, "task"), i -> failed("{\"q\":\"word" + i + "\"}")))
        .as("failures alike")
        .isBetween(haltAt, haltAt + 3);
    assertThat(stepsOf(run(settings, "task"), GuardSettingsTest::editOrLook))
        .as("the same edit, and each time another look")
        .isBetween(haltAt, 2 * Math.max(haltAt, 7) - 1);
  }

  @Test
  void theLadderOfAToolHaltsNoSoonerThanItSaysAndDoesHalt() {
    Ladder ladder = Ladder.nudgeThenHalt(5, 30);
    GuardSettings settings =
        GuardSettings.builder().tool(tool("*", null, null, Map.of("news", ladder), false)).build();

    assertThat(stepsOf(run(settings, "task"), i -> failed("{\"q\":\"word" + i + "\"}")))
        .isBetween(30, 33);
  }

  @Test
  void aRunUnderALongLadderGoesOnInAnotherProcess() {
    GuardSettings settings = GuardSettings.builder().nudgeAt(5).haltAt(400).build();
    Guard guard = Guard.create(settings, System::nanoTime);
    GuardedRun run = guard.open("task", "run-1");
    for (int i = 0; i < 390; i++) {
      take(run, failed("{\"q\":\"word" + i + "\"}"));
    }

    GuardedRun restored = guard.restore("task", "run-1", null, run.saveState());

    assertThat(stepsOf(restored, i -> failed("{\"q\":\"other" + i + "\"}"))).isBetween(400, 403);
  }

  private record Taken(ToolCall call, ToolResult result) {}

  private static Taken same(int ignored) {
    return new Taken(ToolCall.of("find", "{}"), ToolResult.of("nothing found"));
  }

  private static Taken failed(String arguments) {
    return new Taken(ToolCall.of("find", arguments), ToolResult.failed("db down"));
  }

  private static Taken editOrLook(int i) {
    return i % 2 == 0
        ? new Taken(
            ToolCall.of("edit_file", "{\"path\":\"a.txt\",\"text\":\"b\"}"),
            ToolResult.of("edited, " + "x".repeat(i) + " is new"))
        : new Taken(
            ToolCall.of("read_page", "{\"page\":" + i + "}"),
            ToolResult.of("page about thing" + i + " and other" + 31 * i));
  }

  private static void take(GuardedRun run, Taken taken) {
    run.beforeModelCall();
    run.afterModelCall(ModelAnswer.of("", 1));
    GuardedStep step = run.beforeStep(taken.call());
    if (step.mayRun()) {
      step.end(taken.result());
    }
  }

  /** The steps until it is halted, by its own record; fails if it never is. */
  private static int stepsOf(GuardedRun run, IntFunction<Taken> steps) {
    for (int i = 0; i < 2_000 && run.stopReason() == null; i++) {
      take(run, steps.apply(i));
    }
    assertThat(run.stopReason()).isNotNull();
    return Math.toIntExact(run.record().steps());
  }

  private static GuardedRun run(GuardSettings settings, String task) {
    return Guard.create(settings, System::nanoTime).open(task, "run-1");
  }

  private static List<String> patterns(GuardSettings settings, String task) {
    return settings.policyOf(task).tools().stream().map(ToolPolicy::pattern).toList();
  }

  private static DetectorPolicy detector(String name, Map<String, Integer> numbers) {
    return new DetectorPolicy(name, Mode.ACT, Ladder.nudgeThenHalt(3, 5), numbers);
  }

  private static ToolPolicy tool(
      String pattern,
      @Nullable String actionClass,
      @Nullable Effect effect,
      Map<String, Ladder> ladders,
      boolean ignored) {
    return new ToolPolicy(pattern, actionClass, effect, Set.of(), Set.of(), ladders, ignored);
  }

  @SuppressWarnings({"NullAway", "TypeParameterUnusedInFormals"}) // what no compiler has checked
  private static <T> T absent() {
    return null;
  }
}
