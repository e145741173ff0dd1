package io.loophalt.operations.control;

import io.loophalt.core.event.Event;
import io.loophalt.core.event.EventSink;
import io.loophalt.runtime.runs.RunRegistry;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a person is shown of runs beside what they are now: those that are over and stay halted, and
 * what the latest steps were called with, where that is captured. Hears of runs from the first on.
 *
 * <p>Thread-safe.
 */
public final class RunArchive implements EventSink {

  private final RunRegistry runs;
  private final HaltedRuns halted;

  /** Null where nothing is captured. */
  private final @Nullable CapturedArguments captured;

  /** Of the runs of a registry. */
  public RunArchive(RunRegistry runs) {
    this.runs = runs;
    this.halted = new HaltedRuns(runs);
    this.captured = runs.events().capture() == null ? null : new CapturedArguments();
  }

  @Override
  public void publish(Event event) {
    halted.publish(event);
    if (captured != null) {
      captured.publish(event);
    }
  }

  /** The runs that are over and stay halted, the latest first. */
  List<HaltedRuns.Over> over() {
    List<HaltedRuns.Over> all = halted.all();
    all.removeIf(each -> !isOver(each.end().runId()));
    return all;
  }

  /** The one with this id; null if there is none, or it goes on. */
  HaltedRuns.@Nullable Over over(String id) {
    HaltedRuns.Over known = halted.find(id);
    return known != null && isOver(id) ? known : null;
  }

  private boolean isOver(String id) {
    return runs.live(id) == null && runs.staysHalted(id);
  }

  /** What the latest steps of a run were called with, oldest first. */
  List<RunDetail.Arguments> arguments(String id) {
    return captured == null ? List.of() : captured.of(id);
  }
}
