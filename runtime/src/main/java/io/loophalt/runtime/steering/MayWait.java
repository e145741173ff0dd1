package io.loophalt.runtime.steering;

import io.loophalt.runtime.safety.OwnThread;
import org.jspecify.annotations.Nullable;

/**
 * Which threads may be made to wait. An event loop may not: all that it serves would wait with it.
 *
 * <p>They are known by the types that frameworks mark them with, by name, because the agent sees
 * none of these classes: Reactor's {@code NonBlocking}, the same of RxJava 3, Netty's and Vert.x's
 * event loops, the workers of Kotlin's dispatchers. Threads of these types that run what may block
 * may wait: a worker of Kotlin's while it runs a task of {@code Dispatchers.IO}, a worker of
 * Vert.x, a thread of Netty's that is in no event executor.
 */
public final class MayWait {

  private static final String REACTOR = "reactor.core.scheduler.NonBlocking";
  private static final String RXJAVA = "io.reactivex.rxjava3.internal.schedulers.NonBlockingThread";
  private static final String NETTY = "io.netty.util.concurrent.FastThreadLocalThread";
  private static final String VERTX = "io.vertx.core.impl.VertxThread";
  private static final String KOTLIN = "kotlinx.coroutines.scheduling.CoroutineScheduler$Worker";

  private MayWait() {}

  /**
   * Whether this thread may, which is the current one. Costs a look at each supertype; asked only
   * where one is to wait.
   */
  public static boolean is(Thread thread) {
    if (thread instanceof OwnThread) {
      return false; // That of the listeners: nobody would be told or asked meanwhile.
    }
    for (Class<?> type = thread.getClass(); type != Thread.class; type = type.getSuperclass()) {
      if (type == null) {
        return true;
      }
      String name = type.getName();
      if (name.equals(VERTX)) {
        return isWorkerOfVertx(thread);
      }
      if (name.equals(KOTLIN)) {
        return runsWhatMayBlock(thread);
      }
      if (name.equals(NETTY)) {
        return isInNoExecutor(type);
      }
      if (isMarked(type)) {
        return false;
      }
    }
    return true;
  }

  private static boolean isMarked(Class<?> type) {
    for (Class<?> each : type.getInterfaces()) {
      if (each.getName().equals(REACTOR) || each.getName().equals(RXJAVA) || isMarked(each)) {
        return true;
      }
    }
    return false;
  }

  /** Kotlin's workers serve both of its dispatchers, one task after the other. */
  private static boolean runsWhatMayBlock(Thread worker) {
    try {
      Object state = worker.getClass().getField("state").get(worker);
      return state instanceof Enum<?> known && known.name().equals("BLOCKING");
    } catch (ReflectiveOperationException | RuntimeException unknown) {
      return false;
    }
  }

  /** Netty's event executors, loops among them, each serve many channels by one thread. */
  private static boolean isInNoExecutor(Class<?> ofNetty) {
    try {
      Class<?> executors =
          Class.forName(
              "io.netty.util.internal.ThreadExecutorMap", false, ofNetty.getClassLoader());
      return executors.getMethod("currentExecutor").invoke(null) == null;
    } catch (ReflectiveOperationException | RuntimeException | LinkageError unknown) {
      return false;
    }
  }

  /** Vert.x has one type for its loops, which must not wait, and for its workers, which may. */
  private static boolean isWorkerOfVertx(Thread thread) {
    @Nullable Object worker;
    try {
      worker = thread.getClass().getMethod("isWorker").invoke(thread);
    } catch (ReflectiveOperationException | RuntimeException unknown) {
      return false;
    }
    return Boolean.TRUE.equals(worker);
  }
}
