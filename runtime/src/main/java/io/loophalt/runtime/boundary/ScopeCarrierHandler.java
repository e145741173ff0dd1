package io.loophalt.runtime.boundary;

import io.loophalt.extension.CarriedScopes;
import io.loophalt.runtime.correlation.RunCorrelator;
import io.loophalt.runtime.invocation.Interceptor;
import io.loophalt.runtime.invocation.Invocation;
import io.loophalt.runtime.runs.LiveRun;
import org.jspecify.annotations.Nullable;

/**
 * Calls of a framework that may go on with one of its {@link ScopedRunHandler} on another thread:
 * the scope that they are made in goes along, so that what begins there is a part of it as it would
 * have been here.
 */
public final class ScopeCarrierHandler implements Interceptor {

  private final CarriedScopes carried;
  private final RunCorrelator runs;

  /** For all such calls of one framework. */
  public ScopeCarrierHandler(CarriedScopes carried, RunCorrelator runs) {
    this.carried = carried;
    this.runs = runs;
  }

  @Override
  public @Nullable Object before(Invocation call) {
    // What a program begins in the work on an answer is no part of the run of that.
    LiveRun scope = call.thread().scopedRun() == null ? null : runs.aroundAnother(call);
    Object carrier = carried.carrier(call);
    if (scope == null || carrier == null || call.thread().enclosingStep(call) != null) {
      return null;
    }
    LiveRun known = runs.carriedBy(carrier);
    if (known == null || !known.boundary().isWhole()) {
      runs.attach(carrier, scope);
    }
    return null;
  }

  @Override
  public @Nullable Object after(
      Invocation call, @Nullable Object returned, @Nullable Throwable thrown) {
    return null;
  }
}
