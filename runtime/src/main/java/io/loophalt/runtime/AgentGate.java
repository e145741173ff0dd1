package io.loophalt.runtime;

import io.loophalt.core.failure.ThreadStop;
import io.loophalt.runtime.async.AsyncResult;
import io.loophalt.runtime.async.AsyncResultFollower;
import io.loophalt.runtime.async.ColdStream;
import io.loophalt.runtime.boundary.AgentRunsBridge;
import io.loophalt.runtime.executor.TaskEvents;
import io.loophalt.runtime.invocation.CallSiteTable;
import io.loophalt.runtime.invocation.Interceptor;
import io.loophalt.runtime.invocation.Invocation;
import io.loophalt.runtime.invocation.InvocationStack;
import io.loophalt.runtime.safety.InternalErrorBreaker;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * The agent's side of the gate: finds the handler of a woven call and keeps every error of our own
 * away from it.
 *
 * <p>This is the way of one call, from the outside in: woven method, {@link LoopHaltGate}, this
 * class, the {@link Interceptor} of the method, {@code Run}, detectors, ladder; and back out as
 * nothing, a text, or a halt.
 */
public final class AgentGate extends LoopHaltGate {

  /** One in so many entries and exits of calls is measured; a power of two. */
  public static final int MEASURED = 16;

  private final CallSiteTable sites;
  private final InternalErrorBreaker failures;

  /** What those took that were measured. */
  private final LongAdder measuredNanos = new LongAdder();

  /** Null where runs do not go with tasks. */
  private volatile @Nullable TaskEvents tasks;

  /** Whether calls pass that have not been entered yet. */
  private volatile boolean paused;

  /** Prepares the gate; {@link #open} puts it behind woven code. */
  public AgentGate(CallSiteTable sites, InternalErrorBreaker failures) {
    this.sites = sites;
    this.failures = failures;
  }

  /** Puts this gate behind all woven code of the JVM. */
  public void open() {
    install(this);
  }

  /** Says who hears from now on what happens to tasks of executors. */
  public void tellOfTasks(TaskEvents heard) {
    tasks = heard;
  }

  /**
   * Lets all calls pass unwatched, or watches them again. Those that were entered before are told
   * of to their end, so that nothing is left over on their threads.
   */
  public void pause(boolean pass) {
    paused = pass;
  }

  /** Whether calls pass unwatched. */
  public boolean isPaused() {
    return paused;
  }

  /**
   * Nanoseconds that this took of the threads that make guarded calls, by those that were measured.
   * What a call waited for a person is left out, and so is what was done about results that came
   * later.
   */
  public long ownNanos() {
    return measuredNanos.sum() * MEASURED;
  }

  private void measured(InvocationStack thread, long began) {
    if (!thread.waited) {
      measuredNanos.add(System.nanoTime() - began);
    }
  }

  /** Takes the agent out of all woven code. */
  public static void shut() {
    install(null);
  }

  @Override
  protected @Nullable Object before(
      int site,
      Class<?> declaring,
      @Nullable Object self,
      @Nullable Object a0,
      @Nullable Object a1,
      @Nullable Object a2,
      @Nullable Object a3,
      @Nullable Object @Nullable [] all) {
    InvocationStack thread = InvocationStack.current();
    if (thread.inside || (paused && !leavesScope(site, a0))) {
      return null;
    }
    int around = thread.depth;
    InternalErrorBreaker part = failures;
    Invocation call = null;
    Object decision = null;
    // By field, here and at the end: on an exhausted stack no method can be called, and a thread
    // that is stopped is stopped where a method returns; it must not stay unwatched if it goes on.
    thread.inside = true;
    if (thread.patience != null) {
      thread.patience = null;
    }
    try {
      long began = 0;
      if ((++thread.beginnings & (MEASURED - 1)) == 0) {
        thread.waited = false;
        began = System.nanoTime();
      }
      call = thread.push();
      CallSiteTable.Site entered = sites.at(site);
      InternalErrorBreaker own = entered.part();
      part = own == null ? failures : own;
      Interceptor handler = entered.handler();
      call.enter(part, handler, declaring, self, a0, a1, a2, a3, all);
      decision = handler.before(call);
      call.keepPatience();
      if (began != 0) {
        measured(thread, began);
      }
      return decision;
    } catch (Throwable broken) {
      if (ThreadStop.is(broken)) {
        return broken;
      }
      part.note("before a call in " + declaring.getName(), broken);
      return null;
    } finally {
      thread.inside = false;
      if (call == null || decision != call) {
        int open = thread.depth;
        thread.depth = around < open ? around : open;
        thread.clear(open);
      }
    }
  }

  private boolean leavesScope(int site, @Nullable Object operation) {
    return AgentRunsBridge.LEAVE.equals(operation)
        && sites.at(site).handler() instanceof AgentRunsBridge;
  }

  @Override
  protected boolean replaces(Object token) {
    if (token instanceof Invocation call) {
      call.arrived = true;
      return false;
    }
    return token instanceof Interceptor.Replacement;
  }

  @Override
  protected @Nullable Object @Nullable [] rewritten(Object token) {
    return token instanceof Invocation call ? call.rewritten() : null;
  }

  @Override
  protected @Nullable Object after(
      Object token, @Nullable Object returned, @Nullable Throwable thrown) {
    if (token instanceof Interceptor.Replacement replacement) {
      return replacement.value();
    }
    Invocation call = (Invocation) token;
    InvocationStack thread = call.thread;
    if (thread.inside || !call.isUnderWay()) {
      return null;
    }
    InternalErrorBreaker part = call.failures();
    thread.inside = true;
    try {
      call.takePatience();
      long began = 0;
      if ((++thread.ends & (MEASURED - 1)) == 0) {
        thread.waited = false;
        began = System.nanoTime();
      }
      Object outcome = call.handler().after(call, returned, thrown);
      if (began != 0) {
        measured(thread, began);
      }
      if (thrown != null && ThreadStop.is(thrown)) {
        return null;
      }
      if (outcome instanceof AsyncResult unfinished) {
        // What has come already is told at once, on this thread, as if it came later.
        AsyncResultFollower follower = new AsyncResultFollower(part);
        thread.leaveAgent();
        return follower.follow(unfinished);
      }
      return outcome instanceof ColdStream stream
          ? new AsyncResultFollower(part).follow(stream)
          : outcome;
    } catch (Throwable broken) {
      if (ThreadStop.is(broken)) {
        return broken;
      }
      part.note("after a call in " + call.declaring().getName(), broken);
      return null;
    } finally {
      thread.inside = false;
      int open = thread.depth;
      thread.depth = call.position < open ? call.position : open;
      thread.clear(open);
    }
  }

  @Override
  protected @Nullable Object onTask(int event, @Nullable Object task) {
    TaskEvents heard = tasks;
    return heard == null ? null : heard.on(event, task);
  }

  /**
   * A thread that is stopped may be so between two of our methods: the call that was entered last
   * must not stay on top of a thread that goes on all the same.
   */
  @Override
  protected void abandoned(@Nullable Object token) {
    InvocationStack thread = InvocationStack.current();
    if (token instanceof Invocation call) {
      if (call.isUnderWay()) {
        thread.pop(call);
      }
    } else {
      thread.popWhatHasNotArrived();
    }
  }
}
