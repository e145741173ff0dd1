package io.loophalt.store;

import io.loophalt.runtime.safety.OwnThread;
import io.loophalt.store.link.RedisLink;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The runs of which the store does not know all that this process does: because it was away, or
 * because a call was made on a thread that must not wait. A thread of the agent's brings it what it
 * lacks.
 *
 * <p>Thread-safe. Bounded: of more runs than that, the store hears with their next calls.
 */
final class LateEntries {

  private static final int MOST = 10_000;

  /** A call that could not wait is judged by then. */
  private static final long PAUSE_MILLIS = 10;

  private final RedisLink link;
  private final StoredNames names;
  private final Holds holds;
  private final Set<SharedRun> waiting = new LinkedHashSet<>();
  private final AtomicLong alone = new AtomicLong();

  /** Null until there is something. Guarded by what is waiting. */
  private @Nullable Thread bringing;

  /** Whether some are brought just now. Guarded by what is waiting. */
  private boolean isBringing;

  LateEntries(RedisLink link, StoredNames names) {
    this.link = link;
    this.names = names;
    this.holds = new Holds(link, names);
  }

  /** The runs that are held for a call since they were joined. */
  Holds holds() {
    return holds;
  }

  /** The store is to hear of a run. */
  void add(SharedRun run) {
    synchronized (waiting) {
      if (waiting.size() < MOST && waiting.add(run) && waiting.size() == 1) {
        if (bringing == null) {
          bringing = OwnThread.of(this::bringAll, "loophalt-store-late");
          bringing.start();
        }
        waiting.notifyAll();
      }
    }
  }

  /** A call was judged by what this process knows. */
  void oneMoreAlone() {
    alone.incrementAndGet();
  }

  /** How many calls were. */
  long alone() {
    return alone.get();
  }

  /**
   * Waits until the store knows all that this process does, and so long at most; whether it does.
   */
  boolean awaitNone(long mostNanos) throws InterruptedException {
    long end = System.nanoTime() + mostNanos;
    synchronized (waiting) {
      for (long left = mostNanos;
          left > 0 && (isBringing || !waiting.isEmpty());
          left = end - System.nanoTime()) {
        TimeUnit.NANOSECONDS.timedWait(waiting, left);
      }
      return !isBringing && waiting.isEmpty();
    }
  }

  /** Nothing is brought any more. */
  void close() {
    holds.close();
    synchronized (waiting) {
      if (bringing != null) {
        bringing.interrupt();
      }
    }
  }

  private void bringAll() {
    try {
      while (true) {
        awaitSome();
        link.awaitThere();
        TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
        try {
          for (SharedRun each : takeAll()) {
            names.warnings().goingOn(() -> bring(each));
          }
        } finally {
          allAreBrought();
        }
      }
    } catch (InterruptedException end) {
      Thread.currentThread().interrupt();
    }
  }

  private void bring(SharedRun run) {
    if (!run.catchUp()) {
      add(run);
    }
  }

  private void awaitSome() throws InterruptedException {
    synchronized (waiting) {
      while (waiting.isEmpty()) {
        waiting.wait();
      }
    }
  }

  private Set<SharedRun> takeAll() {
    synchronized (waiting) {
      Set<SharedRun> all = new LinkedHashSet<>(waiting);
      waiting.clear();
      isBringing = true;
      return all;
    }
  }

  private void allAreBrought() {
    synchronized (waiting) {
      isBringing = false;
      waiting.notifyAll();
    }
  }
}
