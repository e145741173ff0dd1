package io.loophalt.runtime.boundary;

import io.loophalt.core.run.LiveRun;
import io.loophalt.runtime.correlation.RunCorrelator;
import io.loophalt.runtime.invocation.Interceptor;
import io.loophalt.runtime.invocation.Invocation;
import org.jspecify.annotations.Nullable;

/**
 * Calls inside a run in which its framework's own id is known: tools that run on other threads will
 * name it.
 */
public abstract class RunNameHandler implements Interceptor {

  private final RunCorrelator runs;

  /** For all such calls of one framework. */
  protected RunNameHandler(RunCorrelator runs) {
    this.runs = runs;
  }

  /** The id, or null if there is none in this call. */
  protected abstract @Nullable String id(Invocation call);

  /** Whether the run goes on, and keeps its name, when the method has returned this. */
  protected boolean goesOn(Object returned) {
    return false;
  }

  @Override
  public final @Nullable Object before(Invocation call) {
    LiveRun live = call.thread().scopedRun();
    String id = id(call);
    if (live == null || id == null) {
      return null;
    }
    runs.registry().alias(id, live);
    call.attach(id);
    call.becomeScopeOf(live, false);
    return call;
  }

  @Override
  public final @Nullable Object after(
      Invocation call, @Nullable Object returned, @Nullable Throwable thrown) {
    LiveRun live = call.run();
    if (live == null || !(call.attachment() instanceof String id)) {
      return null;
    }
    if (!live.isStreaming() && (returned == null || !goesOn(returned))) {
      runs.registry().removeAlias(id, live);
    }
    return null;
  }
}
