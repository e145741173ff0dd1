package io.loophalt.runtime;

import io.loophalt.core.run.RunRegistry.LiveRun;
import org.jspecify.annotations.Nullable;

/**
 * Calls of an object that carries a run, in which nobody wants its stream any more: the run is
 * over, because whether the rest of the stream comes is not known.
 */
public final class RunAbandoned implements CallHandler {

  private final Runs runs;

  /** For all such calls of one framework. */
  public RunAbandoned(Runs runs) {
    this.runs = runs;
  }

  @Override
  public @Nullable Object before(Call call) {
    LiveRun live = runs.carriedBy(call.self());
    if (live != null) {
      runs.registry().abandon(live);
    }
    return null;
  }

  @Override
  public @Nullable Object after(Call call, @Nullable Object returned, @Nullable Throwable thrown) {
    return null;
  }
}
