package io.loophalt.operations.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.StopReason;
import io.loophalt.core.detect.Turn;
import io.loophalt.core.event.EventSinks;
import io.loophalt.core.event.Intervened;
import io.loophalt.core.policy.Ceilings;
import io.loophalt.core.policy.DetectorPolicy.Mode;
import io.loophalt.core.policy.Intervention;
import io.loophalt.core.policy.TaskPolicy;
import io.loophalt.core.run.RunEvents;
import io.loophalt.runtime.policy.AgentPolicy;
import io.loophalt.runtime.policy.EventLogPolicy;
import io.loophalt.runtime.policy.WeavingPolicy;
import io.loophalt.runtime.runs.LiveRun;
import io.loophalt.runtime.runs.RunRegistry;
import java.math.BigDecimal;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.DoubleStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RunMetricsTest {

  private static final Instant TIME = Instant.parse("2026-11-24T02:00:00Z");
  private static final AgentPolicy NO_DETECTORS =
      new AgentPolicy(
          "a test",
          Mode.ACT,
          new TaskPolicy(
              "*", "none", List.of(), Map.of(), Ceilings.NONE, List.of(), TaskPolicy.OnHalt.THROW),
          Map.of(),
          WeavingPolicy.NONE,
          List.of(),
          new EventLogPolicy(null, 1_000, 1, Duration.ZERO, 10, false),
          Duration.ofMinutes(5),
          Duration.ofHours(24),
          1_000);

  private final EventSinks sinks = new EventSinks();
  private final RunRegistry runs =
      new RunRegistry(
          NO_DETECTORS,
          detector -> {
            throw new AssertionError("there is none");
          },
          new RunEvents(sinks, Clock.fixed(TIME, ZoneOffset.UTC), false));
  private final RunMetrics metrics = new RunMetrics(runs);
  private final MetricsReading reading = new MetricsReading(metrics, runs, new NoAgent());

  RunMetricsTest() {
    sinks.add(metrics);
  }

  @Test
  void whatARunUsesCountsWhileItGoesOnAndNoSecondTimeWhenItIsOver() {
    LiveRun live = open("run", "search", null);
    asks(live, "large", 100, 10);

    assertThat(value("loophalt_tokens", "search", "large", "input")).isEqualTo(100);
    assertThat(value("loophalt_turns", "search", "large")).isEqualTo(1);
    assertThat(value("loophalt_runs_live", "search", "going")).isEqualTo(1);
    assertThat(value("loophalt_runs", "search", "done")).isZero();

    asks(live, "", 7, 1);
    runs.close(live);

    assertThat(value("loophalt_tokens", "search", "large", "input")).isEqualTo(100);
    assertThat(value("loophalt_tokens", "search", "large", "output")).isEqualTo(10);
    assertThat(value("loophalt_tokens", "search", "unknown", "input")).isEqualTo(7);
    assertThat(value("loophalt_turns", "search", "unknown")).isEqualTo(1);
    assertThat(value("loophalt_runs_live", "search", "going")).isZero();
    assertThat(value("loophalt_runs", "search", "done")).isEqualTo(1);
  }

  @Test
  void whatARunInsideAnotherUsesCountsOnceUnderTheTaskOfTheOuterOne() {
    LiveRun outer = open("outer", "plan", null);
    LiveRun inner = open("inner", "search", outer);
    asks(inner, "large", 100, 10);

    assertThat(sum("loophalt_tokens")).isEqualTo(110);
    runs.close(inner);
    assertThat(sum("loophalt_tokens")).isEqualTo(110);
    runs.close(outer);

    assertThat(sum("loophalt_tokens")).isEqualTo(110);
    assertThat(value("loophalt_tokens", "plan", "large", "input")).isEqualTo(100);
    assertThat(value("loophalt_runs", "search", "done")).isEqualTo(1);
  }

  @Test
  void aHaltSavesAsMuchAsWasUsedSinceTheFirstNudge() {
    LiveRun live = open("run", "search", null);
    asks(live, "large", 100, 10);
    publish(intervened(Intervention.NUDGE, /* enforced= */ true, null));
    asks(live, "large", 200, 20);
    publish(intervened(Intervention.NUDGE, /* enforced= */ true, null));
    asks(live, "large", 300, 30);
    publish(intervened(Intervention.HALT, /* enforced= */ true, StopReason.Kind.NO_PROGRESS));

    assertThat(value("loophalt_tokens_saved", "search")).isEqualTo(550);
    assertThat(value("loophalt_tokens_after_nudge", "search")).isEqualTo(550);

    asks(live, "large", 5, 0); // It was let go on, and is halted again.
    publish(intervened(Intervention.HALT, /* enforced= */ true, StopReason.Kind.STALL));
    runs.close(live);

    assertThat(value("loophalt_tokens_saved", "search")).isEqualTo(555);
    assertThat(value("loophalt_tokens_after_nudge", "search")).isEqualTo(555);
    assertThat(value("loophalt_interventions", "halt", "identical", "true")).isEqualTo(2);
  }

  @Test
  void haltsByCeilingsAndHaltsThatNoNudgeCameBeforeSaveNothing() {
    LiveRun live = open("run", "search", null);
    asks(live, "large", 100, 10);
    publish(intervened(Intervention.HALT, /* enforced= */ true, StopReason.Kind.NO_PROGRESS));
    publish(intervened(Intervention.NUDGE, /* enforced= */ true, null));
    asks(live, "large", 100, 10);
    publish(intervened(Intervention.HALT, /* enforced= */ true, StopReason.Kind.COST_CAP));

    assertThat(value("loophalt_tokens_saved", "search")).isZero();
  }

  @Test
  void whatARunUsesAfterAHaltThatWasOnlyObservedIsMeasured() {
    LiveRun live = open("run", "search", null);
    asks(live, "large", 100, 10);
    publish(intervened(Intervention.NUDGE, /* enforced= */ false, null));
    publish(intervened(Intervention.HALT, /* enforced= */ false, StopReason.Kind.NO_PROGRESS));
    asks(live, "large", 200, 20);
    runs.close(live);

    assertThat(value("loophalt_tokens_after_observed_halt", "search")).isEqualTo(220);
    assertThat(value("loophalt_tokens_after_nudge", "search")).isZero();
    assertThat(value("loophalt_tokens_saved", "search")).isZero();
  }

  @Test
  void namesAreBoundedAndHarmless() {
    for (int i = 0; i < 2 * RunMetrics.MOST_TASKS; i++) {
      runs.close(open("run-" + i, "task\n" + i, null));
    }

    assertThat(family("loophalt_steps").points().keySet())
        .hasSize(RunMetrics.MOST_TASKS + 1)
        .contains(List.of("task\\u000a0"), List.of("other"));
    assertThat(value("loophalt_runs", "other", "done")).isEqualTo(RunMetrics.MOST_TASKS);
  }

  private LiveRun open(String id, String task, @Nullable LiveRun parent) {
    return runs.open(id, task, parent, 0);
  }

  private static void asks(LiveRun live, String model, long input, long output) {
    live.run()
        .turnStarted(
            new Turn(live.run().nextTurnIndex(), 1, "", model, input, output, true, false),
            BigDecimal.ZERO,
            0);
  }

  private void publish(Intervened event) {
    sinks.publish(event);
  }

  private static Intervened intervened(
      Intervention what, boolean enforced, StopReason.@Nullable Kind reason) {
    return new Intervened(
        TIME,
        "run",
        "search",
        what,
        enforced,
        reason,
        "identical",
        "rule",
        3,
        3,
        3,
        0,
        0,
        List.of(),
        "said");
  }

  private MetricFamily family(String name) {
    return reading.read().stream()
        .filter(each -> each.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  private double value(String name, String... labels) {
    return Objects.requireNonNull(
        family(name).points().get(List.of(labels)), () -> name + " of " + List.of(labels));
  }

  private double sum(String name) {
    return family(name).points().values().stream().flatMapToDouble(DoubleStream::of).sum();
  }

  /** Nothing is the matter with it. */
  private static final class NoAgent implements AgentFacts {
    @Override
    public String version() {
      return "1";
    }

    @Override
    public boolean isEnabled() {
      return true;
    }

    @Override
    public long errors() {
      return 0;
    }

    @Override
    public long droppedEvents() {
      return 0;
    }
  }
}
