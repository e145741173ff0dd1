package io.loophalt.operations.memory;

import io.loophalt.PrintableText;
import io.loophalt.core.event.Event;
import io.loophalt.core.event.JvmName;
import io.loophalt.core.event.LoopSeen;
import io.loophalt.core.event.RunEnded;
import io.loophalt.core.event.RunOpened;
import io.loophalt.core.failure.ThreadStop;
import io.loophalt.core.fingerprint.DigestKey;
import io.loophalt.core.memory.LoopHistory;
import io.loophalt.core.memory.LoopMemory;
import io.loophalt.core.memory.PastLoops;
import io.loophalt.runtime.policy.MemoryPolicy;
import io.loophalt.runtime.safety.OwnThread;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The memory of past loops of a live agent, kept in a file that other JVMs of the machine may
 * share, or in another place that those of other machines may share, too.
 *
 * <p>What this process learns counts for its runs at once. It is read and written by a daemon
 * thread of its own: read when it begins and, for what others have learnt, while runs are opened,
 * every ten seconds at most; written within a second of a loop, and within a minute of a run's end.
 * Between reading and writing nobody else writes.
 *
 * <p>Where the file is refused or cannot be written, that is said once, and runs of this process
 * know of each other alone. Thread-safe; whoever publishes waits for no file.
 */
public final class FileLoopMemory implements LoopMemory {

  /** How long the start of the process waits for the file. */
  private static final Duration START_WAIT = Duration.ofMillis(500);

  /** How long its end does. */
  private static final Duration END_WAIT = Duration.ofSeconds(2);

  /** What comes so soon after a loop is written along with it. */
  private static final Duration GATHERING = Duration.ofMillis(200);

  private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(10);
  private static final Duration BETWEEN_COUNTS = Duration.ofMinutes(1);

  /** A place that is away is tried again as often. */
  private static final Duration BETWEEN_TRIES = Duration.ofMillis(500);

  /** Of events that wait to be written; more than that do not go into the file. */
  private static final int MOST_PENDING = 10_000;

  private final MemoryPlace place;
  private final String digests;
  private final Duration keep;
  private final Clock clock;
  private final String process;
  private final Consumer<String> complaints;
  private final Thread worker;
  private final CountDownLatch begun = new CountDownLatch(1);

  private final Object lock = new Object();

  // Guarded by the lock; what is known is read without it.
  private volatile LoopHistory known;
  private volatile int changes;
  private final List<Event> pending = new ArrayList<>();
  private boolean loopIsPending;
  private final List<CountDownLatch> waitingForFile = new ArrayList<>();

  private final AtomicBoolean othersAreAskedFor = new AtomicBoolean();
  private volatile long lookedAt;
  private volatile boolean closed;

  // Of the worker alone.
  private long wroteAt = System.nanoTime();
  private boolean complained;
  private boolean isAway;

  private FileLoopMemory(
      MemoryPlace place, Duration keep, Clock clock, Consumer<String> complaints) {
    this.digests = DigestKey.current().name();
    this.place = place;
    this.keep = keep;
    this.clock = clock;
    this.process = JvmName.next();
    this.known = new LoopHistory(List.of(), process);
    this.complaints = complaints;
    this.worker = OwnThread.of(new Working(), "loophalt-memory");
  }

  /** A class instead of a lambda, which would cost start-up time. */
  private final class Working implements Runnable {
    @Override
    public void run() {
      work();
    }
  }

  /**
   * Begins to read the file.
   *
   * @param clock the wall clock, for what is too old
   * @param complaints told once when the file is refused or cannot be written
   */
  public static FileLoopMemory open(MemoryPolicy policy, Clock clock, Consumer<String> complaints) {
    MemoryFile file = new MemoryFile(policy.file(), DigestKey.current().name());
    return open(file, policy.keep(), clock, complaints);
  }

  /**
   * Begins to read what is kept elsewhere than in a file.
   *
   * @param keep how long a run is remembered
   * @param clock the wall clock, for what is too old
   * @param complaints told once when the place refuses
   */
  public static FileLoopMemory open(
      MemoryPlace place, Duration keep, Clock clock, Consumer<String> complaints) {
    FileLoopMemory memory = new FileLoopMemory(place, keep, clock, complaints);
    memory.worker.start();
    return memory;
  }

  /** Waits until the file is read, half a second at most. */
  public void awaitBegun() {
    await(begun, START_WAIT);
  }

  @Override
  public @Nullable PastLoops ofTask(String task) {
    return known.ofTask(task);
  }

  @Override
  public int changes() {
    return changes;
  }

  @Override
  public void publish(Event event) {
    if (event instanceof LoopSeen) {
      learn(event, /* isLoop= */ true);
      LockSupport.unpark(worker);
    } else if (event instanceof RunEnded ended) {
      if (known.ofTask(ended.task()) != null) {
        learn(event, /* isLoop= */ false);
      }
    } else if (event instanceof RunOpened && othersMayHaveLearnt()) {
      LockSupport.unpark(worker);
    }
  }

  private void learn(Event event, boolean isLoop) {
    synchronized (lock) {
      known.publish(event);
      changed();
      if (isLoop && pending.size() >= MOST_PENDING) {
        makeRoom();
      }
      if (pending.size() < MOST_PENDING) {
        pending.add(event);
        loopIsPending |= isLoop;
      }
    }
  }

  /** A loop is worth more than that one run more has ended, or than the loop before all others. */
  private void makeRoom() {
    for (int i = 0; i < pending.size(); i++) {
      if (pending.get(i) instanceof RunEnded) {
        pending.remove(i);
        return;
      }
    }
    pending.remove(0);
  }

  @SuppressWarnings("NonAtomicVolatileUpdate") // The lock is held wherever it is written.
  private void changed() {
    changes++;
  }

  private boolean othersMayHaveLearnt() {
    return System.nanoTime() - lookedAt > BETWEEN_LOOKS.toNanos()
        && othersAreAskedFor.compareAndSet(false, true);
  }

  /**
   * Waits for at most two seconds until all that was learnt is in the file. For the end of the
   * process, which does not wait for a daemon thread.
   */
  public void flush() {
    CountDownLatch written = new CountDownLatch(1);
    synchronized (lock) {
      waitingForFile.add(written);
    }
    LockSupport.unpark(worker);
    await(written, END_WAIT);
  }

  /** Flushes, and ends the thread. */
  public void close() {
    flush();
    closed = true;
    LockSupport.unpark(worker);
  }

  private static void await(CountDownLatch latch, Duration most) {
    try {
      if (!latch.await(most.toNanos(), TimeUnit.NANOSECONDS)) {
        return; // Runs go on without what the file would have told, or the file without them.
      }
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    }
  }

  private void work() {
    exchange(List.of());
    begun.countDown();
    while (!closed) {
      LockSupport.parkNanos(this, (isAway ? BETWEEN_TRIES : BETWEEN_COUNTS).toNanos());
      List<CountDownLatch> waiting = takeWaiting();
      if (waiting.isEmpty() && loopIsPending()) {
        LockSupport.parkNanos(this, GATHERING.toNanos());
        waiting = takeWaiting();
      }
      boolean countsAreDue = System.nanoTime() - wroteAt > BETWEEN_COUNTS.toNanos();
      if (!waiting.isEmpty() || loopIsPending() || countsAreDue || isAway) {
        exchange(toWrite());
      } else if (othersAreAskedFor.get()) {
        exchange(List.of());
      }
      waiting.forEach(CountDownLatch::countDown);
    }
  }

  private boolean loopIsPending() {
    synchronized (lock) {
      return loopIsPending;
    }
  }

  private List<CountDownLatch> takeWaiting() {
    synchronized (lock) {
      List<CountDownLatch> taken = List.copyOf(waitingForFile);
      waitingForFile.clear();
      return taken;
    }
  }

  private List<Event> toWrite() {
    synchronized (lock) {
      loopIsPending = false;
      return List.copyOf(pending);
    }
  }

  /** Reads what is in the file; if something was learnt since, writes it with that. */
  private void exchange(List<Event> learnt) {
    try {
      MemoryContents now =
          learnt.isEmpty() ? place.read() : place.change(before -> withLearnt(before, learnt));
      LoopHistory fresh = history(now);
      synchronized (lock) {
        // A look for what others have learnt puts off no writing.
        if (!learnt.isEmpty() || pending.isEmpty()) {
          wroteAt = System.nanoTime();
        }
        leaveOut(learnt);
        pending.forEach(fresh::publish);
        known = fresh;
        changed();
      }
      isAway = false;
    } catch (MemoryAwayException notNow) {
      isAway = true;
      isStillPending(learnt);
    } catch (IOException | RuntimeException | Error unusable) {
      ThreadStop.passOn(unusable);
      isStillPending(learnt);
      complainOnce(unusable);
    } finally {
      lookedAt = System.nanoTime();
      othersAreAskedFor.set(false);
    }
  }

  /** What is written is pending no more, but for what was left out of it meanwhile. */
  private void leaveOut(List<Event> written) {
    Set<Event> done = Collections.newSetFromMap(new IdentityHashMap<>());
    done.addAll(written);
    pending.removeIf(done::contains);
  }

  /** It is tried again with whatever comes next, and once a minute. */
  private void isStillPending(List<Event> learnt) {
    synchronized (lock) {
      loopIsPending |= learnt.stream().anyMatch(each -> each instanceof LoopSeen);
    }
  }

  private MemoryContents withLearnt(@Nullable MemoryContents before, List<Event> learnt) {
    LoopHistory history = history(before);
    learnt.forEach(history::publish);
    return new MemoryContents(digests, history.tasks());
  }

  private LoopHistory history(@Nullable MemoryContents contents) {
    LoopHistory history = new LoopHistory(contents == null ? List.of() : contents.tasks(), process);
    Instant now = clock.instant();
    history.forgetBefore(now.minus(keep));
    return history;
  }

  private void complainOnce(Throwable cause) {
    if (!complained) {
      complained = true;
      String why = cause instanceof IOException failed ? FileFailure.why(failed) : cause.toString();
      complaints.accept(
          "the memory of past loops "
              + PrintableText.of(place.name())
              + " is not used: "
              + PrintableText.of(String.valueOf(why))
              + "; runs of this process know of each other alone. "
              + place.remedy()
              + ". Said once.");
    }
  }
}
