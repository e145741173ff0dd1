package io.loophalt.runtime.boundary;

import io.loophalt.runtime.async.PendingWork;
import io.loophalt.runtime.correlation.RunCorrelator;
import io.loophalt.runtime.invocation.Invocation;
import io.loophalt.runtime.invocation.StreamScope;
import io.loophalt.runtime.runs.LiveRun;
import org.jspecify.annotations.Nullable;

/**
 * What a method that is a run, or a part of one, goes on with when it has returned: the future that
 * it returned, or one subscription to its publisher.
 */
final class RunWork implements PendingWork {

  private final LiveRun live;
  private final boolean closes;
  private final RunCorrelator runs;

  /**
   * In a run.
   *
   * @param closes whether the run ends with the work
   */
  RunWork(LiveRun live, boolean closes, RunCorrelator runs) {
    this.live = live;
    this.closes = closes;
    this.runs = runs;
  }

  @Override
  public Object again() {
    return this;
  }

  @Override
  public StreamScope scope() {
    return new StreamScope(live, null);
  }

  @Override
  public boolean lastsForAllValues() {
    return true;
  }

  @Override
  public void enter(Invocation call) {
    call.becomeScopeOf(live, false);
  }

  @Override
  public void leave(Invocation call) {
    call.standDown();
  }

  @Override
  public @Nullable Object value(Object value) {
    return null;
  }

  @Override
  public @Nullable Throwable end(@Nullable Throwable error) {
    if (closes) {
      runs.registry().close(live);
    } else {
      live.touch(System.nanoTime());
    }
    return null;
  }

  /** The run is over: what depends on its future belongs to the one around it, if to any. */
  @Override
  public void passOn(Runnable onwards) {
    LiveRun around = live.parent();
    boolean goesOn = around != null && around.goesWithFutures() && !around.letsTasksGo();
    runs.goOnIn(goesOn ? around : null, onwards);
  }
}
