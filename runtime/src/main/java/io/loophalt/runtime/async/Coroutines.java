package io.loophalt.runtime.async;

import io.loophalt.core.failure.ThreadStop;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Proxy;
import org.jspecify.annotations.Nullable;

/**
 * What Kotlin's compiler makes of suspending functions, in one copy of its library: the types are
 * known by name and found through the woven class, because the agent does not link to them.
 *
 * <p>Such a function has one more parameter, last, of type {@code Continuation}. It returns its
 * result, or a marker; then the continuation is resumed with the result, or with a {@code Failure}
 * that holds what was thrown. Thread-safe.
 */
public final class Coroutines {

  private static final ClassValue<Coroutines> OF_WOVEN =
      new ClassValue<>() {
        @Override
        protected Coroutines computeValue(Class<?> woven) {
          try {
            return new Coroutines(woven.getClassLoader());
          } catch (Throwable drifted) {
            ThreadStop.passOn(drifted);
            throw new IllegalStateException("no coroutines beside " + woven.getName(), drifted);
          }
        }
      };

  private final Class<?> continuation;
  private final Class<?> stackFrame;
  private final Class<?> failure;
  private final Object suspended;
  private final MethodHandle resume;
  private final MethodHandle fail;
  private final MethodHandle exception;

  /** Looked up where a result is held back for the first time. */
  private volatile @Nullable Interception interception;

  private Coroutines(@Nullable ClassLoader loader) throws Throwable {
    continuation = Class.forName("kotlin.coroutines.Continuation", false, loader);
    stackFrame = Class.forName("kotlin.coroutines.jvm.internal.CoroutineStackFrame", false, loader);
    failure = Class.forName("kotlin.Result$Failure", false, loader);
    MethodHandles.Lookup lookup = MethodHandles.publicLookup();
    resume =
        lookup.findVirtual(
            continuation, "resumeWith", MethodType.methodType(void.class, Object.class));
    exception = lookup.findGetter(failure, "exception", Throwable.class);
    fail =
        lookup.findStatic(
            Class.forName("kotlin.ResultKt", false, loader),
            "createFailure",
            MethodType.methodType(Object.class, Throwable.class));
    suspended =
        lookup
            .findStatic(
                Class.forName("kotlin.coroutines.intrinsics.IntrinsicsKt", false, loader),
                "getCOROUTINE_SUSPENDED",
                MethodType.methodType(Object.class))
            .invoke();
  }

  /** Of the library that a woven class uses. */
  public static Coroutines of(Class<?> woven) {
    return OF_WOVEN.get(woven);
  }

  /** Whether a function has returned without its result. */
  public boolean isSuspended(@Nullable Object returned) {
    return returned == suspended;
  }

  /** What such a function returns. */
  Object suspended() {
    return suspended;
  }

  /** What was thrown in place of a result; null if it is one. */
  @Nullable Throwable failureOf(@Nullable Object result) throws Throwable {
    return failure.isInstance(result) ? (Throwable) exception.invoke(result) : null;
  }

  /** What a continuation is resumed with in place of a result. */
  Object failure(Throwable thrown) throws Throwable {
    return fail.invoke(thrown);
  }

  /** Has a caller go on; throws what he throws. */
  void resume(Object caller, @Nullable Object result) throws Throwable {
    resume.invoke(caller, result);
  }

  /**
   * What has a caller go on where his dispatcher says, which may be the caller himself. Kotlin's
   * own {@code intercepted()} knows callers of its compiler's making alone; the dispatcher of
   * another one, as of a function that calls a watched one last, is in his context.
   */
  Object intercepted(Object caller) throws Throwable {
    Interception known = interception;
    if (known == null) {
      known = Interception.of(continuation);
      interception = known;
    }
    Object itself = known.intercepted().invoke(caller);
    if (itself != caller) {
      return itself;
    }
    Object dispatcher = known.element().invoke(known.context().invoke(caller), known.key());
    return dispatcher == null ? caller : known.intercept().invoke(dispatcher, caller);
  }

  /**
   * How a continuation is given to its dispatcher.
   *
   * @param intercepted what Kotlin's compiler uses
   * @param context of a continuation
   * @param element of a context, by a key
   * @param key that of a dispatcher
   * @param intercept what a dispatcher makes of a continuation
   */
  private record Interception(
      MethodHandle intercepted,
      MethodHandle context,
      MethodHandle element,
      Object key,
      MethodHandle intercept) {

    static Interception of(Class<?> continuation) throws ReflectiveOperationException {
      ClassLoader loader = continuation.getClassLoader();
      MethodHandles.Lookup lookup = MethodHandles.publicLookup();
      Class<?> interceptor =
          Class.forName("kotlin.coroutines.ContinuationInterceptor", false, loader);
      Class<?> context = Class.forName("kotlin.coroutines.CoroutineContext", false, loader);
      Class<?> key = Class.forName("kotlin.coroutines.CoroutineContext$Key", false, loader);
      Class<?> element = Class.forName("kotlin.coroutines.CoroutineContext$Element", false, loader);
      MethodType toContinuation = MethodType.methodType(continuation, continuation);
      return new Interception(
          lookup.findStatic(
              Class.forName("kotlin.coroutines.intrinsics.IntrinsicsKt", false, loader),
              "intercepted",
              toContinuation),
          lookup.findVirtual(continuation, "getContext", MethodType.methodType(context)),
          lookup.findVirtual(context, "get", MethodType.methodType(element, key)),
          interceptor.getField("Key").get(null),
          lookup.findVirtual(interceptor, "interceptContinuation", toContinuation));
    }
  }

  /** A continuation that goes on as a suspension says, and otherwise looks like the caller's. */
  public Object proxy(Object caller, Suspension suspension) {
    Class<?>[] types =
        stackFrame.isInstance(caller)
            ? new Class<?>[] {continuation, stackFrame}
            : new Class<?>[] {continuation};
    return Proxy.newProxyInstance(continuation.getClassLoader(), types, suspension);
  }
}
