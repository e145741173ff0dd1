package io.loophalt.runtime;

import io.loophalt.core.run.RunRegistry.LiveRun;
import org.jspecify.annotations.Nullable;

/**
 * Calls inside a run in which its framework's own id is known: tools that run on other threads will
 * name it.
 */
public abstract class FrameworkRunNames implements CallHandler {

  private final Runs runs;

  /** For all such calls of one framework. */
  protected FrameworkRunNames(Runs runs) {
    this.runs = runs;
  }

  /** The id, or null if there is none in this call. */
  protected abstract @Nullable String id(Call call);

  /** Whether the run goes on, and keeps its name, when the method has returned this. */
  protected boolean goesOn(Object returned) {
    return false;
  }

  @Override
  public final @Nullable Object before(Call call) {
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
      Call call, @Nullable Object returned, @Nullable Throwable thrown) {
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
