package io.loophalt.runtime.boundary;

import io.loophalt.core.run.LiveRun;
import io.loophalt.runtime.async.AsyncResult;
import io.loophalt.runtime.async.AsyncResultFollower;
import io.loophalt.runtime.async.PendingWork;
import io.loophalt.runtime.correlation.RunCorrelator;
import io.loophalt.runtime.invocation.Interceptor;
import io.loophalt.runtime.invocation.Invocation;
import org.jspecify.annotations.Nullable;

/**
 * Calls of the method in which a framework that names its runs executes one from beginning to end,
 * on whatever threads. Calls inside it that have the same name belong to it.
 */
public abstract class IdentifiedRunHandler implements Interceptor {

  private final RunCorrelator runs;

  /** For all runs of one framework. */
  protected IdentifiedRunHandler(RunCorrelator runs) {
    this.runs = runs;
  }

  /** What the framework calls the run, or null if this call begins none. */
  protected abstract @Nullable String id(Invocation call);

  /** The task of a run that has to be opened. */
  protected abstract String task(Invocation call);

  @Override
  public final @Nullable Object before(Invocation call) {
    String id = id(call);
    if (id == null || runs.registry().find(id) != null) {
      return null;
    }
    LiveRun live = runs.named(call, id, task(call), System.nanoTime());
    call.attach(new Execution(call.declaring(), id, live));
    return call;
  }

  @Override
  public final @Nullable Object after(
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
