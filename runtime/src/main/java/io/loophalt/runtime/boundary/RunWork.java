package io.loophalt.runtime.boundary;

import io.loophalt.runtime.correlation.RunCorrelator;
import io.loophalt.runtime.invocation.Invocation;
import io.loophalt.runtime.runs.LiveRun;

/**
 * What a method that is a run, or a part of one, goes on with when it has returned: the future that
 * it returned, or one subscription to its publisher. The thread that works for it is in the run.
 */
final class RunWork extends RunStream {

  /** As {@link RunStream}. */
  RunWork(LiveRun live, boolean closes, RunCorrelator runs) {
    super(live, closes, runs);
  }

  @Override
  void close() {
    runs.end(live);
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

  /** The run is over: what depends on its future belongs to the one around it, if to any. */
  @Override
  public void passOn(Runnable onwards) {
    LiveRun around = live.parent();
    boolean goesOn = around != null && around.goesWithFutures() && !around.letsTasksGo();
    runs.goOnIn(goesOn ? around : null, onwards);
  }
}
