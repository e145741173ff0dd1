package io.loophalt.runtime;

import io.loophalt.core.run.RunRegistry.LiveRun;
import org.jspecify.annotations.Nullable;

/** Calls of an object that carries a run: what is called inside belongs to it. */
public final class RunResumer implements CallHandler {

  private final Runs runs;

  /** For all such calls of one framework. */
  public RunResumer(Runs runs) {
    this.runs = runs;
  }

  @Override
  public @Nullable Object before(Call call) {
    LiveRun live = runs.carriedBy(call.self());
    if (live == null) {
      return null;
    }
    call.becomeScopeOf(live, false);
    return call;
  }

  @Override
  public @Nullable Object after(Call call, @Nullable Object returned, @Nullable Throwable thrown) {
    return null;
  }
}
