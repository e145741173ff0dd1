package io.loophalt.agent.startup;

import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.StopReason;
import io.loophalt.core.detect.Step;
import io.loophalt.core.event.Intervened;
import io.loophalt.core.event.RunEnded;
import io.loophalt.core.event.RunOpened;
import io.loophalt.core.policy.Intervention;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RunSummaryTest {

  private final RunSummary summary = new RunSummary();

  @Test
  void numbersAreGroupedAndOneIsOne() {
    used(null, 1, 0);
    intervened(Intervention.HALT, true);

    assertThat(summary.text()).isEqualTo("0 runs, 0 nudges, 1 halt, 1 token");

    used(null, 1_000_000, 234_566);
    intervened(Intervention.NUDGE, true);
    intervened(Intervention.HALT, true);

    assertThat(summary.text()).isEqualTo("0 runs, 1 nudge, 2 halts, 1,234,567 tokens");

    intervened(Intervention.ESCALATE, true);

    assertThat(summary.text())
        .isEqualTo("0 runs, 1 nudge, 1 escalation, 2 halts, 1,234,567 tokens");
  }

  @Test
  void whatIsOnlyWatchedAndWhatARunInsideAnotherHasUsedAreNotCountedTwice() {
    summary.publish(new RunOpened(Instant.EPOCH, "run", "task", null));
    summary.publish(new RunOpened(Instant.EPOCH, "inside", "task", "run"));
    intervened(Intervention.HALT, false);
    used("run", 5, 2);
    used(null, 5, 2);

    assertThat(summary.text())
        .isEqualTo("2 runs, 0 nudges, 0 halts, 7 tokens; observed only: 0 nudges, 1 halt");
  }

  private void used(@Nullable String parent, long in, long out) {
    summary.publish(
        new RunEnded(
            Instant.EPOCH,
            "run",
            "task",
            "standard@2",
            parent,
            StopReason.Kind.DONE,
            "",
            false,
            0,
            1,
            in,
            out,
            null,
            Duration.ZERO,
            List.of(),
            null,
            List.of(),
            RunEnded.Interventions.none()));
  }

  private void intervened(Intervention intervention, boolean enforced) {
    summary.publish(
        new Intervened(
            Instant.EPOCH,
            "run",
            "task",
            intervention,
            enforced,
            null,
            "detector",
            "rule",
            1,
            0,
            0,
            Step.ABSENT,
            Step.ABSENT,
            List.of(),
            "seen"));
  }
}
