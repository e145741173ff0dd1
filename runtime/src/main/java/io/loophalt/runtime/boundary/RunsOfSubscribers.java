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
 * subscriber is in. What the method did before it returned belongs to the first.
 *
 * <p>Who subscribes again in the same run after a halt tries again, and is halted at once. So is
 * whoever is in no run, as a retry on a thread of a scheduler's is, until the halted run was silent
 * for as long as one that only a thread tells of: then it is somebody else. Another run has nothing
 * to do with the halt. Of runs that take turns, the latest counts.
 */
final class RunsOfSubscribers {

  private final Class<?> woven;
  private final String task;
  private final @Nullable LiveRun around;
  private final RunCorrelator runs;

  /** The run in which the method did something; null if it did nothing, or once it was taken. */
  private final AtomicReference<@Nullable LiveRun> begun;

  private volatile @Nullable Subscription latest;

  /**
   * The latest one.
   *
   * @param above the run that the subscriber was in; null if in none
   */
  private record Subscription(LiveRun live, @Nullable LiveRun above) {}

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
    LiveRun above = scope == null ? InvocationStack.current().scopedRun() : scope.run();
    Throwable halt = haltOf(first == null ? before(above) : first);
    if (halt != null) {
      if (first != null) {
        latest = new Subscription(first, above);
        runs.registry().close(first);
      }
      return halt;
    }
    LiveRun live = first == null || first.isOver() ? open(above) : first;
    latest = new Subscription(live, above);
    return new RunWork(live, /* closes= */ true, runs);
  }

  /** The run of the latest subscription, if one in that run may be the same once more. */
  private @Nullable LiveRun before(@Nullable LiveRun above) {
    Subscription before = latest;
    if (before == null || (above != null && above != before.above())) {
      return null;
    }
    LiveRun live = before.live();
    long gap = runs.registry().policy().idleGap().toNanos();
    return above == null && live.isSilent(System.nanoTime(), gap) ? null : live;
  }

  private @Nullable Throwable haltOf(@Nullable LiveRun before) {
    StopReason halted = before == null ? null : before.run().haltReason();
    return before == null || halted == null
        ? null
        : runs.enforce(Verdict.halt(halted), before, woven);
  }

  private LiveRun open(@Nullable LiveRun above) {
    boolean isBelowMaker = above == null && around != null && !around.isClosed();
    LiveRun parent = isBelowMaker ? around : above;
    LiveRun opened = runs.openChild(null, task, parent, System.nanoTime());
    opened.goWithFutures();
    opened.toolLoader(woven.getClassLoader());
    return opened;
  }
}
