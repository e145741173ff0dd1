package io.loophalt.runtime.async;

import io.loophalt.core.failure.ThreadStop;
import io.loophalt.extension.reflect.PrivateField;
import io.loophalt.runtime.invocation.Interceptor;
import io.loophalt.runtime.invocation.Invocation;
import io.loophalt.runtime.runs.LiveRun;
import java.lang.reflect.Proxy;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Calls of a suspending function of Kotlin's, for a handler that need not know that it is one.
 *
 * <p>A function that has suspended is entered again to go on, which is no other call. Its result
 * comes to the continuation that it was given, which is therefore replaced; the choke point must
 * rewrite arguments, and the function must have a continuation of its own to be entered again with,
 * as all have that do more than call another one last.
 */
public final class SuspendingInvocations implements Interceptor {

  /** Where a function goes on, in the continuation that the compiler makes for it. */
  private static final PrivateField LABEL = new PrivateField("label");

  private final Interceptor handler;
  private final int continuation;

  /**
   * Of one function.
   *
   * @param handler sees one call, and its result as that of a future
   * @param continuation position of the last parameter
   */
  public SuspendingInvocations(Interceptor handler, int continuation) {
    this.handler = handler;
    this.continuation = continuation;
  }

  @Override
  public @Nullable Object before(Invocation call) {
    Object caller = call.argument(continuation);
    if (caller == null || goesOn(call, caller)) {
      return null;
    }
    Coroutines kotlin = Coroutines.of(call.declaring());
    Object decision = handler.before(call);
    if (decision == call) {
      Suspension suspension = new Suspension(kotlin, caller, call.failures());
      call.rewrite(continuation, kotlin.proxy(caller, suspension));
    }
    return decision;
  }

  /**
   * The compiler has a function go on with a continuation of its own, whose label has the sign bit
   * set until the function clears it; nobody else calls with one that has. Where a module hides the
   * label or a tool has renamed it: nothing but the continuation is given then, which says nothing
   * of a function that takes nothing else.
   */
  private boolean goesOn(Invocation call, Object caller) {
    if (LABEL.of(caller) instanceof Integer label) {
      return label < 0;
    }
    for (int i = 0; i < continuation; i++) {
      if (call.argument(i) != null) {
        return false;
      }
    }
    return continuation > 0;
  }

  @Override
  public @Nullable Object after(
      Invocation call, @Nullable Object returned, @Nullable Throwable thrown) {
    @Nullable Object[] given = call.rewritten();
    boolean suspended = given != null && Coroutines.of(call.declaring()).isSuspended(returned);
    boolean stopped = thrown != null && ThreadStop.is(thrown);
    if (given == null || !(suspended || (!stopped && isForAnotherThread(call)))) {
      return handler.after(call, returned, thrown);
    }
    Object continued = Objects.requireNonNull(given[continuation]);
    Suspension suspension = (Suspension) Proxy.getInvocationHandler(continued);
    if (!suspended) {
      suspension.came(returned, thrown);
    }
    return new AsyncResult(suspension, workOf(call, suspension));
  }

  /**
   * Whether other processes judge the call, too, and this thread must not wait for them. Then the
   * function suspends its caller after all, which every caller expects of it.
   */
  private static boolean isForAnotherThread(Invocation call) {
    LiveRun live = call.run();
    return live != null && live.run().isForAnotherThread();
  }

  /** Whatever goes wrong here: the caller waits for a result, and must be handed it. */
  private PendingWork workOf(Invocation call, Suspension suspension) {
    try {
      return handler.after(call, suspension, null) instanceof AsyncResult unfinished
          ? unfinished.work()
          : new Unheard();
    } catch (Throwable ours) {
      ThreadStop.passOn(ours);
      call.failures().note("after a suspending call in " + call.declaring().getName(), ours);
      return new Unheard();
    }
  }

  /** Equal to another one for functions that are alike, as their handlers are. */
  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof SuspendingInvocations that
        && continuation == that.continuation
        && handler.equals(that.handler);
  }

  @Override
  public int hashCode() {
    return handler.hashCode();
  }

  /** Of a call that the handler does not follow. */
  private record Unheard() implements PendingWork {

    @Override
    public Object again() {
      return this;
    }

    @Override
    public @Nullable Object value(Object value) {
      return null;
    }

    @Override
    public @Nullable Throwable end(@Nullable Throwable error) {
      return null;
    }
  }
}
