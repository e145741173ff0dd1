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
 * Calls of the method that returns one execution of a framework that names its runs, to be
 * subscribed to: the run lasts from then to the end, on whatever threads. Executions inside it that
 * have the same name belong to it.
 */
public abstract class PublishedRunHandler implements Interceptor {

  /** The runs of this JVM. */
  protected final RunCorrelator runs;

  /** For all runs of one framework. */
  protected PublishedRunHandler(RunCorrelator runs) {
    this.runs = runs;
  }

  /** What the framework calls the run, or null if this call begins none. */
  protected abstract @Nullable String id(Invocation call);

  /** The task of a run that has to be opened. */
  protected abstract String task(Invocation call);

  /**
   * The run is over; what belongs to it is to be closed.
   *
   * @param context the first argument of the call that began it
   */
  protected abstract void over(Object context);

  @Override
  public final @Nullable Object before(Invocation call) {
    String id = id(call);
    Object context = call.argument(0);
    if (id == null || context == null || runs.registry().find(id) != null) {
      return null;
    }
    call.attach(new Publication(call.declaring(), id, task(call), context));
    return call;
  }

  @Override
  public final @Nullable Object after(
      Invocation call, @Nullable Object returned, @Nullable Throwable thrown) {
    return returned != null
            && AsyncResultFollower.knows(returned)
            && call.attachment() instanceof Publication publication
        ? new AsyncResult(returned, publication)
        : null;
  }

  /** One execution. */
  private final class Publication implements PendingWork {

    private final Class<?> woven;
    private final String id;
    private final String task;
    private final Object context;

    /** Null before it is subscribed to, and where another execution has opened the run. */
    private volatile @Nullable LiveRun opened;

    Publication(Class<?> woven, String id, String task, Object context) {
      this.woven = woven;
      this.id = id;
      this.task = task;
      this.context = context;
    }

    @Override
    public Object again() {
      return new Publication(woven, id, task, context);
    }

    @Override
    public void enter(Invocation call) {
      if (runs.registry().find(id) == null) {
        opened = runs.named(call, id, task, System.nanoTime());
      }
    }

    @Override
    public @Nullable Object value(Object value) {
      return null;
    }

    /** A run that was halted does not end well, whatever the framework was told to make of it. */
    @Override
    public @Nullable Throwable end(@Nullable Throwable error) {
      LiveRun live = opened;
      if (live == null) {
        return null;
      }
      Throwable halt = error == null && !live.run().isPartial() ? runs.haltOf(live, woven) : null;
      over(context);
      if (live.run().id().equals(id)) {
        runs.registry().close(live);
      } else {
        runs.registry().removeAlias(id, live);
      }
      return halt;
    }
  }
}
