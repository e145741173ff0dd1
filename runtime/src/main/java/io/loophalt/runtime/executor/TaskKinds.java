package io.loophalt.runtime.executor;

import io.loophalt.runtime.value.FieldAccess;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture.AsynchronousCompletionTask;
import java.util.concurrent.CountedCompleter;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RecursiveAction;
import java.util.concurrent.RecursiveTask;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What a task is, by the class of what it runs: the JDK wraps what it is given. No code of the
 * application's is called. Thread-safe; each class is looked at once.
 */
final class TaskKinds {

  /**
   * What libraries do for themselves, or for whoever's turn it is: caches that refresh and clean
   * up, pools that fill up, event loops, queues that one task empties for all who have put
   * something in. Whose thread has handed such a task over says nothing about what it does.
   *
   * <p>Coroutines are told of where they are made. So are stages of futures, but for those that one
   * of these libraries makes for itself: a client that reads a response goes on with it for as long
   * as something comes in.
   */
  private static final String[] NOT_OF_A_RUN = {
    "akka.dispatch.",
    "com.github.benmanes.caffeine.cache.",
    "com.google.common.cache.",
    "com.google.common.util.concurrent.SequentialExecutor",
    "com.mchange.v2.async.",
    "com.zaxxer.hikari.pool.",
    "io.grpc.",
    "io.modelcontextprotocol.client.transport.",
    "io.nats.client.impl.",
    "io.netty.",
    "io.opentelemetry.",
    "io.reactivex.rxjava3.core.Scheduler$Worker$PeriodicTask",
    "io.reactivex.rxjava3.internal.schedulers.InstantPeriodicTask",
    "io.vertx.core.impl.",
    "java.lang.VirtualThread",
    "java.util.concurrent.SubmissionPublisher",
    "jdk.internal.",
    "kotlinx.coroutines.",
    "okhttp3.",
    "org.apache.catalina.",
    "org.apache.coyote.",
    "org.apache.pekko.dispatch.",
    "org.apache.tomcat.",
    "org.eclipse.jetty.",
    "org.ehcache.",
    "org.springframework.scheduling.concurrent.ReschedulingRunnable",
    "org.xnio.",
    "reactor.core.scheduler.InstantPeriodicWorkerTask",
    "software.amazon.awssdk.http.",
    "sun.nio.ch.",
  };

  /**
   * What wraps a task of the application's, or goes on with a coroutine that waits for a future.
   */
  private static final String[] AROUND_ANOTHER = {
    "io.grpc.Context",
    "io.opentelemetry.context.",
    "io.vertx.core.impl.ExecuteBlocking",
    "kotlinx.coroutines.future.",
  };

  /** Tasks of schedulers are alike, whatever they are for. */
  private static final String[] OF_SCHEDULERS = {"io.reactivex.", "reactor.core."};

  private static final String JDK_EXECUTORS = "java.util.concurrent.";
  private static final String REACTOR = "reactor.core.scheduler.";
  private static final String STAGES = "java.util.concurrent.CompletableFuture$";

  /** A task of an {@code ExecutorCompletionService} is wrapped five times. */
  private static final int MOST_WRAPPERS = 8;

  /** Calls nobody, but in its stage all that depends on it goes on. */
  private static final Class<?> IDENTITY = Function.identity().getClass();

  private static final ClassValue<Boolean> IS_NOT_OF_A_RUN = new StartsWith(NOT_OF_A_RUN);
  private static final ClassValue<Boolean> IS_AROUND_ANOTHER = new StartsWith(AROUND_ANOTHER);
  private static final ClassValue<Boolean> IS_OF_A_SCHEDULER = new StartsWith(OF_SCHEDULERS);

  private static final ClassValue<Boolean> IS_SUBTASK =
      new StartsWith("java.util.concurrent.StructuredTaskScope");

  private static final ClassValue<Optional<Field>> WRAPPED =
      new ClassValue<>() {
        @Override
        protected Optional<Field> computeValue(Class<?> type) {
          return Optional.ofNullable(wrappedIn(type));
        }
      };

  private static final ClassValue<Optional<Field>> HELD =
      new ClassValue<>() {
        @Override
        protected Optional<Field> computeValue(Class<?> type) {
          return Optional.ofNullable(heldIn(type));
        }
      };

  private TaskKinds() {}

  private static final class StartsWith extends ClassValue<Boolean> {
    private final String[] beginnings;

    StartsWith(String... beginnings) {
      this.beginnings = beginnings;
    }

    @Override
    protected Boolean computeValue(Class<?> type) {
      for (String each : beginnings) {
        if (type.getName().startsWith(each)) {
          return true;
        }
      }
      return false;
    }
  }

  /** Opens the JDK's package, which takes some milliseconds, before an application has to wait. */
  static void prepare() {
    WRAPPED.get(FutureTask.class);
  }

  /** What a task or a stage of the JDK's calls in the end; itself if nothing is known. */
  static Object unwrapped(Object task) {
    Object inner = task;
    for (int i = 0; i < MOST_WRAPPERS && !IS_OF_A_SCHEDULER.get(inner.getClass()); i++) {
      Field field = WRAPPED.get(inner.getClass()).orElse(null);
      Object next = field == null ? null : FieldAccess.get(field, inner);
      if (next == null) {
        return inner;
      }
      inner = next;
    }
    return inner;
  }

  private static @Nullable Field wrappedIn(Class<?> type) {
    String wrappers = type.getName().startsWith(REACTOR) ? REACTOR : JDK_EXECUTORS;
    for (Class<?> each = type;
        each != null && each.getName().startsWith(wrappers);
        each = each.getSuperclass()) {
      for (Field field : each.getDeclaredFields()) {
        if (isCalled(field.getType(), each) && !Modifier.isStatic(field.getModifiers())) {
          return FieldAccess.open(field) ? field : null;
        }
      }
    }
    return null;
  }

  /**
   * The task that one of any other class is made around: what it holds for good, if that is one
   * task only. What helpers wrap is so, be they a library's or a lambda of the application's. A
   * {@link FutureTask} of another class that holds none is around what the JDK's part of it calls.
   */
  private static @Nullable Field heldIn(Class<?> type) {
    Field held = null;
    for (Class<?> each = type; each != null; each = each.getSuperclass()) {
      for (Field field : each.getDeclaredFields()) {
        int modifiers = field.getModifiers();
        if ((field.getType() == Runnable.class || field.getType() == Callable.class)
            && Modifier.isFinal(modifiers)
            && !Modifier.isStatic(modifiers)) {
          if (held != null) {
            return null;
          }
          held = field;
        }
      }
    }
    if (held == null && FutureTask.class.isAssignableFrom(type)) {
      return WRAPPED.get(FutureTask.class).orElse(null);
    }
    return held != null && FieldAccess.open(held) ? held : null;
  }

  /** What a task is made around; null if it is around none, or nobody can tell around which. */
  private static @Nullable Object heldBy(Object task) {
    Class<?> type = task.getClass();
    Field field = WRAPPED.get(type).orElse(null);
    if (field == null) {
      field = HELD.get(type).orElse(null);
    }
    return field == null ? null : FieldAccess.get(field, task);
  }

  /** Whether a task is made around another one, so that it runs that one. */
  static boolean isAround(Object task, Object other) {
    Object inner = heldBy(task);
    for (int i = 0; i < MOST_WRAPPERS && inner != null; i++) {
      if (inner == other) {
        return true;
      }
      inner = heldBy(inner);
    }
    return false;
  }

  /** The class of a task that is around no other, or else those of all, the outermost first. */
  static Object kindOf(Object unwrapped) {
    Object inner = heldBy(unwrapped);
    if (inner == null) {
      return unwrapped.getClass();
    }
    List<Class<?>> kind = new ArrayList<>(MOST_WRAPPERS);
    kind.add(unwrapped.getClass());
    for (int i = 1; i < MOST_WRAPPERS && inner != null; i++) {
      kind.add(inner.getClass());
      inner = heldBy(inner);
    }
    return kind;
  }

  private static boolean isCalled(Class<?> type, Class<?> by) {
    return type == Callable.class
        || type == Runnable.class
        || type == Supplier.class
        || (by.getName().startsWith(STAGES) && type.getPackageName().equals("java.util.function"));
  }

  /** Whether the run of the thread that hands it over has nothing to do with a task. */
  static boolean isNotOfARun(Object unwrapped) {
    if (unwrapped.getClass() == IDENTITY) {
      return true;
    }
    Object inner = unwrapped;
    for (int i = 0; i < MOST_WRAPPERS && inner != null; i++) {
      Class<?> type = inner.getClass();
      if (IS_NOT_OF_A_RUN.get(type) && !IS_AROUND_ANOTHER.get(type)) {
        return true;
      }
      inner = heldBy(inner);
    }
    return false;
  }

  /**
   * Whether a task says nothing of what it is for: that of a scheduler, or a part of something that
   * is divided as often as there are processors.
   */
  static boolean isOneOfMany(Object unwrapped) {
    return unwrapped instanceof CountedCompleter
        || unwrapped instanceof RecursiveAction
        || unwrapped instanceof RecursiveTask
        || IS_OF_A_SCHEDULER.get(unwrapped.getClass());
  }

  /** Whether a task is told of where it is made: a stage of a future, or a part of a scope. */
  static boolean isToldWhenMade(Object task) {
    return task instanceof AsynchronousCompletionTask || IS_SUBTASK.get(task.getClass());
  }
}
