package io.loophalt.runtime.boundary;

import io.loophalt.runtime.correlation.RunCorrelator;
import io.loophalt.runtime.invocation.Interceptor;
import io.loophalt.runtime.invocation.Invocation;
import io.loophalt.runtime.runs.LiveRun;
import org.jspecify.annotations.Nullable;

/**
 * Calls of an object that carries a run, in which nobody wants its stream any more: the run is
 * over, because whether the rest of the stream comes is not known.
 */
public final class AbandonedRunHandler implements Interceptor {

  private final RunCorrelator runs;

  /** For all such calls of one framework. */
  public AbandonedRunHandler(RunCorrelator runs) {
    this.runs = runs;
  }

  @Override
  public @Nullable Object before(Invocation call) {
    LiveRun live = runs.carriedBy(call.self());
    if (live != null) {
      runs.registry().abandon(live);
    }
    return null;
  }

  @Override
  public @Nullable Object after(
      Invocation call, @Nullable Object returned, @Nullable Throwable thrown) {
    return null;
  }
}
