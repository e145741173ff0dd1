package io.loophalt.runtime.boundary;

import io.loophalt.core.run.LiveRun;
import io.loophalt.runtime.correlation.RunCorrelator;
import io.loophalt.runtime.invocation.Interceptor;
import io.loophalt.runtime.invocation.Invocation;
import org.jspecify.annotations.Nullable;

/** Calls of the method in which a framework executes one task from beginning to end. */
public abstract class ScopedRunHandler implements Interceptor {

  private final RunCorrelator runs;

  /** For all entries of one framework. */
  protected ScopedRunHandler(RunCorrelator runs) {
    this.runs = runs;
  }

  /** The task, or null if this call begins no run. */
  protected abstract @Nullable String task(Invocation call);

  /**
   * What carries the run that this call opens, for {@link #whole} of the entries inside it, and for
   * {@link SubscriberHandler} of what the method returns; null if nothing does.
   */
  protected @Nullable Object carrier(Invocation call) {
    return null;
  }

  /**
   * What carries a run of which this call is a part with a conversation of its own: in the scope of
   * that run it is a run below it, and counts against its ceilings only. Null if there is none.
   */
  protected @Nullable Object whole(Invocation call) {
    return null;
  }

  /** Whether the framework may make a result of a halt; then the method throws it nevertheless. */
  protected boolean hidesHalts() {
    return false;
  }

  /**
   * Whether the method has returned something with which the run only begins, such as a stream that
   * the caller has yet to start.
   */
  protected boolean goesOn(Object returned) {
    return false;
  }

  @Override
  public final @Nullable Object before(Invocation call) {
    String task = task(call);
    if (task == null) {
      return null;
    }
    Object carrier = carrier(call);
    LiveRun before = runs.carriedBy(carrier);
    if (before != null && before.run().haltReason() != null) {
      // The method is called once more for one more subscriber, as with a retry.
      call.becomeScopeOf(before, false);
      return call;
    }
    boolean isScope = before != null && !before.isWhole() && !before.isClosed();
    if (before != null && isScope && call.thread().scopedRun() == null) {
      // The framework was called in it, on another thread.
      call.becomeScopeOf(before, false);
      return call;
    }
    LiveRun live = runs.enterBoundary(call, task, runs.carriedBy(whole(call)), System.nanoTime());
    if (carrier != null && (call.closesRun() || live.isWhole())) {
      // A whole inside another one is no run, but what is a part of it is one all the same.
      live.becomeWhole();
      runs.attach(carrier, live);
      call.attach(carrier);
    }
    return call;
  }

  @Override
  public final @Nullable Object after(
      Invocation call, @Nullable Object returned, @Nullable Throwable thrown) {
    LiveRun live = call.run();
    Throwable halt = live != null && thrown == null ? hiddenHalt(call, live) : null;
    if (live != null && returned != null && (live.isStreaming() || goesOn(returned))) {
      runs.attach(returned, live);
      Object carrier = carrier(call);
      if (carrier != null && goesOn(returned)) {
        runs.attach(carrier, live);
      }
      if (call.closesRun()) {
        runs.registry().goesOn(live);
      }
    } else if (live != null) {
      if (call.closesRun()) {
        runs.registry().close(live);
        call.thread().ended(live);
      }
      Object carrier = call.attachment();
      if (carrier != null) {
        runs.detach(carrier);
      }
    }
    return halt;
  }

  private @Nullable Throwable hiddenHalt(Invocation call, LiveRun live) {
    return hidesHalts() && !live.run().isPartial() ? runs.haltOf(live, call.declaring()) : null;
  }
}
