package io.loophalt.runtime.boundary;

import io.loophalt.runtime.async.PendingWork;
import io.loophalt.runtime.correlation.RunCorrelator;
import io.loophalt.runtime.invocation.StreamScope;
import io.loophalt.runtime.runs.LiveRun;
import org.jspecify.annotations.Nullable;

/** One subscription to a publisher that is a run, or a part of one. */
class RunStream implements PendingWork {

  final LiveRun live;
  final RunCorrelator runs;
  private final boolean closes;

  /**
   * In a run.
   *
   * @param closes whether the run ends with the stream
   */
  RunStream(LiveRun live, boolean closes, RunCorrelator runs) {
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
  public @Nullable Object value(Object value) {
    return null;
  }

  /** Ends the run. */
  void close() {
    runs.registry().close(live);
  }

  @Override
  public @Nullable Throwable end(@Nullable Throwable error) {
    if (closes) {
      close();
    } else {
      live.touch(System.nanoTime());
      live.talk().left(live.run().usage().steps());
    }
    return null;
  }
}
