package io.loophalt.runtime;

import org.jspecify.annotations.Nullable;

/**
 * The agent's side of the gate: finds the handler of a woven call and keeps every error of our own
 * away from it.
 *
 * <p>This is the way of one call, from the outside in: woven method, {@link LoopHaltGate}, this
 * class, the {@link CallHandler} of the method, {@code Run}, detectors, ladder; and back out as
 * nothing, a text, or a halt.
 */
public final class AgentGate extends LoopHaltGate {

  private final Sites sites;
  private final Failures failures;
  private final Deferred deferred;

  /** Prepares the gate; {@link #open} puts it behind woven code. */
  public AgentGate(Sites sites, Failures failures) {
    this.sites = sites;
    this.failures = failures;
    this.deferred = new Deferred(failures);
  }

  /** Puts this gate behind all woven code of the JVM. */
  public void open() {
    install(this);
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
    ThreadCalls thread = ThreadCalls.current();
    if (!thread.enterAgent()) {
      return null;
    }
    Call call = null;
    Object decision = null;
    try {
      call = thread.push();
      CallHandler handler = sites.handler(site);
      call.enter(failures, handler, declaring, self, a0, a1, a2, a3, all);
      decision = handler.before(call);
      return decision;
    } catch (Throwable ours) {
      failures.note("before a call in " + declaring.getName(), ours);
      return null;
    } finally {
      // By field: on an exhausted stack no method can be called, and the thread must not stay
      // unwatched.
      thread.inside = false;
      if (call != null && decision != call) {
        int open = thread.depth;
        thread.depth = call.position < open ? call.position : open;
        thread.clear(open);
      }
    }
  }

  @Override
  protected boolean replaces(Object token) {
    return token instanceof CallHandler.Replacement;
  }

  @Override
  protected @Nullable Object @Nullable [] rewritten(Object token) {
    return token instanceof Call call ? call.rewritten() : null;
  }

  @Override
  protected @Nullable Object after(
      Object token, @Nullable Object returned, @Nullable Throwable thrown) {
    if (token instanceof CallHandler.Replacement replacement) {
      return replacement.value();
    }
    Call call = (Call) token;
    ThreadCalls thread = call.thread;
    if (thread.inside) {
      return null;
    }
    thread.inside = true;
    try {
      Object outcome = call.handler().after(call, returned, thrown);
      if (outcome instanceof Unfinished unfinished) {
        // What has come already is told at once, on this thread, as if it came later.
        thread.leaveAgent();
        return deferred.follow(unfinished);
      }
      return outcome instanceof ColdStream stream ? deferred.follow(stream) : outcome;
    } catch (Throwable ours) {
      failures.note("after a call in " + call.declaring().getName(), ours);
      return null;
    } finally {
      thread.inside = false;
      int open = thread.depth;
      thread.depth = call.position < open ? call.position : open;
      thread.clear(open);
    }
  }
}
