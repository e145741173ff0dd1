package io.loophalt.runtime;

import io.loophalt.core.run.RunRegistry.LiveRun;
import org.jspecify.annotations.Nullable;

/**
 * Calls of a framework that may go on with one of its {@link FrameworkRuns} on another thread: the
 * scope that they are made in goes along, so that what begins there is a part of it as it would
 * have been here.
 */
public abstract class ScopeCarrier implements CallHandler {

  private final Runs runs;

  /** For all such calls of one framework. */
  protected ScopeCarrier(Runs runs) {
    this.runs = runs;
  }

  /** What {@link FrameworkRuns#carrier} will say there; null if nothing does. */
  protected abstract @Nullable Object carrier(Call call);

  @Override
  public final @Nullable Object before(Call call) {
    LiveRun scope = call.thread().scopedRun();
    Object carrier = carrier(call);
    if (scope == null || carrier == null || call.thread().enclosingStep(call) != null) {
      return null;
    }
    LiveRun known = runs.carriedBy(carrier);
    if (known == null || !known.isWhole()) {
      runs.attach(carrier, scope);
    }
    return null;
  }

  @Override
  public final @Nullable Object after(
      Call call, @Nullable Object returned, @Nullable Throwable thrown) {
    return null;
  }
}
