package io.loophalt.agent.gate;

import io.loophalt.agent.run.RunRegistry.LiveRun;
import org.jspecify.annotations.Nullable;

/**
 * Calls inside a run that are given an object with which the run is to go on later, on whatever
 * thread: its first argument. The object's class must compare by identity.
 */
public final class RunAttacher implements CallHandler {

  private final Runs runs;

  /** For all such calls of one framework. */
  public RunAttacher(Runs runs) {
    this.runs = runs;
  }

  @Override
  public @Nullable Object before(Call call) {
    LiveRun live = call.thread().scopedRun();
    Object carrier = call.argument(0);
    if (live != null && carrier != null) {
      runs.attach(carrier, live);
    }
    return null;
  }

  @Override
  public @Nullable Object after(Call call, @Nullable Object returned, @Nullable Throwable thrown) {
    return null;
  }
}
