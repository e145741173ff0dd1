package io.loophalt.agent.gate;

import io.loophalt.agent.run.RunRegistry.LiveRun;
import org.jspecify.annotations.Nullable;

/** Calls of a method that is one execution of a task: what is called inside belongs to its run. */
public final class RunMethodHandler implements CallHandler {

  private final String task;
  private final Runs runs;

  /** For one woven method. */
  public RunMethodHandler(String task, Runs runs) {
    this.task = task;
    this.runs = runs;
  }

  @Override
  public @Nullable Object before(Call call) {
    LiveRun parent = call.thread().scopedRun();
    LiveRun opened = runs.openChild(null, task, parent, System.nanoTime());
    opened.toolLoader(call.declaring().getClassLoader());
    call.becomeScopeOf(opened, true);
    return call;
  }

  @Override
  public @Nullable Object after(Call call, @Nullable Object returned, @Nullable Throwable thrown) {
    LiveRun run = call.run();
    if (run != null) {
      runs.registry().close(run);
    }
    return null;
  }
}
