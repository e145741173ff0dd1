package io.loophalt.runtime;

import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Follows results that are still to come when a method returns: futures, the publishers of Reactor
 * and RxJava 3, and those of suspending functions of Kotlin's.
 *
 * <p>Publishers are wrapped in operators of their own library, so that its rules about threads,
 * demand, context and errors go on to hold; a halt travels as their error. Their types are known by
 * name and found through the publisher's own class, because the agent links to neither library.
 * Thread-safe.
 */
final class Deferred {

  private final Failures failures;

  /** Errors of the agent's own while it follows go to {@code failures}. */
  Deferred(Failures failures) {
    this.failures = failures;
  }

  /** Whether a result is of a kind that can be followed. */
  static boolean knows(@Nullable Object result) {
    // Most tools return text, which need not be looked up.
    return result != null
        && !(result instanceof String)
        && (result instanceof CompletionStage<?>
            || result instanceof Suspension
            || Publishers.of(result) != null);
  }

  /**
   * The result to hand out in place of the one that came; a {@link Throwable} to throw, where the
   * work is over by now.
   */
  @SuppressWarnings("FutureReturnValueIgnored") // it is the result, whatever its type
  Object follow(Unfinished unfinished) throws Throwable {
    Guarded work = new Guarded(unfinished.work(), failures);
    if (unfinished.result() instanceof Suspension suspension) {
      return suspension.follow(work);
    }
    if (unfinished.result() instanceof CompletionStage<?> stage) {
      return follow(stage, work);
    }
    Publishers publishers = Publishers.of(unfinished.result());
    return publishers == null ? unfinished.result() : publishers.follow(unfinished.result(), work);
  }

  /** The stream to hand out in place of the one that came. */
  Object follow(ColdStream stream) throws Throwable {
    Publishers publishers = Publishers.of(stream.result());
    return publishers == null
        ? stream.result()
        : publishers.follow(stream.result(), scope -> subscribe(stream, scope));
  }

  private @Nullable Object subscribe(ColdStream stream, @Nullable StreamScope scope) {
    Object next = Guarded.ask(() -> stream.subscribers().next(scope), failures);
    return next instanceof Work work ? new Guarded(work, failures) : next;
  }

  @SuppressWarnings("FutureReturnValueIgnored") // the callback throws nothing
  private static CompletionStage<Object> follow(CompletionStage<?> stage, Guarded work) {
    FollowedFuture followed = new FollowedFuture(stage);
    stage.whenComplete(
        (value, error) -> {
          Object outcome = error == null && value != null ? work.value(value) : null;
          Throwable thrown = outcome instanceof Throwable halt ? halt : null;
          Throwable atEnd = work.end(thrown != null ? thrown : cause(error));
          Throwable first = thrown != null ? thrown : error;
          Throwable failure = atEnd != null ? atEnd : first;
          if (failure != null) {
            followed.fail(failure);
          } else {
            followed.succeed(outcome != null ? outcome : value);
          }
        });
    return followed.inPlaceOf(stage);
  }

  private static @Nullable Throwable cause(@Nullable Throwable error) {
    return error instanceof CompletionException && error.getCause() != null
        ? error.getCause()
        : error;
  }

  /** Keeps errors of ours away from the work, and nested calls of the agent apart from it. */
  static final class Guarded {

    private final Work work;
    private final Failures failures;

    /** An execution ends once, however many signals say so. */
    private final AtomicBoolean ended = new AtomicBoolean();

    /** Written and read by one thread; others only see that it is not theirs. */
    private volatile @Nullable Call entered;

    Guarded(Work work, Failures failures) {
      this.work = work;
      this.failures = failures;
    }

    Object again() {
      Object next = ask(work::again, failures);
      return next instanceof Work more ? new Guarded(more, failures) : next == null ? this : next;
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
      if (!thread.enterAgent()) {
        return null;
      }
      try {
        return question.put();
      } catch (Throwable ours) {
        failures.note("while following a result that was still to come", ours);
        return null;
      } finally {
        thread.leaveAgent();
      }
    }
  }
}
