package io.loophalt.runtime.boundary;

import io.loophalt.runtime.correlation.RunCorrelator;
import io.loophalt.runtime.invocation.Interceptor;
import io.loophalt.runtime.invocation.Invocation;
import io.loophalt.runtime.invocation.InvocationStack;
import io.loophalt.runtime.runs.LiveRun;
import io.loophalt.runtime.safety.InternalErrorBreaker;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Calls in which a framework hands a {@link Runnable} to another thread: it belongs to the run of
 * the thread that hands it over, which lasts until it is done.
 *
 * <p>The choke point must rewrite arguments; the runnable is the first of them.
 */
public final class RunCarrierHandler implements Interceptor {

  private final RunCorrelator runs;

  /** For all such calls of one framework. */
  public RunCarrierHandler(RunCorrelator runs) {
    this.runs = runs;
  }

  @Override
  public @Nullable Object before(Invocation call) {
    LiveRun live = call.thread().scopedRun();
    if (live == null || !(call.argument(0) instanceof Runnable work)) {
      return null;
    }
    Carried carried =
        new Carried(work, live, call.thread().modelCallAround(call, live), runs, call.failures());
    call.rewrite(0, carried);
    call.attach(carried);
    runs.registry().streamBegan(live);
    return call;
  }

  @Override
  public @Nullable Object after(
      Invocation call, @Nullable Object returned, @Nullable Throwable thrown) {
    if (thrown != null && call.attachment() instanceof Carried refused) {
      refused.done();
    }
    return null;
  }

  private static final class Carried implements Runnable {

    private final Runnable work;
    private final LiveRun live;
    private final @Nullable Object modelCall;
    private final RunCorrelator runs;
    private final InternalErrorBreaker failures;
    private final AtomicBoolean done = new AtomicBoolean();

    Carried(
        Runnable work,
        LiveRun live,
        @Nullable Object modelCall,
        RunCorrelator runs,
        InternalErrorBreaker failures) {
      this.work = work;
      this.live = live;
      this.modelCall = modelCall;
      this.runs = runs;
      this.failures = failures;
    }

    @Override
    public void run() {
      InvocationStack thread = InvocationStack.current();
      Object scope = thread.enterScopeHere(live, modelCall);
      try {
        work.run();
      } finally {
        thread.leaveScope(scope, runs.registry());
        done();
      }
    }

    void done() {
      if (!done.compareAndSet(false, true)) {
        return;
      }
      try {
        runs.registry().streamEnded(live);
      } catch (RuntimeException ours) {
        failures.note("when work on another thread was done", ours);
      }
    }
  }
}
