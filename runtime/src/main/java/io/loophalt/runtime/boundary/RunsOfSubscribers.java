package io.loophalt.runtime.boundary;

import io.loophalt.StopReason;
import io.loophalt.core.run.Verdict;
import io.loophalt.runtime.async.ColdStream;
import io.loophalt.runtime.correlation.RunCorrelator;
import io.loophalt.runtime.invocation.InvocationStack;
import io.loophalt.runtime.invocation.StreamScope;
import io.loophalt.runtime.runs.LiveRun;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The runs of a method that returns a publisher: one for each subscription, below the run that the
 * subscriber is in. What the method did before it returned belongs to the first. After a halt, as
 * with a retry, a subscription is halted at once.
 */
final class RunsOfSubscribers {

  private final Class<?> woven;
  private final String task;
  private final @Nullable LiveRun around;
  private final RunCorrelator runs;

  /** The run in which the method did something; null if it did nothing, or once it was taken. */
  private final AtomicReference<@Nullable LiveRun> begun;

  private volatile @Nullable LiveRun latest;

  /**
   * Of one call.
   *
   * @param around the run that the call was made in; null if in none
   */
  RunsOfSubscribers(
      Class<?> woven,
      String task,
      @Nullable LiveRun begun,
      @Nullable LiveRun around,
      RunCorrelator runs) {
    this.woven = woven;
    this.task = task;
    this.begun = new AtomicReference<>(begun);
    this.around = around;
    this.runs = runs;
  }

  /** As {@link ColdStream.Subscribers#next}. */
  Object next(@Nullable StreamScope scope) {
    LiveRun first = begun.getAndSet(null);
    Throwable halt = haltOf(first == null ? latest : first);
    if (halt != null) {
      if (first != null) {
        latest = first;
        runs.registry().close(first);
      }
      return halt;
    }
    LiveRun live = first == null || first.isOver() ? open(scope) : first;
    latest = live;
    return new RunWork(live, /* closes= */ true, runs);
  }

  private @Nullable Throwable haltOf(@Nullable LiveRun before) {
    StopReason halted = before == null ? null : before.run().haltReason();
    return before == null || halted == null
        ? null
        : runs.enforce(Verdict.halt(halted), before, woven);
  }

  private LiveRun open(@Nullable StreamScope scope) {
    LiveRun above = scope == null ? InvocationStack.current().scopedRun() : scope.run();
    if (above == null && around != null && !around.isClosed()) {
      above = around;
    }
    LiveRun opened = runs.openChild(null, task, above, System.nanoTime());
    opened.boundary().goWithFutures();
    opened.toolLoader(woven.getClassLoader());
    return opened;
  }
}
