package io.loophalt.runtime.boundary;

import io.loophalt.extension.IdentifiedRuns;
import io.loophalt.extension.RunName;
import io.loophalt.runtime.async.AsyncResult;
import io.loophalt.runtime.async.AsyncResultFollower;
import io.loophalt.runtime.async.PendingWork;
import io.loophalt.runtime.correlation.RunCorrelator;
import io.loophalt.runtime.invocation.Interceptor;
import io.loophalt.runtime.invocation.Invocation;
import io.loophalt.runtime.runs.LiveRun;
import org.jspecify.annotations.Nullable;

/**
 * Calls of the method in which a framework that names its runs executes one from beginning to end,
 * on whatever threads. Calls inside it that have the same name belong to it.
 */
public final class IdentifiedRunHandler implements Interceptor {

  private final IdentifiedRuns executions;
  private final RunCorrelator runs;

  /** For all runs of one framework. */
  public IdentifiedRunHandler(IdentifiedRuns executions, RunCorrelator runs) {
    this.executions = executions;
    this.runs = runs;
  }

  @Override
  public @Nullable Object before(Invocation call) {
    RunName name = executions.run(call);
    LiveRun live = name == null ? null : runs.entered(call, name, System.nanoTime());
    if (name == null || live == null) {
      return null;
    }
    call.attach(new Execution(call.declaring(), name.id(), live));
    return call;
  }

  @Override
  public @Nullable Object after(
      Invocation call, @Nullable Object returned, @Nullable Throwable thrown) {
    if (!(call.attachment() instanceof Execution execution)) {
      return null;
    }
    return returned != null && AsyncResultFollower.knows(returned)
        ? new AsyncResult(returned, execution)
        : execution.end(thrown);
  }

  /** One execution. */
  private final class Execution implements PendingWork {

    private final Class<?> woven;
    private final String id;
    private final LiveRun live;

    Execution(Class<?> woven, String id, LiveRun live) {
      this.woven = woven;
      this.id = id;
      this.live = live;
    }

    @Override
    public Object again() {
      return this;
    }

    @Override
    public @Nullable Object value(Object value) {
      return null;
    }

    /** A run that was halted does not end well, whatever the framework was told to make of it. */
    @Override
    public @Nullable Throwable end(@Nullable Throwable error) {
      Throwable halt = error == null && !live.run().isPartial() ? runs.haltOf(live, woven) : null;
      if (live.run().id().equals(id)) {
        runs.registry().close(live);
      } else {
        runs.registry().removeAlias(id, live);
      }
      return halt;
    }
  }
}
