package io.loophalt.agent.gate;

import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.AgentRuns;
import io.loophalt.agent.detect.Step;
import io.loophalt.agent.detect.preset.Presets;
import io.loophalt.agent.gate.application.Reports;
import io.loophalt.agent.instrument.GuardedClasses;
import io.loophalt.agent.policy.Ceilings;
import io.loophalt.agent.policy.DetectorPolicy;
import io.loophalt.agent.policy.DetectorPolicy.Mode;
import io.loophalt.agent.policy.Intervention;
import io.loophalt.agent.policy.Ladder;
import io.loophalt.agent.policy.ModelPrice;
import io.loophalt.agent.policy.Rung;
import io.loophalt.agent.run.Run;
import io.loophalt.agent.run.RunObserver;
import io.loophalt.agent.run.RunRegistry;
import java.lang.reflect.Method;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What the agent answers to an application's {@code AgentRuns}. */
class FacadeHandlerTest {

  private static final List<DetectorPolicy> HALT_AFTER_FIVE_IDLE_TURNS =
      List.of(new DetectorPolicy("idle-turns", Mode.ACT, Ladder.nudgeThenHalt(3, 5), Map.of()));

  private final List<Long> states = Collections.synchronizedList(new ArrayList<>());
  private final GuardedClasses guarded =
      GuardedClasses.beside(
          Reports.class,
          HALT_AFTER_FIVE_IDLE_TURNS,
          new RunObserver() {
            @Override
            public void stepped(Run run, Step step) {
              states.add(step.state());
            }
          });

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
        GuardedClasses.beside(Reports.class, fiveEqualCalls, RunObserver.NONE)) {
      assertThat(judged.call(Reports.ChangingStates.class)).isEqualTo("halted after report 11");
      assertThat(judged.failures()).isZero();
    }
  }

  @Test
  void reportedTurnsAreHeldToTheCeilings() {
    Ceilings idle = new Ceilings(0, Map.of(), 0, 0, 0, 0, null, null, /* idleTurns= */ 2, 80);
    assertThat(reportsUntilHalted(idle, /* toolCalls= */ 0)).isEqualTo(3);

    Ceilings turns = new Ceilings(0, Map.of(), /* turns= */ 3, 0, 0, 0, null, null, 0, 80);
    assertThat(reportsUntilHalted(turns, /* toolCalls= */ 1)).isEqualTo(3);
    assertThat(reportsUntilHalted(turns, /* toolCalls= */ 0)).isEqualTo(4);

    BigDecimal limit = new BigDecimal("0.05");
    Ceilings cost = new Ceilings(0, Map.of(), 0, 0, 0, 0, limit, null, 0, 80);
    assertThat(reportsUntilHalted(cost, /* toolCalls= */ 1))
        .as("0.0195 each, 4000 tokens at 3 and 500 at 15 a million")
        .isEqualTo(3);
  }

  /** At which report of 4000 tokens in and 500 out a run is halted, 30 if at none. */
  private static int reportsUntilHalted(Ceilings ceilings, int toolCalls) {
    ModelPrice price =
        new ModelPrice("*", BigDecimal.valueOf(3), BigDecimal.valueOf(3), BigDecimal.valueOf(15));
    Runs runs =
        new Runs(
            new RunRegistry(
                SmallPolicies.of(ceilings, List.of(price)), Presets::create, RunObserver.NONE),
            new Log(System.err));
    FacadeHandler handler = new FacadeHandler(runs);
    Call call = new Call(new ThreadCalls(), 0);
    Failures failures = new Failures(new Log(System.err), () -> {});
    for (int report = 1; report < 30; report++) {
      long[] numbers = {4_000, 500, toolCalls};
      call.enter(
          failures, handler, FacadeHandlerTest.class, null, "turn", numbers, null, null, null);
      if (handler.before(call) != null) {
        return report;
      }
    }
    return 30;
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
  void aListenerIsToldOfAnEscalationOnceAndABrokenOneHarmsNobody() throws Exception {
    Ladder ladder =
        new Ladder(
            List.of(
                new Rung(2, Intervention.ESCALATE, null), new Rung(9, Intervention.HALT, null)));
    try (GuardedClasses escalating =
        GuardedClasses.beside(
            Reports.class,
            List.of(new DetectorPolicy("idle-turns", Mode.ACT, ladder, Map.of())),
            RunObserver.NONE)) {
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
