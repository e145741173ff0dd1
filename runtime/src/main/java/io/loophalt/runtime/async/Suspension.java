package io.loophalt.runtime.async;

import io.loophalt.core.failure.ThreadStop;
import io.loophalt.extension.reflect.ApplicationException;
import io.loophalt.runtime.safety.InternalErrorBreaker;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The continuation that a watched suspending function is given in place of its caller's: it hears
 * the result if the function suspends, and hands it on.
 *
 * <p>Another thread may resume it before the function has returned. Then the function does not
 * suspend after all, as Kotlin's own safe continuations have it. Thread-safe.
 */
public final class Suspension implements InvocationHandler {

  /**
   * What came before anybody followed.
   *
   * @param result what the continuation was resumed with, or what was returned
   * @param thrown in place of a result
   */
  private record Early(@Nullable Object result, @Nullable Throwable thrown) {}

  /** Who hears what comes. */
  private record Follower(GuardedWork work) {}

  /** In place of a follower where none comes any more. */
  private static final Object NOBODY = new Object();

  private final Coroutines kotlin;
  private final Object caller;
  private final InternalErrorBreaker failures;

  /** Null, then {@link Early}, {@link Follower} or {@link #NOBODY}, whichever comes first. */
  private final AtomicReference<@Nullable Object> first = new AtomicReference<>();

  /**
   * Before the function runs.
   *
   * @param caller the continuation that it was called with
   * @param failures know whether the agent has been turned off since
   */
  public Suspension(Coroutines kotlin, Object caller, InternalErrorBreaker failures) {
    this.kotlin = kotlin;
    this.caller = caller;
    this.failures = failures;
  }

  /**
   * The function has suspended.
   *
   * @param work is told of the result
   * @return what the function is to return: that it is suspended, or the result; or to throw
   */
  public Object follow(GuardedWork work) throws Throwable {
    if (first.compareAndSet(null, new Follower(work)) || !(first.get() instanceof Early early)) {
      return kotlin.suspended();
    }
    Object result = early.thrown() == null ? early.result() : kotlin.failure(early.thrown());
    if (isHeldBack(work, result)) {
      return kotlin.suspended();
    }
    Object told = told(work, result);
    if (told == null) {
      // A null cannot replace what was returned: it stays suspended, and is resumed a moment later,
      // never on this stack, on which a loop of such calls would grow with each.
      goOn(null);
      return kotlin.suspended();
    }
    Throwable thrown = kotlin.failureOf(told);
    return thrown != null ? thrown : told;
  }

  /**
   * The function has returned, or thrown, without suspending: whoever follows is told as if that
   * came later.
   */
  public void came(@Nullable Object returned, @Nullable Throwable thrown) {
    first.compareAndSet(null, new Early(returned, thrown));
  }

  @Override
  public @Nullable Object invoke(
      Object proxy, Method method, @Nullable Object @Nullable [] arguments) throws Throwable {
    Object argument = arguments == null ? null : arguments[0];
    if (method.getDeclaringClass() == Object.class) {
      return switch (method.getName()) {
        case "equals" -> proxy == argument;
        case "hashCode" -> System.identityHashCode(proxy);
        default -> caller.toString();
      };
    }
    if (method.getName().equals("resumeWith")) {
      resume(argument);
      return null;
    }
    try {
      return method.invoke(caller, arguments);
    } catch (InvocationTargetException theirs) {
      throw theirs.getTargetException();
    }
  }

  private void resume(@Nullable Object result) throws Throwable {
    if (failures.haveTurnedOff() && first.compareAndSet(null, NOBODY)) {
      // The function has returned, or will return, past an agent that is off.
      resumeWhereItBelongs(result);
      return;
    }
    if (first.compareAndSet(null, new Early(result, null))) {
      return;
    }
    if (first.get() instanceof Follower follower && !isHeldBack(follower.work(), result)) {
      resumeWhereItBelongs(told(follower.work(), result));
    }
  }

  /**
   * A function that calls another one last hands the continuation on, which is ours: Kotlin does
   * not find its dispatcher then, and would go on with the caller on the thread of the other one.
   */
  private void resumeWhereItBelongs(@Nullable Object result) throws Throwable {
    Object dispatched;
    try {
      dispatched = kotlin.intercepted(caller);
    } catch (ReflectiveOperationException unknownKotlin) {
      dispatched = caller;
    }
    kotlin.resume(dispatched, result);
  }

  /**
   * Whether the caller stays suspended until one of the agent's threads has waited for other
   * processes, which this one must not.
   */
  private boolean isHeldBack(GuardedWork work, @Nullable Object result) {
    return work.isForAnotherThread() && WaitingThreads.take(new HeldBack(this, work, result));
  }

  /** Loaded only where a run is shared. */
  private record HeldBack(Suspension suspension, GuardedWork work, @Nullable Object result)
      implements Runnable {

    @Override
    public void run() {
      Object outcome = result;
      try {
        outcome = suspension.told(work, result);
      } catch (Throwable ours) {
        ThreadStop.passOn(ours);
        suspension.failures.note("while a coroutine was held back", ours);
      } finally {
        suspension.goOn(outcome);
      }
    }
  }

  /**
   * Where the caller's dispatcher says, as after any other suspension. One that leaves it to
   * whoever resumes gets a thread as an asynchronous stage does, none of the agent's.
   */
  private void goOn(@Nullable Object outcome) {
    WaitingThreads.handOn(() -> resumeCaller(outcome), new CompletableFuture<>().defaultExecutor());
  }

  private void resumeCaller(@Nullable Object outcome) {
    try {
      resumeWhereItBelongs(outcome);
    } catch (Throwable theirs) {
      throw ApplicationException.of("resumeWith of " + caller.getClass().getName(), theirs);
    }
  }

  /** What goes on to the caller when the work has been told. */
  private @Nullable Object told(GuardedWork work, @Nullable Object result) throws Throwable {
    Throwable failed = kotlin.failureOf(result);
    Object outcome = failed == null && result != null ? work.value(result) : null;
    Throwable thrown = outcome instanceof Throwable halt ? halt : null;
    Throwable atEnd = work.end(thrown != null ? thrown : failed);
    Throwable instead = atEnd != null ? atEnd : thrown;
    if (instead != null) {
      return kotlin.failure(instead);
    }
    return outcome != null ? outcome : result;
  }
}
