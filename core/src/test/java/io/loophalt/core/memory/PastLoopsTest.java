package io.loophalt.core.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.loophalt.StopReason;
import io.loophalt.StopReason.Kind;
import io.loophalt.core.Decision;
import io.loophalt.core.Guard;
import io.loophalt.core.GuardSettings;
import io.loophalt.core.GuardedRun;
import io.loophalt.core.GuardedStep;
import io.loophalt.core.ModelAnswer;
import io.loophalt.core.ToolCall;
import io.loophalt.core.ToolResult;
import io.loophalt.core.event.LoopSeen;
import io.loophalt.core.policy.ToolPolicy;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** What a run is told of loops in which earlier runs of its task were. */
class PastLoopsTest {

  private static final String NOTHING = "no match for timeout";

  private final LoopHistory memory = new LoopHistory();
  private final Guard guard = Guard.create(GuardSettings.standard(), () -> 0).remembering(memory);
  private int opened;

  private GuardedRun open(String task) {
    return guard.open(task, "run-" + opened++);
  }

  private static String call(GuardedRun run, String tool, String arguments, ToolResult result) {
    run.afterModelCall(ModelAnswer.of("", 1));
    GuardedStep step = run.beforeStep(ToolCall.of(tool, arguments));
    Decision decision = step.mayRun() ? step.end(result) : step.refusal();
    Decision atEnd = decision instanceof Decision.GoOn ? run.beforeModelCall() : decision;
    return atEnd instanceof Decision.Nudge nudge ? nudge.text() : atEnd.getClass().getSimpleName();
  }

  private static String search(GuardedRun run) {
    return call(run, "search", "{\"words\":\"timeout\"}", ToolResult.of(NOTHING));
  }

  private static String read(GuardedRun run, int line) {
    return call(
        run,
        "read_file",
        "{\"line\":" + line + "}",
        ToolResult.of("the words of line " + "abcdefgh".charAt(line)));
  }

  private void halted(String task) {
    try (GuardedRun run = open(task)) {
      for (int i = 0; i < 5; i++) {
        search(run);
      }
      assertThat(run.stopReason()).isNotNull();
    }
  }

  private void wentOnByReading(String task) {
    try (GuardedRun run = open(task)) {
      for (int i = 0; i < 3; i++) {
        search(run);
      }
      read(run, 1);
      read(run, 2);
      assertThat(run.stopReason()).isNull();
    }
  }

  private List<String> searches(String task, int times) {
    List<String> told = new ArrayList<>();
    try (GuardedRun run = open(task)) {
      for (int i = 0; i < times; i++) {
        told.add(search(run));
      }
    }
    return told;
  }

  @Test
  void whereNothingIsRememberedTheThirdRepetitionIsNudged() {
    assertThat(searches("task", 2)).containsExactly("GoOn", "GoOn");
  }

  @Test
  void whatEndedARunIsNudgedInTheNextAtItsSecondRepetition() {
    halted("task");

    assertThat(searches("task", 2))
        .element(1)
        .asString()
        .contains("[Loophalt]")
        .contains("`search` with this answer ended the last run of this task;");
  }

  @Test
  void ofARunThatWasHaltedForItsTalkNothingIsKept() {
    try (GuardedRun run = open("task")) {
      search(run);
      read(run, 1);
      search(run);
      for (int i = 0; i < 20 && run.stopReason() == null; i++) {
        run.afterModelCall(ModelAnswer.of("Let me see what comes next.", 0));
        run.beforeModelCall();
      }
      assertThat(run.stopReason()).extracting(StopReason::kind).isEqualTo(Kind.STALL);
    }

    assertThat(memory.tasks()).isEmpty();
  }

  @Test
  void ofAToolThatTriesManyAnotherTryIsNotWhatEndedARun() {
    Guard trying =
        Guard.create(
                GuardSettings.builder().tool(ToolPolicy.of("probe").tryingMany()).build(), () -> 0)
            .remembering(memory);
    try (GuardedRun run = trying.open("task", "same")) {
      for (int i = 0; i < 5; i++) {
        probe(run, 7);
      }
      assertThat(run.stopReason()).isNotNull();
    }

    try (GuardedRun run = trying.open("task", "many")) {
      for (int port = 10; port < 30; port++) {
        assertThat(probe(run, port)).isEqualTo("GoOn");
      }
      probe(run, 7);
      assertThat(probe(run, 7)).as("the same try again").contains("[Loophalt]");
    }
  }

  private static String probe(GuardedRun run, int port) {
    return call(run, "probe", "{\"port\":" + port + "}", ToolResult.of("closed"));
  }

  @Test
  void itIsHaltedWhereItWouldBeWithoutAMemory() {
    halted("task");

    List<String> told = searches("task", 5);

    assertThat(told.subList(2, 4)).doesNotContain("Halt");
    assertThat(told).element(4).isEqualTo("Halt");
  }

  @Test
  void whateverARunDoesItIsHaltedAtTheSameStepWithAMemoryAndWithout() {
    Guard without = Guard.create(GuardSettings.standard(), () -> 0);
    int halted = 0;
    int told = 0;
    for (int seed = 0; seed < 400; seed++) {
      List<String> alone = randomSteps(without.open("task", "run"), seed);
      List<String> knowing = randomSteps(open("task"), seed);

      assertThat(knowing.indexOf("Halt")).as("halt, seed " + seed).isEqualTo(alone.indexOf("Halt"));
      halted += alone.contains("Halt") ? 1 : 0;
      told += knowing.stream().anyMatch(text -> text.contains("runs of this task")) ? 1 : 0;
    }
    assertThat(halted).as("runs that are halted").isBetween(50, 350);
    assertThat(told).as("runs that are told of others").isGreaterThan(100);
  }

  private static List<String> randomSteps(GuardedRun run, int seed) {
    Random random = new Random(seed);
    List<String> told = new ArrayList<>();
    try (run) {
      int news = 2 + random.nextInt(4);
      for (int i = 0; i < 12; i++) {
        int line = random.nextInt(news) == 0 ? random.nextInt(8) : random.nextInt(2);
        told.add(random.nextInt(3) == 0 ? search(run) : read(run, line));
      }
    }
    return told;
  }

  @Test
  void theTextSaysHowManyRunsWereEndedAndWhatCameNextInOthers() {
    for (int i = 0; i < 4; i++) {
      halted("task");
    }
    for (int i = 0; i < 3; i++) {
      wentOnByReading("task");
    }
    for (int i = 0; i < 20; i++) {
      try (GuardedRun run = open("task")) {
        read(run, i % 8);
      }
      if (i == 12) {
        assertThat(searches("task", 2))
            .element(1)
            .asString()
            .contains(
                "`search` with this answer ended 4 of the last 20 runs of this task; in 3 of them"
                    + " `read_file` came next when it went on;");
      }
    }
  }

  @Test
  void whatIsLongerAgoThanTwentyRunsIsNotToldOf() {
    halted("task");
    for (int i = 0; i < PastLoops.RUNS_TOLD_OF; i++) {
      try (GuardedRun run = open("task")) {
        read(run, i % 8);
      }
    }

    assertThat(searches("task", 2)).containsExactly("GoOn", "GoOn");
  }

  @Test
  void aNudgeThatWasFollowedByNewsIsRemembered() {
    wentOnByReading("task");

    assertThat(searches("task", 2))
        .element(1)
        .asString()
        .contains(
            "`search` with this answer was noted in the last run of this task; in it `read_file`"
                + " came next when it went on;");
  }

  @Test
  void oneNewLookBetweenRepetitionsIsNoWayOn() {
    try (GuardedRun run = open("task")) {
      for (int i = 0; i < 3; i++) {
        search(run);
      }
      read(run, 1);
      search(run);
    }

    assertThat(memory.tasks()).isEmpty();
  }

  @Test
  void anotherTaskKnowsNothingOfIt() {
    halted("task");

    assertThat(searches("other", 2)).containsExactly("GoOn", "GoOn");
  }

  @Test
  void anotherAnswerIsAnotherMatter() {
    halted("task");

    try (GuardedRun run = open("task")) {
      String arguments = "{\"words\":\"timeout\"}";
      ToolResult found = ToolResult.of("Timeout.java has it");
      assertThat(call(run, "search", arguments, found)).isEqualTo("GoOn");
      assertThat(call(run, "search", arguments, found)).isEqualTo("GoOn");
    }
  }

  @Test
  void aLoopOfSeveralCallsHasBegunWhenAllOfThemWereMadeAndOneAgain() {
    for (int i = 0; i < 2; i++) {
      try (GuardedRun run = open("task")) {
        List<String> told = new ArrayList<>();
        for (int round = 0; round < 7; round++) {
          told.add(search(run));
          told.add(read(run, 1));
        }
        assertThat(told).contains("Halt");
        if (i == 1) {
          assertThat(told.subList(0, 2)).containsExactly("GoOn", "GoOn");
          assertThat(told.get(2)).contains("`search` and `read_file` with these answers ended");
        }
      }
    }
    try (GuardedRun run = open("task")) {
      assertThat(List.of(search(run), search(run))).containsExactly("GoOn", "GoOn");
    }
  }

  @Test
  void equalCallsOfOneTurnAreOneRepetition() {
    halted("task");

    try (GuardedRun run = open("task")) {
      run.afterModelCall(ModelAnswer.of("", 2));
      List<Decision> told = new ArrayList<>();
      for (int i = 0; i < 2; i++) {
        GuardedStep step = run.beforeStep(ToolCall.of("search", "{\"words\":\"timeout\"}"));
        told.add(step.end(ToolResult.of(NOTHING)));
      }
      assertThat(told).hasOnlyElementsOfType(Decision.GoOn.class);
    }
  }

  @Test
  void aRunIsToldOnceHoweverOftenItGoesOn() {
    halted("task");

    assertThat(searches("task", 4)).filteredOn(text -> text.contains("last run")).hasSize(1);
  }

  @Test
  void aCallThatWaitsIsInNoLoop() {
    try (GuardedRun run = open("task")) {
      for (int i = 0; i < 20; i++) {
        call(run, "job_status", "{\"job\":1}", ToolResult.of("PENDING"));
      }
      assertThat(run.stopReason()).isNotNull();
    }

    assertThat(memory.tasks()).isEmpty();
  }

  @Test
  void aRunThatWasSavedGoesOnWhereItWas() {
    halted("task");
    try (GuardedRun run = open("task")) {
      search(run);

      GuardedRun restored = guard.restore("task", "restored", null, run.saveState());

      assertThat(search(restored)).contains("ended the last run");
      assertThat(search(restored)).isEqualTo("GoOn");
    }
  }

  @Test
  void aRunThatWasSavedWithoutAMemoryIsAnother() {
    Guard without = Guard.create(GuardSettings.standard(), () -> 0);

    assertThat(
            catchThrowable(
                () -> guard.restore("task", "id", null, without.open("task", "id").saveState())))
        .hasMessageContaining("other settings");
  }

  @Test
  void whoeverOnlyWatchesRemembersNothingAndIsToldNothing() {
    Guard watching =
        Guard.create(GuardSettings.builder().observeOnly().build(), () -> 0).remembering(memory);
    try (GuardedRun run = watching.open("task", "1")) {
      for (int i = 0; i < 6; i++) {
        search(run);
      }
    }

    assertThat(memory.tasks()).isEmpty();
  }

  @Test
  void namesAreKeptInAPrintableForm() {
    String forged = "sea\u001b[31mrch\n`";
    try (GuardedRun run = open("ta\nsk")) {
      for (int i = 0; i < 5; i++) {
        call(run, forged, "{}", ToolResult.of(NOTHING));
      }
    }

    TaskLoops task = memory.tasks().get(0);
    assertThat(task.name()).isEqualTo("ta\\u000ask");
    assertThat(task.loops().get(0).parts().get(0).tool()).isEqualTo("sea\\u001b[31mrch\\u000a`");
  }

  @Test
  void whatIsOldIsForgotten() {
    memory.publish(loop("task", 1, Instant.parse("2026-01-01T00:00:00Z")));
    memory.publish(loop("task", 2, Instant.parse("2026-03-01T00:00:00Z")));

    memory.forgetBefore(Instant.parse("2026-02-01T00:00:00Z"));

    assertThat(memory.tasks().get(0).loops()).hasSize(1);
    memory.forgetBefore(Instant.parse("2026-04-01T00:00:00Z"));
    assertThat(memory.tasks()).isEmpty();
    assertThat(memory.ofTask("task")).isNull();
  }

  @Test
  void loopsAndTasksAreBoundedAndTheOldestGo() {
    for (int i = 0; i < 2 * LoopHistory.MOST_LOOPS; i++) {
      memory.publish(loop("task", i, Instant.ofEpochSecond(i)));
    }
    assertThat(memory.tasks().get(0).loops())
        .hasSize(LoopHistory.MOST_LOOPS)
        .extracting(PastLoop::id)
        .contains(2L * LoopHistory.MOST_LOOPS - 1)
        .doesNotContain(0L);

    for (int i = 0; i < 2 * LoopHistory.MOST_TASKS; i++) {
      memory.publish(loop("task " + i, i, Instant.ofEpochSecond(1_000 + i)));
    }
    assertThat(memory.tasks()).hasSize(LoopHistory.MOST_TASKS);
    assertThat(memory.ofTask("task")).isNull();
    assertThat(memory.ofTask("task " + (2 * LoopHistory.MOST_TASKS - 1))).isNotNull();
  }

  private static LoopSeen loop(String task, long digest, Instant time) {
    return new LoopSeen(
        time, "run", task, "d", List.of(new LoopSeen.Part("tool", digest)), /* next= */ null);
  }
}
