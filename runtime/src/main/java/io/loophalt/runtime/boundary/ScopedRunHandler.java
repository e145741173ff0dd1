package io.loophalt.runtime.boundary;

import io.loophalt.extension.ScopedRuns;
import io.loophalt.runtime.async.AsyncResultFollower;
import io.loophalt.runtime.correlation.RunCorrelator;
import io.loophalt.runtime.invocation.Interceptor;
import io.loophalt.runtime.invocation.Invocation;
import io.loophalt.runtime.runs.LiveRun;
import org.jspecify.annotations.Nullable;

/** Calls of the method in which a framework executes one task from beginning to end. */
public final class ScopedRunHandler implements Interceptor {

  private final ScopedRuns entries;
  private final RunCorrelator runs;

  /** For all entries of one framework. */
  public ScopedRunHandler(ScopedRuns entries, RunCorrelator runs) {
    this.entries = entries;
    this.runs = runs;
  }

  @Override
  public @Nullable Object before(Invocation call) {
    String task = entries.task(call);
    if (task == null) {
      return null;
    }
    Object carrier = entries.carrier(call);
    LiveRun before = runs.carriedBy(carrier);
    if (before != null && before.run().haltReason() != null) {
      // The method is called once more for one more subscriber, as with a retry.
      call.becomeScopeOf(before, false);
      return call;
    }
    boolean isScope = before != null && !before.boundary().isWhole() && !before.isClosed();
    if (before != null && isScope && runs.around(call) == null) {
      // The framework was called in it, on another thread.
      call.becomeScopeOf(before, false);
      return call;
    }
    LiveRun live =
        runs.enterBoundary(call, task, runs.carriedBy(entries.whole(call)), System.nanoTime());
    if (entries.hidesHalts() && live.run().isPartial()) {
      // The framework would make a result of this one, too.
      return runs.haltOf(live, call.declaring());
    }
    if (carrier != null && (call.closesRun() || live.boundary().isWhole())) {
      // A whole inside another one is no run, but what is a part of it is one all the same.
      live.boundary().becomeWhole();
      runs.attach(carrier, live);
      call.attach(carrier);
    }
    return call;
  }

  @Override
  public @Nullable Object after(
      Invocation call, @Nullable Object returned, @Nullable Throwable thrown) {
    LiveRun live = call.run();
    Throwable halt =
        live != null && thrown == null && !comes(returned) ? hiddenHalt(call, live) : null;
    if (live != null
        && returned != null
        && (live.boundary().isStreaming() || entries.goesOn(returned))) {
      runs.attach(returned, live);
      Object carrier = entries.carrier(call);
      if (carrier != null && entries.goesOn(returned)) {
        runs.attach(carrier, live);
      }
      if (call.closesRun()) {
        runs.registry().goesOn(live);
      }
    } else if (live != null) {
      if (call.closesRun()) {
        runs.registry().close(live);
        call.thread().ended(live);
      } else {
        live.talk().left(live.run().usage().steps());
      }
      Object carrier = call.attachment();
      if (carrier != null) {
        runs.detach(carrier);
      }
    }
    return halt;
  }

  /** Whether what was returned is yet to begin or to end, and brings a halt of its own. */
  private boolean comes(@Nullable Object returned) {
    return returned != null && (entries.goesOn(returned) || AsyncResultFollower.knows(returned));
  }

  private @Nullable Throwable hiddenHalt(Invocation call, LiveRun live) {
    return entries.hidesHalts() && !live.run().isPartial()
        ? runs.haltOf(live, call.declaring())
        : null;
  }
}
