package io.loophalt.agent.gate;

import io.loophalt.LoopHaltException;
import io.loophalt.StopReason;
import io.loophalt.agent.run.RunRegistry.LiveRun;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
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
  private static final String STOP_REASON = "io.loophalt.StopReason";

  /** Makes an exception of one loader's type from a map of JDK types. */
  private record Factory(Method reasonFromMap, Constructor<?> constructor) {

    Throwable create(Map<String, Object> reason) throws ReflectiveOperationException {
      return (Throwable) constructor.newInstance(reasonFromMap.invoke(null, reason));
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
    Factory factory = declaring == null ? null : byClass.get(declaring);
    if (factory == null) {
      factory = factoryOf(Thread.currentThread().getContextClassLoader());
    }
    if (factory == null && run != null) {
      factory = factoryOf(run.toolLoader());
    }
    if (factory != null) {
      try {
        return factory.create(reason.asMap());
      } catch (ReflectiveOperationException | RuntimeException | LinkageError incompatible) {
        Throwable own = new LoopHaltException(reason);
        own.addSuppressed(incompatible);
        return own;
      }
    }
    return new LoopHaltException(reason);
  }

  private static @Nullable Factory factoryOf(@Nullable ClassLoader loader) {
    if (loader == null) {
      return null;
    }
    try {
      Class<?> exception = Class.forName(EXCEPTION, true, loader);
      Class<?> reason = Class.forName(STOP_REASON, true, exception.getClassLoader());
      return new Factory(reason.getMethod("fromMap", Map.class), exception.getConstructor(reason));
    } catch (ReflectiveOperationException | LinkageError absent) {
      // Not an error: most loaders have no such class, and then the next one is asked.
      return null;
    }
  }
}
