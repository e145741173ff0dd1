package io.loophalt.runtime.boundary;

import io.loophalt.runtime.correlation.RunCorrelator;
import io.loophalt.runtime.invocation.Interceptor;
import io.loophalt.runtime.invocation.Invocation;
import io.loophalt.runtime.runs.LiveRun;
import org.jspecify.annotations.Nullable;

/** Calls of an object that carries a run: what is called inside belongs to it. */
public final class ResumedRunHandler implements Interceptor {

  private final RunCorrelator runs;

  /** For all such calls of one framework. */
  public ResumedRunHandler(RunCorrelator runs) {
    this.runs = runs;
  }

  @Override
  public @Nullable Object before(Invocation call) {
    LiveRun live = runs.carriedBy(call.self());
    if (live == null) {
      return null;
    }
    call.becomeScopeOf(live, false);
    return call;
  }

  @Override
  public @Nullable Object after(
      Invocation call, @Nullable Object returned, @Nullable Throwable thrown) {
    return null;
  }
}
