package io.loophalt.agent.gate;

import io.loophalt.agent.run.RunRegistry.LiveRun;
import org.jspecify.annotations.Nullable;

/** Calls of the method in which a framework executes one task from beginning to end. */
public abstract class FrameworkRuns implements CallHandler {

  private final Runs runs;

  /** For all entries of one framework. */
  protected FrameworkRuns(Runs runs) {
    this.runs = runs;
  }

  /** The task, or null if this call begins no run. */
  protected abstract @Nullable String task(Call call);

  /**
   * Whether the method has returned something with which the run only begins, such as a stream that
   * the caller has yet to start.
   */
  protected boolean goesOn(Object returned) {
    return false;
  }

  @Override
  public final @Nullable Object before(Call call) {
    String task = task(call);
    if (task == null) {
      return null;
    }
    runs.enterBoundary(call, task, System.nanoTime());
    return call;
  }

  @Override
  public final @Nullable Object after(
      Call call, @Nullable Object returned, @Nullable Throwable thrown) {
    LiveRun live = call.run();
    if (live != null && returned != null && (live.isStreaming() || goesOn(returned))) {
      runs.attach(returned, live);
      if (call.closesRun()) {
        runs.registry().goesOn(live);
      }
    } else if (live != null && call.closesRun()) {
      runs.registry().close(live);
      call.thread().ended(live);
    }
    return null;
  }
}
