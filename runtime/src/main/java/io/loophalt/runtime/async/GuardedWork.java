package io.loophalt.runtime.async;

import io.loophalt.core.failure.ThreadStop;
import io.loophalt.runtime.invocation.Invocation;
import io.loophalt.runtime.invocation.InvocationStack;
import io.loophalt.runtime.invocation.Patience;
import io.loophalt.runtime.invocation.StreamScope;
import io.loophalt.runtime.safety.InternalErrorBreaker;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLongFieldUpdater;
import org.jspecify.annotations.Nullable;

/** Keeps errors of ours away from the work, and nested calls of the agent apart from it. */
public final class GuardedWork {

  private static final AtomicLongFieldUpdater<GuardedWork> HANDED_OVER =
      AtomicLongFieldUpdater.newUpdater(GuardedWork.class, "handedOverNanos");

  private final PendingWork work;
  private final InternalErrorBreaker failures;

  /** An execution ends once, however many signals say so. */
  private final AtomicBoolean ended = new AtomicBoolean();

  /** Of the call that the work is part of; null while it has waited for no other process. */
  private volatile @Nullable Patience patience;

  /** Since when it waits for a thread that may wait; 0 while it does not. */
  @SuppressWarnings("UnusedVariable") // by the updater
  private volatile long handedOverNanos;

  /** Written and read by one thread; others only see that it is not theirs. */
  private volatile @Nullable Invocation entered;

  /** Part of the call at hand, if the agent is at work on this thread. */
  public GuardedWork(PendingWork work, InternalErrorBreaker failures) {
    this(work, failures, InvocationStack.current().patienceAtHand());
  }

  /** Part of a call that still waits so long; null where it has not waited yet. */
  public GuardedWork(PendingWork work, InternalErrorBreaker failures, @Nullable Patience patience) {
    this.work = work;
    this.failures = failures;
    this.patience = patience;
  }

  /**
   * The call is made once more, and waits as any other.
   *
   * @param scope where the stream of the one who subscribes belongs; null if it does not say
   */
  Object again(@Nullable StreamScope scope) {
    Object next = ask(() -> guarded(work.again(scope), failures), failures);
    return next == null ? this : next;
  }

  /** Work of the call at hand is followed; the agent is at work on this thread. */
  static @Nullable Object guarded(@Nullable Object next, InternalErrorBreaker failures) {
    return next instanceof PendingWork work ? new GuardedWork(work, failures) : next;
  }

  @Nullable StreamScope scope() {
    return work.scope();
  }

  /**
   * Hands a future's result on to what depends on it, which is the application's: no error of ours
   * may keep a future of the application from ending.
   */
  void passOn(Runnable onwards) {
    Handing handing = new Handing(onwards);
    try {
      work.passOn(handing);
    } catch (Throwable broken) {
      if (broken == handing.thrown) {
        throw broken;
      }
      ThreadStop.passOn(broken);
      failures.note("while handing on a result", broken);
    }
    if (!handing.begun) {
      onwards.run();
    }
  }

  /** Remembers whether it was called, and what the application threw. */
  private static final class Handing implements Runnable {

    private final Runnable onwards;
    private boolean begun;
    private @Nullable Throwable thrown;

    Handing(Runnable onwards) {
      this.onwards = onwards;
    }

    @Override
    public void run() {
      begun = true;
      try {
        onwards.run();
      } catch (Throwable applications) {
        thrown = applications;
        throw applications;
      }
    }
  }

  @Nullable Object instead() {
    return work.instead();
  }

  boolean isShared() {
    return work.isShared();
  }

  /** Once its end was told there is nothing left to wait for. */
  public boolean isForAnotherThread() {
    boolean is =
        work.isShared() && !ended.get() && Boolean.TRUE.equals(ask(work::isForAnotherThread));
    if (is) {
      handedOverNanos = System.nanoTime();
    }
    return is;
  }

  boolean judgesValues() {
    return work.judgesValues();
  }

  /** Puts the work on top of this thread's calls; the answer is for {@link #leave}. */
  @Nullable Invocation enter() {
    Invocation call =
        (Invocation)
            ask(
                () -> {
                  Invocation pushed = InvocationStack.current().push();
                  work.enter(pushed);
                  return pushed;
                });
    entered = call;
    return call;
  }

  /** Takes it off again, with whatever was left lying on top of it. */
  void leave(@Nullable Invocation call) {
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
    Invocation call = entered;
    if (call != null && call.thread() == InvocationStack.current()) {
      entered = null;
      ask(
          () -> {
            work.leave(call);
            return null;
          });
    }
  }

  public @Nullable Object value(Object value) {
    if (!work.lastsForAllValues()) {
      stepBack();
    }
    return ask(() -> work.value(value));
  }

  public @Nullable Throwable end(@Nullable Throwable error) {
    stepBack();
    return takeEnd() ? (Throwable) ask(() -> work.end(error)) : null;
  }

  /** Its end is told by a call at which the agent is at work on this thread. */
  public void endInside() {
    if (takeEnd()) {
      InvocationStack.current().patience = patience;
      work.end(null);
    }
  }

  /** True for the first that asks, if the end was not told: it has to tell the work itself. */
  public boolean takeEnd() {
    return ended.compareAndSet(false, true);
  }

  /** A question to the work. */
  public interface Question {
    @Nullable Object put();
  }

  private @Nullable Object ask(Question question) {
    InvocationStack thread = InvocationStack.current();
    if (thread.inside) {
      return null;
    }
    Patience known = patience;
    if (known != null) {
      long since = HANDED_OVER.getAndSet(this, 0);
      if (since != 0) {
        known.waitedSince(since);
      }
    }
    thread.patience = known;
    Object answer = answer(thread, question, failures);
    Patience now = thread.patience;
    if (now != null && now != known) {
      patience = now;
    }
    return answer;
  }

  /** The answer, null also if the agent itself asks or fails. */
  public static @Nullable Object ask(Question question, InternalErrorBreaker failures) {
    InvocationStack thread = InvocationStack.current();
    if (thread.inside) {
      return null;
    }
    thread.patience = null;
    return answer(thread, question, failures);
  }

  private static @Nullable Object answer(
      InvocationStack thread, Question question, InternalErrorBreaker failures) {
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
