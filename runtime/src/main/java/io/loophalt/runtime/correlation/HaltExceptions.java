package io.loophalt.runtime.correlation;

import io.loophalt.LoopHaltException;
import io.loophalt.StopReason;
import io.loophalt.core.failure.ThreadStop;
import io.loophalt.runtime.runs.LiveRun;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Makes the exception that the application's own {@code catch (LoopHaltException e)} catches.
 *
 * <p>The application has its own copy of the type, or several in different loaders, or none. It is
 * looked for through the loader of the woven class, then of the thread, then of the run's tool
 * classes; where none has it, the agent's own exception of the same simple name and message is
 * thrown. Thread-safe. Looking is cached for each woven class.
 */
final class HaltExceptions {

  private static final String EXCEPTION = "io.loophalt.LoopHaltException";
  private static final @Nullable ClassLoader OWN_LOADER = HaltExceptions.class.getClassLoader();
  private static final String STOP_REASON = "io.loophalt.StopReason";

  /**
   * Makes an exception of one loader's type from a map of JDK types.
   *
   * <p>By method handles: from its sixteenth use on, JDK 17 puts a reflective call into a class of
   * its own below the target's loader, which fails where that loader passes on {@code java.*} only.
   */
  private record Factory(MethodHandle reasonFromMap, MethodHandle constructor) {

    Throwable create(Map<String, Object> reason) throws Throwable {
      return (Throwable) constructor.invoke(reasonFromMap.invoke(reason));
    }
  }

  /** Per woven class; the value is null where its loader has no such type. */
  private final ClassValue<@Nullable Factory> byClass =
      new ClassValue<>() {
        @Override
        protected @Nullable Factory computeValue(Class<?> type) {
          return factoryOf(type.getClassLoader());
        }
      };

  Throwable create(@Nullable Class<?> declaring, @Nullable LiveRun run, StopReason reason) {
    if (declaring != null && declaring.getClassLoader() == OWN_LOADER) {
      // The self-test: at every start, and method handles would cost it tens of milliseconds.
      return new LoopHaltException(reason);
    }
    Factory factory = declaring == null ? null : knownBy(declaring);
    if (factory == null) {
      factory = knownBy(Thread.currentThread().getContextClassLoader());
    }
    if (factory == null && run != null) {
      factory = knownBy(run.toolLoader());
    }
    if (factory != null) {
      try {
        return factory.create(reason.asMap());
      } catch (Throwable incompatible) {
        ThreadStop.passOn(incompatible);
        Throwable own = new LoopHaltException(reason);
        own.addSuppressed(incompatible);
        return own;
      }
    }
    return new LoopHaltException(reason);
  }

  /** A loader that refuses now may not refuse the next time, so that nothing is cached then. */
  private @Nullable Factory knownBy(Class<?> declaring) {
    try {
      return byClass.get(declaring);
    } catch (Throwable refused) {
      ThreadStop.passOn(refused);
      return null;
    }
  }

  /**
   * Loaders are code of the application and may refuse in their own way, as that of a stopped web
   * application does. It is no error of ours; the next one is asked.
   */
  private static @Nullable Factory knownBy(@Nullable ClassLoader loader) {
    try {
      return factoryOf(loader);
    } catch (Throwable refused) {
      ThreadStop.passOn(refused);
      return null;
    }
  }

  private static @Nullable Factory factoryOf(@Nullable ClassLoader loader) {
    if (loader == null) {
      return null;
    }
    try {
      Class<?> exception = Class.forName(EXCEPTION, true, loader);
      Class<?> reason = Class.forName(STOP_REASON, true, exception.getClassLoader());
      MethodHandles.Lookup lookup = MethodHandles.publicLookup();
      return new Factory(
          lookup.findStatic(reason, "fromMap", MethodType.methodType(reason, Map.class)),
          lookup.findConstructor(exception, MethodType.methodType(void.class, reason)));
    } catch (ReflectiveOperationException | LinkageError absent) {
      // Not an error: most loaders have no such class, and then the next one is asked.
      return null;
    }
  }
}
