package io.loophalt.runtime.async;

import io.loophalt.core.failure.ThreadStop;
import io.loophalt.extension.reflect.ApplicationException;
import io.loophalt.runtime.invocation.InvocationStack;
import io.loophalt.runtime.invocation.Patience;
import io.loophalt.runtime.invocation.StreamScope;
import io.loophalt.runtime.safety.InternalErrorBreaker;
import io.loophalt.runtime.safety.StopAgain;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * Follows results that are still to come when a method returns: futures, those of Vert.x included,
 * the publishers of Reactor, RxJava 3 and Mutiny, and those of suspending functions of Kotlin's.
 *
 * <p>Publishers are wrapped in operators of their own library, so that its rules about threads,
 * demand, context and errors go on to hold; a halt travels as their error. Their types are known by
 * name and found through the publisher's own class, because the agent links to none of these
 * libraries. Thread-safe.
 */
public final class AsyncResultFollower {

  private static final ClassValue<@Nullable LibraryType> TYPES =
      new ClassValue<>() {
        @Override
        protected @Nullable LibraryType computeValue(Class<?> type) {
          LibraryType known = Publishers.ofClass(type);
          if (known == null) {
            known = MutinyStreams.ofClass(type);
          }
          return known == null ? VertxFutures.ofClass(type) : known;
        }
      };

  private final InternalErrorBreaker failures;

  /** Of the call that returns the results; null where it has waited for no other process. */
  private final @Nullable Patience patience = InvocationStack.current().patienceAtHand();

  /** Errors of the agent's own while it follows go to {@code failures}. */
  public AsyncResultFollower(InternalErrorBreaker failures) {
    this.failures = failures;
  }

  /** Whether a result is of a kind that can be followed. */
  public static boolean knows(@Nullable Object result) {
    // Most tools return text, which need not be looked up.
    return result != null
        && !(result instanceof String)
        && (result instanceof CompletionStage<?>
            || result instanceof Suspension
            || typeOf(result) != null);
  }

  /**
   * Whether a result of a kind that can be followed does nothing until somebody subscribes, and
   * does it anew for each subscriber.
   */
  public static boolean isCold(Object result) {
    if (result instanceof CompletionStage<?> || result instanceof Suspension) {
      return false;
    }
    LibraryType type = typeOf(result);
    return type != null && type.isCold();
  }

  /** Whether a result of a kind that can be followed may come to more than one value. */
  public static boolean givesSeveral(Object result) {
    if (result instanceof CompletionStage<?> || result instanceof Suspension) {
      return false;
    }
    LibraryType type = typeOf(result);
    return type != null && type.givesSeveral();
  }

  /** The type of a library's that a result is of, or null for any other object. */
  private static @Nullable LibraryType typeOf(Object result) {
    return TYPES.get(result.getClass());
  }

  /**
   * The result to hand out in place of the one that came; a {@link Throwable} to throw, where the
   * work is over by now.
   */
  @SuppressWarnings("FutureReturnValueIgnored") // it is the result, whatever its type
  public Object follow(AsyncResult unfinished) throws Throwable {
    GuardedWork work = new GuardedWork(unfinished.work(), failures, patience);
    if (unfinished.result() instanceof Suspension suspension) {
      return suspension.follow(work);
    }
    if (unfinished.result() instanceof CompletionStage<?> stage) {
      return follow(stage, work);
    }
    LibraryType type = typeOf(unfinished.result());
    return type == null ? unfinished.result() : type.follow(unfinished.result(), work);
  }

  /** The stream to hand out in place of the one that came. */
  public Object follow(ColdStream stream) throws Throwable {
    LibraryType type = typeOf(stream.result());
    return type == null
        ? stream.result()
        : type.follow(stream.result(), scope -> subscribe(stream, scope));
  }

  private @Nullable Object subscribe(ColdStream stream, @Nullable StreamScope scope) {
    return GuardedWork.ask(
        () -> GuardedWork.guarded(stream.subscribers().next(scope), failures), failures);
  }

  @SuppressWarnings("FutureReturnValueIgnored") // the callback throws nothing
  private static CompletionStage<Object> follow(CompletionStage<?> stage, GuardedWork work) {
    FollowedFuture followed = new FollowedFuture(stage, work::passOn);
    try {
      stage.whenComplete((value, error) -> concludeWhereItMayWait(value, error, work, followed));
    } catch (Throwable theirs) {
      throw ApplicationException.of("whenComplete of " + stage.getClass().getName(), theirs);
    }
    return followed.inPlaceOf(stage);
  }

  /** An event loop goes on at once; who waits for the result gets it with the verdict of all. */
  private static void concludeWhereItMayWait(
      @Nullable Object value,
      @Nullable Throwable error,
      GuardedWork work,
      FollowedFuture followed) {
    if (work.isForAnotherThread()) {
      followed.endsElsewhere();
      if (WaitingThreads.take(() -> conclude(value, error, work, followed))) {
        return;
      }
    }
    conclude(value, error, work, followed);
  }

  private static void conclude(
      @Nullable Object value,
      @Nullable Throwable error,
      GuardedWork work,
      FollowedFuture followed) {
    try {
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
    } catch (Error stopped) {
      // Whoever waits must be told, and a future keeps what its callbacks throw to itself.
      if (error == null) {
        followed.succeed(value);
      } else {
        followed.fail(error);
      }
      if (ThreadStop.is(stopped)) {
        StopAgain.stop(Thread.currentThread());
      }
      throw stopped;
    }
  }

  private static @Nullable Throwable cause(@Nullable Throwable error) {
    return error instanceof CompletionException && error.getCause() != null
        ? error.getCause()
        : error;
  }
}
