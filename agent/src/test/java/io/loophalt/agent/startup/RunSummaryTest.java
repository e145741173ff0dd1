package io.loophalt.agent.startup;

import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.core.policy.Intervention;
import io.loophalt.runtime.safety.Log;
import org.junit.jupiter.api.Test;

class RunSummaryTest {

  private final RunSummary summary = new RunSummary(new Log(System.err));

  @Test
  void numbersAreGroupedAndOneIsOne() {
    summary.used(1);
    summary.intervened(Intervention.HALT);

    assertThat(summary.text()).isEqualTo("0 runs, 0 nudges, 1 halt, 1 token");

    summary.used(1_234_566);
    summary.intervened(Intervention.NUDGE);
    summary.intervened(Intervention.HALT);

    assertThat(summary.text()).isEqualTo("0 runs, 1 nudge, 2 halts, 1,234,567 tokens");

    summary.used(-1_134_567);
    summary.intervened(Intervention.ESCALATE);

    assertThat(summary.text()).isEqualTo("0 runs, 1 nudge, 1 escalation, 2 halts, 100,000 tokens");
  }
}
