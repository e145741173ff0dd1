package io.loophalt.runtime.boundary;

import io.loophalt.extension.GeneratedRuns;
import io.loophalt.runtime.correlation.RunCorrelator;
import io.loophalt.runtime.correlation.WeakIdentityMap;
import io.loophalt.runtime.invocation.Interceptor;
import io.loophalt.runtime.invocation.Invocation;
import io.loophalt.runtime.runs.LiveRun;
import org.jspecify.annotations.Nullable;

/**
 * Runs that a framework executes while somebody takes one output after the other from an object
 * that a method of its has returned: a run begins with the first and is over behind the last. All
 * that happens while one is taken belongs to it, on whatever thread that is.
 *
 * <p>One that is made while another one is taken from is about a conversation of its own: its run
 * is below the other's, and counts against the ceilings of that only. Made in a scope that the
 * application opened itself it is a part of the run there.
 */
public final class GeneratedRunHandler {

  private final GeneratedRuns generated;
  private final RunCorrelator runs;
  private final WeakIdentityMap<Execution> executions = new WeakIdentityMap<>();

  /** For all such objects of one framework. */
  public GeneratedRunHandler(GeneratedRuns generated, RunCorrelator runs) {
    this.generated = generated;
    this.runs = runs;
  }

  /** For one of the methods. */
  public Interceptor at(GeneratedRuns.Part part) {
    return part.place() == GeneratedRuns.Place.MAKER ? new Makers() : new Takers();
  }

  private final class Makers implements Interceptor {
    @Override
    public Object before(Invocation call) {
      return call;
    }

    @Override
    public @Nullable Object after(
        Invocation call, @Nullable Object returned, @Nullable Throwable thrown) {
      if (returned != null) {
        LiveRun around = runs.aroundAnother(call);
        boolean insideStep = call.thread().enclosingStep(call) != null;
        executions.put(returned, new Execution(generated.task(call), around, insideStep));
      }
      return null;
    }
  }

  private final class Takers implements Interceptor {
    @Override
    public @Nullable Object before(Invocation call) {
      Object taken = call.self();
      Execution execution = taken == null ? null : executions.get(taken);
      LiveRun live = execution == null ? null : execution.enter();
      if (execution == null || live == null) {
        return null;
      }
      call.attach(execution);
      call.becomeScopeOf(live, false);
      return call;
    }

    @Override
    public @Nullable Object after(
        Invocation call, @Nullable Object returned, @Nullable Throwable thrown) {
      return call.attachment() instanceof Execution execution
          ? execution.leave(call.declaring(), returned)
          : null;
    }
  }

  /** One execution, which one thread at a time goes on with. */
  private final class Execution {

    private final String task;
    private final @Nullable LiveRun around;
    private final boolean isPart;

    /** Null before the first output is taken. */
    private volatile @Nullable LiveRun live;

    Execution(String task, @Nullable LiveRun around, boolean insideStep) {
      this.task = task;
      this.around = around;
      this.isPart = around != null && !insideStep && !around.boundary().isWhole();
      this.live = isPart ? around : null;
    }

    /** The run, or null if it is over. One that was halted stays so. */
    @Nullable LiveRun enter() {
      LiveRun known = live;
      if (known == null) {
        known = runs.openChild(null, task, around, System.nanoTime());
        known.boundary().becomeWhole();
        live = known;
      }
      return known.isClosed() && known.run().haltReason() == null ? null : known;
    }

    /** A run that was halted does not end well, whatever the framework was told to make of it. */
    @Nullable Throwable leave(Class<?> woven, @Nullable Object taken) {
      LiveRun known = live;
      boolean ends = taken != null && generated.isEnd(taken);
      if (known == null || (taken != null && !ends && !generated.isFailure(taken))) {
        return null;
      }
      if (!isPart) {
        runs.registry().close(known);
      }
      return ends && !isPart && !known.run().isPartial() ? runs.haltOf(known, woven) : null;
    }
  }
}
