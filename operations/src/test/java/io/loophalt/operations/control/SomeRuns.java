package io.loophalt.operations.control;

import io.loophalt.core.detect.Turn;
import io.loophalt.core.event.EventSinks;
import io.loophalt.core.policy.Ceilings;
import io.loophalt.core.policy.DetectorPolicy.Mode;
import io.loophalt.core.policy.TaskPolicy;
import io.loophalt.core.run.RunEvents;
import io.loophalt.runtime.correlation.RunCorrelator;
import io.loophalt.runtime.policy.AgentPolicy;
import io.loophalt.runtime.policy.EventLogPolicy;
import io.loophalt.runtime.policy.WeavingPolicy;
import io.loophalt.runtime.runs.LiveRun;
import io.loophalt.runtime.runs.RunRegistry;
import io.loophalt.runtime.safety.Log;
import java.math.BigDecimal;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Runs without an agent, and what steers them. */
public final class SomeRuns {

  private static final int MOST = 20_000;

  private final EventSinks sinks = new EventSinks();

  private final RunRegistry registry =
      new RunRegistry(
          new AgentPolicy(
              "a test",
              Mode.ACT,
              new TaskPolicy(
                  "*",
                  "none",
                  List.of(),
                  Map.of(),
                  Ceilings.NONE,
                  List.of(),
                  TaskPolicy.OnHalt.THROW),
              Map.of(),
              WeavingPolicy.NONE,
              List.of(),
              new EventLogPolicy(null, 1_000, 1, Duration.ZERO, 10, false),
              Duration.ofMinutes(5),
              Duration.ofHours(24),
              MOST),
          detector -> {
            throw new AssertionError("there is none");
          },
          new RunEvents(sinks, Clock.systemUTC(), false));

  private final RunArchive archive = new RunArchive(registry);

  private final Control control =
      new Control(
          new RunCorrelator(registry, new Log(System.err)),
          archive,
          paused -> {},
          () -> false,
          new NothingToReload(),
          "1.0",
          () -> 0);

  /** None. */
  public SomeRuns() {
    sinks.add(archive);
  }

  /** What steers them. */
  public Control control() {
    return control;
  }

  /**
   * Opens a run.
   *
   * @param id null to have one made
   */
  public LiveRun open(@Nullable String id) {
    return registry.open(id, "desk", null, System.nanoTime());
  }

  /** Opens a run inside another one. */
  void openInside(LiveRun around, String id) {
    registry.open(id, "desk", around, System.nanoTime());
  }

  /** A model answers in it. */
  public void thinks(LiveRun live, long tokens) {
    live.touch(System.nanoTime());
    live.run()
        .turnStarted(
            new Turn(live.run().nextTurnIndex(), 1, "", "", tokens, 0, true, false),
            BigDecimal.ZERO,
            0);
  }

  /** Ends it. */
  public void close(LiveRun live) {
    registry.close(live);
  }

  private static final class NothingToReload implements Reloading {
    @Override
    public String reload(RunRegistry runs) {
      return "";
    }

    @Override
    public void reloadIfChanged(RunRegistry runs) {}

    @Override
    public void modeIsOrdered(Mode mode) {}

    @Override
    public List<ConfigValue> values(RunRegistry runs) {
      return List.of(new ConfigValue("mode", Objects.toString(Mode.ACT), "default"));
    }
  }
}
