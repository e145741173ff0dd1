package io.loophalt.runtime.executor;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import org.jspecify.annotations.Nullable;

/**
 * Finds the coroutine that a dispatched part of it belongs to, in one copy of Kotlin's library: the
 * job in the context of what is resumed. The types are known by name. Immutable.
 */
final class CoroutineJobs {

  private static final ClassValue<CoroutineJobs> OF_CLASS =
      new ClassValue<>() {
        @Override
        protected CoroutineJobs computeValue(Class<?> type) {
          try {
            return new CoroutineJobs(type.getClassLoader());
          } catch (ReflectiveOperationException drifted) {
            throw new IllegalStateException("no coroutines beside " + type.getName(), drifted);
          }
        }
      };

  private final MethodHandle jobOf;

  private CoroutineJobs(@Nullable ClassLoader loader) throws ReflectiveOperationException {
    Class<?> task = Class.forName("kotlinx.coroutines.DispatchedTask", false, loader);
    Class<?> continuation = Class.forName("kotlin.coroutines.Continuation", false, loader);
    Class<?> context = Class.forName("kotlin.coroutines.CoroutineContext", false, loader);
    Class<?> element = Class.forName("kotlin.coroutines.CoroutineContext$Element", false, loader);
    Class<?> key = Class.forName("kotlin.coroutines.CoroutineContext$Key", false, loader);
    Class<?> job = Class.forName("kotlinx.coroutines.Job", false, loader);
    Class<?> jobKey = Class.forName("kotlinx.coroutines.Job$Key", false, loader);
    MethodHandles.Lookup lookup = MethodHandles.publicLookup();
    MethodHandle delegate =
        lookup.findVirtual(
            task, "getDelegate$kotlinx_coroutines_core", MethodType.methodType(continuation));
    MethodHandle contextOf =
        lookup.findVirtual(continuation, "getContext", MethodType.methodType(context));
    MethodHandle get = lookup.findVirtual(context, "get", MethodType.methodType(element, key));
    Object keyOfJob;
    try {
      keyOfJob = lookup.findStaticGetter(job, "Key", jobKey).invoke();
    } catch (ReflectiveOperationException | RuntimeException | Error unchanged) {
      throw unchanged;
    } catch (Throwable checked) {
      throw new IllegalStateException("cannot read the key of jobs", checked);
    }
    jobOf =
        MethodHandles.filterReturnValue(
                MethodHandles.filterReturnValue(delegate, contextOf),
                MethodHandles.insertArguments(get, 1, keyOfJob))
            .asType(MethodType.methodType(Object.class, Object.class));
  }

  /** The coroutine that a {@code DispatchedTask} is a part of; null if it is of none. */
  static @Nullable Object of(Object task) throws Throwable {
    return (Object) OF_CLASS.get(task.getClass()).jobOf.invokeExact(task);
  }
}
