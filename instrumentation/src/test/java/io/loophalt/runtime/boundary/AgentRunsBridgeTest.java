package io.loophalt.runtime.boundary;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.AgentRuns;
import io.loophalt.core.detect.Step;
import io.loophalt.core.event.StepTaken;
import io.loophalt.core.policy.DetectorPolicy;
import io.loophalt.core.policy.DetectorPolicy.Mode;
import io.loophalt.core.policy.Intervention;
import io.loophalt.core.policy.Ladder;
import io.loophalt.core.policy.Rung;
import io.loophalt.core.run.RunEvents;
import io.loophalt.instrumentation.GuardedClasses;
import io.loophalt.runtime.application.Reports;
import java.lang.reflect.Method;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What the agent answers to an application's {@code AgentRuns}. */
class AgentRunsBridgeTest {

  private static final List<DetectorPolicy> HALT_AFTER_FIVE_IDLE_TURNS =
      List.of(new DetectorPolicy("idle-turns", Mode.ACT, Ladder.nudgeThenHalt(3, 5), Map.of()));

  private final List<Long> states = Collections.synchronizedList(new ArrayList<>());
  private final GuardedClasses guarded =
      GuardedClasses.beside(
          Reports.class,
          HALT_AFTER_FIVE_IDLE_TURNS,
          new RunEvents(
              event -> {
                if (event instanceof StepTaken step) {
                  states.add(requireNonNull(step.record()).fingerprint().state());
                }
              },
              Clock.systemUTC(),
              true));

  @AfterEach
  void shutTheGate() {
    guarded.close();
    assertThat(guarded.failures()).as("errors of the agent's own: %s", guarded.log()).isZero();
  }

  @Test
  void theStateReportedLastBelongsToEachStep() throws Exception {
    guarded.call(Reports.States.class);

    assertThat(states).hasSize(4);
    assertThat(states.get(0)).as("before any report").isEqualTo(Step.ABSENT);
    assertThat(states.get(1)).as("a").isNotEqualTo(Step.ABSENT).isEqualTo(states.get(3));
    assertThat(states.get(2)).as("b").isNotEqualTo(Step.ABSENT).isNotEqualTo(states.get(1));
  }

  @Test
  void aStateThatIsNewIsProgressAndGoingBackAndForthIsNot() throws Exception {
    guarded.close();
    List<DetectorPolicy> fiveEqualCalls =
        List.of(
            new DetectorPolicy("identical-call", Mode.ACT, Ladder.nudgeThenHalt(3, 5), Map.of()));
    try (GuardedClasses judged =
        GuardedClasses.beside(Reports.class, fiveEqualCalls, RunEvents.NONE)) {
      assertThat(judged.call(Reports.ChangingStates.class)).isEqualTo("halted after report 11");
      assertThat(judged.failures()).isZero();
    }
  }

  @Test
  void reportedAnswersAreHaltedInTheApplicationsOwnTypeUntilReset() throws Exception {
    assertThat(guarded.call(Reports.Monologue.class))
        .isEqualTo(
            List.of(
                "halted at answer 6 after 6 turns and 660 tokens",
                "the tool too: stall",
                "halted at answer 1 after 6 turns and 660 tokens",
                // The answer that met the halt was paid for, and counts.
                "halted at answer 6 after 13 turns and 1430 tokens"));
  }

  @Test
  void aBlankIdIsNone() throws Exception {
    assertThat(guarded.call(Reports.BlankIds.class))
        .isEqualTo(
            List.of("halted at answer 6 after 6 turns and 660 tokens", "the next one goes on"));
  }

  @Test
  void reportedProgressStartsTheCountAgain() throws Exception {
    assertThat(guarded.call(Reports.Progress.class)).isEqualTo("never halted");
  }

  @Test
  void whyARunWasStoppedCanBeAskedInItAndRightAfterIt() throws Exception {
    assertThat(guarded.call(Reports.Questions.class))
        .isEqualTo(
            List.of(
                "at first none",
                "inside none",
                "halted stall",
                "after it stall",
                "inside another none",
                "after another none"));
  }

  @Test
  void whatATaskHasWorkedInIsNotAskedForByTheNextTaskOfItsThread() throws Exception {
    assertThat(guarded.call(Reports.QuestionsOfAPool.class))
        .isEqualTo(List.of("in its task stall", "in another task none", "after it stall"));
  }

  @Test
  void aListenerIsToldOfAnEscalationOnceAndABrokenOneHarmsNobody() throws Exception {
    Ladder ladder =
        new Ladder(
            List.of(
                new Rung(2, Intervention.ESCALATE, null), new Rung(9, Intervention.HALT, null)));
    try (GuardedClasses escalating =
        GuardedClasses.beside(
            Reports.class,
            List.of(new DetectorPolicy("idle-turns", Mode.ACT, ladder, Map.of())),
            RunEvents.NONE)) {
      String reason = "2 turns in a row without a tool call, and another one";
      assertThat(escalating.call(Reports.Escalations.class))
          .isEqualTo(List.of("told: " + reason, "asked: " + reason, "after reset: nothing"));
      assertThat(escalating.failures()).as("errors of the agent's own").isZero();
      assertThat(escalating.log())
          .contains("AgentRuns.onEscalation threw java.lang.IllegalStateException");
    }
  }

  @Test
  void whatANewerOrBrokenFacadeAsksIsAnsweredAsWithoutTheAgent() throws Exception {
    assertThat(ask("of a newer facade", "x", "y")).isNull();
    assertThat(ask("enter", "no run", null)).isNull();
    assertThat(ask("leave", "no scope", null)).isNull();
    assertThat(ask("leave", null, null)).isNull();
    assertThat(ask("turn", "no numbers", null)).isNull();
    assertThat(ask("turn", new long[] {1}, null)).isNull();
    assertThat(ask("", null, null)).isNull();
    assertThat(ask(null, null, null)).isNull();
  }

  private @Nullable Object ask(
      @Nullable String operation, @Nullable Object first, @Nullable Object second)
      throws Exception {
    Method seam =
        guarded
            .copyOf(AgentRuns.class)
            .getDeclaredMethod("agent", String.class, Object.class, Object.class);
    seam.setAccessible(true);
    return seam.invoke(null, operation, first, second);
  }
}
