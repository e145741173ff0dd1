package io.loophalt.runtime.boundary;

import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.core.policy.Ceilings;
import io.loophalt.core.policy.ModelPrice;
import io.loophalt.core.run.RunEvents;
import io.loophalt.presets.Presets;
import io.loophalt.runtime.correlation.RunCorrelator;
import io.loophalt.runtime.invocation.Invocation;
import io.loophalt.runtime.invocation.InvocationStack;
import io.loophalt.runtime.runs.RunRegistry;
import io.loophalt.runtime.safety.InternalErrorBreaker;
import io.loophalt.runtime.safety.Log;
import io.loophalt.runtime.value.SmallPolicies;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Turns that an application reports by hand. */
class ReportedTurnsTest {

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
    RunCorrelator runs =
        new RunCorrelator(
            new RunRegistry(
                SmallPolicies.of(ceilings, List.of(price)), Presets::create, RunEvents.NONE),
            new Log(System.err));
    AgentRunsBridge handler = new AgentRunsBridge(runs);
    Invocation call = new Invocation(new InvocationStack(), 0);
    InternalErrorBreaker failures = new InternalErrorBreaker(new Log(System.err), () -> {});
    for (int report = 1; report < 30; report++) {
      long[] numbers = {4_000, 500, toolCalls};
      call.enter(
          failures, handler, ReportedTurnsTest.class, null, "turn", numbers, null, null, null);
      if (handler.before(call) != null) {
        return report;
      }
    }
    return 30;
  }
}
