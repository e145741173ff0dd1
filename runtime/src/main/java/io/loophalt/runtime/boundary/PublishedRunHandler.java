package io.loophalt.runtime.boundary;

import io.loophalt.extension.PublishedRuns;
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
 * Calls of the method that returns one execution of a framework that names its runs, to be
 * subscribed to: the run lasts from then to the end, on whatever threads. Executions inside it that
 * have the same name belong to it.
 */
public final class PublishedRunHandler implements Interceptor {

  private final PublishedRuns executions;
  private final RunCorrelator runs;

  /** For all runs of one framework. */
  public PublishedRunHandler(PublishedRuns executions, RunCorrelator runs) {
    this.executions = executions;
    this.runs = runs;
  }

  @Override
  public @Nullable Object before(Invocation call) {
    RunName name = executions.run(call);
    Object context = call.argument(0);
    if (name == null || context == null || runs.isEntered(name.id())) {
      return null;
    }
    call.attach(new Publication(call.declaring(), name, context));
    return call;
  }

  @Override
  public @Nullable Object after(
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
    private final RunName name;
    private final Object context;

    /** Null before it is subscribed to, and where another execution has the run. */
    private volatile @Nullable LiveRun opened;

    Publication(Class<?> woven, RunName name, Object context) {
      this.woven = woven;
      this.name = name;
      this.context = context;
    }

    @Override
    public Object again() {
      return new Publication(woven, name, context);
    }

    @Override
    public void enter(Invocation call) {
      if (opened == null) {
        call.standFor(woven);
        opened = runs.entered(call, name, System.nanoTime());
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
      for (String part : executions.parts(context)) {
        LiveRun found = runs.registry().find(part);
        if (found != null) {
          runs.registry().close(found);
        }
      }
      if (live.run().id().equals(name.id())) {
        runs.registry().close(live);
      } else {
        runs.registry().removeAlias(name.id(), live);
      }
      return halt;
    }
  }
}
