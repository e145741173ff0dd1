package io.loophalt.runtime;

import io.loophalt.core.fingerprint.ThreadStop;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** Keeps errors of ours away from the work, and nested calls of the agent apart from it. */
final class GuardedWork {

  private final Work work;
  private final Failures failures;

  /** An execution ends once, however many signals say so. */
  private final AtomicBoolean ended = new AtomicBoolean();

  /** Written and read by one thread; others only see that it is not theirs. */
  private volatile @Nullable Call entered;

  GuardedWork(Work work, Failures failures) {
    this.work = work;
    this.failures = failures;
  }

  Object again() {
    Object next = ask(work::again, failures);
    return next instanceof Work more ? new GuardedWork(more, failures) : next == null ? this : next;
  }

  @Nullable StreamScope scope() {
    return work.scope();
  }

  @Nullable Object instead() {
    return work.instead();
  }

  /** Puts the work on top of this thread's calls; the answer is for {@link #leave}. */
  @Nullable Call enter() {
    Call call =
        (Call)
            ask(
                () -> {
                  Call pushed = ThreadCalls.current().push();
                  work.enter(pushed);
                  return pushed;
                },
                failures);
    entered = call;
    return call;
  }

  /** Takes it off again, with whatever was left lying on top of it. */
  void leave(@Nullable Call call) {
    stepBack();
    if (call != null) {
      call.thread().pop(call);
    }
  }

  /**
   * What follows on this thread from a signal comes after the work, although the work's first
   * method may not have returned yet.
   */
  private void stepBack() {
    Call call = entered;
    if (call != null && call.thread() == ThreadCalls.current()) {
      entered = null;
      ask(
          () -> {
            work.leave(call);
            return null;
          },
          failures);
    }
  }

  @Nullable Object value(Object value) {
    stepBack();
    return ask(() -> work.value(value), failures);
  }

  @Nullable Throwable end(@Nullable Throwable error) {
    stepBack();
    return takeEnd() ? (Throwable) ask(() -> work.end(error), failures) : null;
  }

  /** True for the first that asks, if the end was not told: it has to tell the work itself. */
  boolean takeEnd() {
    return ended.compareAndSet(false, true);
  }

  /** A question to the work. */
  interface Question {
    @Nullable Object put();
  }

  /** The answer, null also if the agent itself asks or fails. */
  static @Nullable Object ask(Question question, Failures failures) {
    ThreadCalls thread = ThreadCalls.current();
    if (thread.inside) {
      return null;
    }
    thread.inside = true;
    try {
      return question.put();
    } catch (Throwable broken) {
      ThreadStop.passOn(broken);
      failures.note("while following a result that was still to come", broken);
      return null;
    } finally {
      thread.inside = false;
    }
  }
}
