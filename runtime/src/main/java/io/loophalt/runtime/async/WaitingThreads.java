package io.loophalt.runtime.async;

import io.loophalt.runtime.safety.OwnThread;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A few threads of the agent's own that wait for the store in place of an event loop, whose result
 * is held back until then. Loaded only where a run is shared. Thread-safe.
 */
final class WaitingThreads {

  private static final int THREADS = 4;

  /** Of more results than that, a call is judged by what this process knows. */
  private static final int MOST_WAITING = 1_000;

  private static final long IDLE_SECONDS = 10;

  private static final ThreadPoolExecutor POOL = pool();

  private WaitingThreads() {}

  private static ThreadPoolExecutor pool() {
    ThreadPoolExecutor pool =
        new ThreadPoolExecutor(
            THREADS,
            THREADS,
            IDLE_SECONDS,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(MOST_WAITING),
            work -> OwnThread.of(work, "loophalt-store-results"));
    pool.allowCoreThreadTimeOut(true);
    return pool;
  }

  /** Whether one of them will do it; else there are too many waiting, or no thread is left. */
  static boolean take(Runnable work) {
    return take(work, POOL);
  }

  /** The same of others. */
  static boolean take(Runnable work, Executor threads) {
    try {
      threads.execute(work);
      return true;
    } catch (RejectedExecutionException | OutOfMemoryError full) {
      return false;
    }
  }

  /**
   * Does once what is no work for a thread of the agent's, but here where nobody else takes it:
   * late is better than never. A pool may say that it has no thread left and do it later.
   */
  static void handOn(Runnable work, Executor there) {
    AtomicBoolean begun = new AtomicBoolean();
    Runnable once =
        () -> {
          if (!begun.getAndSet(true)) {
            work.run();
          }
        };
    try {
      there.execute(once);
    } catch (RejectedExecutionException | OutOfMemoryError refused) {
      once.run();
    }
  }

  /** What one of them will have found out; null if there are too many waiting. */
  static @Nullable CompletableFuture<Object> ask(Supplier<Object> work) {
    CompletableFuture<Object> answer = new CompletableFuture<>();
    boolean isTaken =
        take(
            () -> {
              try {
                answer.complete(work.get());
              } catch (Throwable thrown) {
                answer.completeExceptionally(thrown);
              }
            });
    return isTaken ? answer : null;
  }
}
