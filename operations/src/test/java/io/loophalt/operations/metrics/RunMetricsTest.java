package io.loophalt.operations.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.StopReason;
import io.loophalt.core.event.Intervened;
import io.loophalt.core.policy.Intervention;
import io.loophalt.runtime.runs.LiveRun;
import io.loophalt.runtime.runs.RunRegistry;
import java.util.List;
import java.util.Objects;
import java.util.stream.DoubleStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RunMetricsTest {

  private final MeasuredRuns measured = new MeasuredRuns();
  private final RunRegistry runs = measured.runs;
  private final MetricsReading reading = measured.reading;

  @Test
  void whatARunUsesCountsWhileItGoesOnAndNoSecondTimeWhenItIsOver() {
    LiveRun live = open("run", "search", null);
    asks(live, "large", 100, 10);

    assertThat(value("loophalt.tokens", "search", "large", "input")).isEqualTo(100);
    assertThat(value("loophalt.turns", "search", "large")).isEqualTo(1);
    assertThat(value("loophalt.runs.live", "search", "going")).isEqualTo(1);
    assertThat(value("loophalt.runs", "search", "done")).isZero();

    asks(live, "", 7, 1);
    runs.close(live);

    assertThat(value("loophalt.tokens", "search", "large", "input")).isEqualTo(100);
    assertThat(value("loophalt.tokens", "search", "large", "output")).isEqualTo(10);
    assertThat(value("loophalt.tokens", "search", "unknown", "input")).isEqualTo(7);
    assertThat(value("loophalt.turns", "search", "unknown")).isEqualTo(1);
    assertThat(value("loophalt.runs.live", "search", "going")).isZero();
    assertThat(value("loophalt.runs", "search", "done")).isEqualTo(1);
  }

  @Test
  void whatARunInsideAnotherUsesCountsOnceUnderTheTaskOfTheOuterOne() {
    LiveRun outer = open("outer", "plan", null);
    LiveRun inner = open("inner", "search", outer);
    asks(inner, "large", 100, 10);

    assertThat(sum("loophalt.tokens")).isEqualTo(110);
    runs.close(inner);
    assertThat(sum("loophalt.tokens")).isEqualTo(110);
    runs.close(outer);

    assertThat(sum("loophalt.tokens")).isEqualTo(110);
    assertThat(value("loophalt.tokens", "plan", "large", "input")).isEqualTo(100);
    assertThat(value("loophalt.runs", "search", "done")).isEqualTo(1);
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

    assertThat(value("loophalt.tokens.saved", "search")).isEqualTo(550);
    assertThat(value("loophalt.tokens.after_nudge", "search")).isEqualTo(550);

    asks(live, "large", 5, 0); // It was let go on, and is halted again.
    publish(intervened(Intervention.HALT, /* enforced= */ true, StopReason.Kind.STALL));
    runs.close(live);

    assertThat(value("loophalt.tokens.saved", "search")).isEqualTo(555);
    assertThat(value("loophalt.tokens.after_nudge", "search")).isEqualTo(555);
    assertThat(value("loophalt.interventions", "halt", "identical", "true")).isEqualTo(2);
  }

  @Test
  void haltsByCeilingsAndHaltsThatNoNudgeCameBeforeSaveNothing() {
    LiveRun live = open("run", "search", null);
    asks(live, "large", 100, 10);
    publish(intervened(Intervention.HALT, /* enforced= */ true, StopReason.Kind.NO_PROGRESS));
    publish(intervened(Intervention.NUDGE, /* enforced= */ true, null));
    asks(live, "large", 100, 10);
    publish(intervened(Intervention.HALT, /* enforced= */ true, StopReason.Kind.COST_CAP));

    assertThat(value("loophalt.tokens.saved", "search")).isZero();
  }

  @Test
  void whatARunUsesAfterAHaltThatWasOnlyObservedIsMeasured() {
    LiveRun live = open("run", "search", null);
    asks(live, "large", 100, 10);
    publish(intervened(Intervention.NUDGE, /* enforced= */ false, null));
    publish(intervened(Intervention.HALT, /* enforced= */ false, StopReason.Kind.NO_PROGRESS));
    asks(live, "large", 200, 20);
    runs.close(live);

    assertThat(value("loophalt.tokens.after_observed_halt", "search")).isEqualTo(220);
    assertThat(value("loophalt.tokens.after_nudge", "search")).isZero();
    assertThat(value("loophalt.tokens.saved", "search")).isZero();
  }

  @Test
  void whatListenersWereNotInTimeForIsCounted() {
    assertThat(value("loophalt.listener.dropped")).isEqualTo(3);
    assertThat(value("loophalt.store.alone")).isEqualTo(5);
  }

  @Test
  void namesAreBoundedAndHarmless() {
    for (int i = 0; i < 2 * RunMetrics.MOST_TASKS; i++) {
      runs.close(open("run-" + i, "task\n" + i, null));
    }

    assertThat(family("loophalt.steps").points().keySet())
        .hasSize(RunMetrics.MOST_TASKS + 1)
        .contains(List.of("task\\u000a0"), List.of("other"));
    assertThat(value("loophalt.runs", "other", "done")).isEqualTo(RunMetrics.MOST_TASKS);
  }

  @Test
  void namesFollowTheConventionsOfBothSystems() {
    assertThat(family("loophalt.agent.time").points()).containsEntry(List.of(), 0.5);
    assertThat(family("loophalt.agent.time").prometheusName())
        .isEqualTo("loophalt_agent_time_seconds");
    assertThat(family("loophalt.agent").plainName()).isEqualTo("loophalt.agent.info");
    assertThat(family("loophalt.tokens").prometheusLabels())
        .containsExactly("loophalt_task", "gen_ai_response_model", "gen_ai_token_type");
    assertThat(reading.read())
        .allSatisfy(
            each -> {
              assertThat(each.name()).matches("[a-z_]+([.][a-z_]+)+");
              assertThat(each.unit()).matches("|s|[{][a-z]+[}]");
              assertThat(each.labels()).allMatch(label -> label.matches("[a-z_]+([.][a-z_]+)+"));
            });
  }

  private LiveRun open(String id, String task, @Nullable LiveRun parent) {
    return measured.open(id, task, parent);
  }

  private void asks(LiveRun live, String model, long input, long output) {
    measured.asks(live, model, input, output);
  }

  private void publish(Intervened event) {
    measured.sinks.publish(event);
  }

  private static Intervened intervened(
      Intervention what, boolean enforced, StopReason.@Nullable Kind reason) {
    return new Intervened(
        MeasuredRuns.TIME,
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
}
