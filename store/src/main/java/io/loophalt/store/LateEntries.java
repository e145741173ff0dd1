package io.loophalt.store;

import io.loophalt.runtime.safety.OwnThread;
import io.loophalt.store.link.RedisLink;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import java.util.stream.Stream;
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

  /** Guarded by itself. */
  private final Backlog<SharedRun> waiting = new Backlog<>();

  private final AtomicLong alone = new AtomicLong();

  /** Null until there is something. Guarded by what is waiting. */
  private @Nullable OwnThread bringing;

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
      if (waiting.size() < MOST && waiting.add(run)) {
        if (bringing == null) {
          bringing = OwnThread.started(this::bringAll, "loophalt-store-late");
        }
        waiting.notifyAll();
      }
    }
  }

  /** The store is to hear now that a run of this id is over, if it was not told yet. */
  void tellEndOf(String id) {
    SharedRun ending;
    synchronized (waiting) {
      ending = waiting.first(run -> run.isEndOf(id));
    }
    if (ending != null) {
      ending.tellEnd();
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
          left > 0 && (isBringing || waiting.size() > 0);
          left = end - System.nanoTime()) {
        TimeUnit.NANOSECONDS.timedWait(waiting, left);
      }
      return !isBringing && waiting.size() == 0;
    }
  }

  /** Nothing is brought any more. */
  void close() {
    holds.close();
    synchronized (waiting) {
      if (bringing != null) {
        bringing.end();
      }
    }
  }

  private void bringAll() {
    try {
      while (true) {
        awaitSome();
        link.awaitThere();
        TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
        Set<SharedRun> again = new LinkedHashSet<>();
        try {
          for (SharedRun each : takeAll()) {
            names.warnings().goingOn(() -> bring(each, again));
          }
        } finally {
          allAreBroughtBut(again);
        }
      }
    } catch (InterruptedException end) {
      Thread.currentThread().interrupt();
    }
  }

  private static void bring(SharedRun run, Set<SharedRun> again) {
    if (!run.catchUp()) {
      again.add(run);
    }
  }

  private void awaitSome() throws InterruptedException {
    synchronized (waiting) {
      for (long left = waiting.nanosUntilDue(System.nanoTime());
          left > 0;
          left = waiting.nanosUntilDue(System.nanoTime())) {
        TimeUnit.NANOSECONDS.timedWait(waiting, left);
      }
    }
  }

  private Set<SharedRun> takeAll() {
    synchronized (waiting) {
      isBringing = true;
      return waiting.take(System.nanoTime());
    }
  }

  private void allAreBroughtBut(Set<SharedRun> again) {
    synchronized (waiting) {
      isBringing = false;
      waiting.allDoneBut(again, System.nanoTime());
      waiting.notifyAll();
    }
  }

  /**
   * What is still to be done, and when: something new at once, and what has failed again after a
   * pause that grows as long as none of that succeeds. Not thread-safe. Times are those of {@link
   * System#nanoTime}.
   */
  static final class Backlog<E> {

    /** Before what has failed once is tried again. */
    static final long SHORTEST_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

    /** So long at most something waits that could be done by now. */
    static final long LONGEST_PAUSE_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final Set<E> fresh = new LinkedHashSet<>();
    private final Set<E> failed = new LinkedHashSet<>();

    /** What is tried just now, of what had failed. */
    private Set<E> retried = Set.of();

    private long pauseNanos = SHORTEST_PAUSE_NANOS;
    private long retryNanos;

    /** This is to be done, whether or not it has failed before; returns whether that is new. */
    boolean add(E what) {
      failed.remove(what);
      return fresh.add(what);
    }

    /** How much there is. */
    int size() {
      return fresh.size() + failed.size();
    }

    /** The first that is so; null if none is. */
    @Nullable E first(Predicate<E> wanted) {
      return Stream.concat(fresh.stream(), failed.stream()).filter(wanted).findFirst().orElse(null);
    }

    /** In how many nanoseconds something is due; none if it is, very many if there is nothing. */
    long nanosUntilDue(long now) {
      if (!fresh.isEmpty()) {
        return 0;
      }
      return failed.isEmpty() ? Long.MAX_VALUE : Math.max(0, retryNanos - now);
    }

    /** Takes all that is due. */
    Set<E> take(long now) {
      Set<E> due = new LinkedHashSet<>();
      retried = Set.of();
      if (retryNanos - now <= 0) {
        retried = Set.copyOf(failed);
        due.addAll(failed);
        failed.clear();
      }
      due.addAll(fresh);
      fresh.clear();
      return due;
    }

    /** All that was taken is done, but for these. */
    void allDoneBut(Set<E> again, long now) {
      if (failed.isEmpty() && (retried.isEmpty() || !again.containsAll(retried))) {
        pauseNanos = SHORTEST_PAUSE_NANOS;
      } else if (!retried.isEmpty()) {
        pauseNanos = Math.min(2 * pauseNanos, LONGEST_PAUSE_NANOS);
      }
      if (failed.isEmpty()) {
        retryNanos = now + pauseNanos;
      }
      for (E each : again) {
        if (!fresh.contains(each)) {
          failed.add(each);
        }
      }
    }
  }
}
