package io.loophalt.operations.metrics;

import io.loophalt.core.detect.Turn;
import io.loophalt.core.event.EventSinks;
import io.loophalt.core.policy.Ceilings;
import io.loophalt.core.policy.DetectorPolicy.Mode;
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
import org.jspecify.annotations.Nullable;

/** Runs that are counted, without an agent around them. */
final class MeasuredRuns {

  static final Instant TIME = Instant.parse("2026-11-24T02:00:00Z");

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

  final EventSinks sinks = new EventSinks();
  final RunRegistry runs =
      new RunRegistry(
          NO_DETECTORS,
          detector -> {
            throw new AssertionError("there is none");
          },
          new RunEvents(sinks, Clock.fixed(TIME, ZoneOffset.UTC), false));
  final MetricsReading reading;

  MeasuredRuns() {
    RunMetrics metrics = new RunMetrics(runs);
    sinks.add(metrics);
    reading = new MetricsReading(metrics, runs, new NoAgent());
  }

  LiveRun open(String id, String task, @Nullable LiveRun parent) {
    return runs.open(id, task, parent, 0);
  }

  void asks(LiveRun live, String model, long input, long output) {
    live.run()
        .turnStarted(
            new Turn(live.run().nextTurnIndex(), 1, "", model, input, output, true, false),
            BigDecimal.ZERO,
            0);
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
    public double ownSeconds() {
      return 0.5;
    }

    @Override
    public long droppedEvents() {
      return 0;
    }

    @Override
    public long droppedByListeners() {
      return 3;
    }

    @Override
    public long judgedAlone() {
      return 5;
    }
  }
}
