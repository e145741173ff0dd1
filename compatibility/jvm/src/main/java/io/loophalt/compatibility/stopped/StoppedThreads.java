package io.loophalt.compatibility.stopped;

import io.loophalt.AgentRun;
import io.loophalt.AgentRuns;
import io.loophalt.AgentTool;
import io.loophalt.LoopHaltException;
import io.loophalt.compatibility.report.Lifeline;
import io.loophalt.compatibility.report.Report;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiConsumer;

/**
 * Stops threads with {@code Thread.stop()} while they make tool calls, one after the other, and
 * sees what is left: of the threads, of the runs that they shared with others, and of a thread that
 * goes on. That one ends, and where the JDK stops no threads all do, because an object of the
 * application's throws what would stop one.
 */
public final class StoppedThreads {

  private static final int THREADS = 300;
  private static final int SHARED_RUNS = 150;
  private static final int STOPS_OF_ONE = 150;
  private static final int CAP = 7;
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  private static final AtomicLong CALLS = new AtomicLong();

  /** Those that are to end at their next call. */
  private static final Set<Thread> TOLD = ConcurrentHashMap.newKeySet();

  private StoppedThreads() {}

  /** Entry point. */
  public static void main(String[] args) throws Exception {
    Lifeline.hold();
    Report.fact("promise.ends.thread", endsThread(() -> promise(1)));
    // Until all classes are loaded: the JDK keeps to itself what ends a thread while it asks agents
    // about a class.
    workFor(new AtomicInteger(), 2_000);
    Report.fact("survivors", survivors());
    Report.fact("stuck.beside.the.stopped", stuckBesideTheStopped());
    Report.fact("goes.on.halted.at", goesOn());
    Report.fact("stuck.halted.at", stuck());
    Report.fact("done", true);
  }

  private static boolean endsThread(Runnable task) throws InterruptedException {
    Throwable[] end = new Throwable[1];
    Thread thread = new Thread(task);
    thread.setUncaughtExceptionHandler((ended, thrown) -> end[0] = thrown);
    thread.start();
    thread.join();
    return end[0] != null && isThreadDeath(end[0]);
  }

  private static int survivors() throws Exception {
    int survivors = 0;
    for (int i = 0; i < THREADS; i++) {
      AtomicInteger calls = new AtomicInteger();
      Thread thread = new Thread(() -> work(calls));
      thread.setDaemon(true);
      thread.start();
      await(calls, 20 + i % 17);
      stop(thread);
      thread.join(PATIENCE.toMillis());
      if (thread.isAlive()) {
        survivors++;
      }
    }
    return survivors;
  }

  /** What its run's lock was stopped in would wait for ever. */
  private static int stuckBesideTheStopped() throws Exception {
    int waiting = 0;
    for (int i = 0; i < SHARED_RUNS; i++) {
      waiting += waitsInRunOfAStoppedThread(i) ? 1 : 0;
    }
    return waiting;
  }

  @AgentRun
  private static boolean waitsInRunOfAStoppedThread(int number) throws Exception {
    AtomicInteger calls = new AtomicInteger();
    Thread stopped = new Thread(AgentRuns.wrap(() -> work(calls)));
    Thread beside = new Thread(AgentRuns.wrap(() -> workFor(calls, 100)));
    stopped.start();
    beside.setDaemon(true);
    await(calls, 5 + number % 13);
    stop(stopped);
    stopped.join(PATIENCE.toMillis());
    beside.start();
    beside.join(PATIENCE.toMillis());
    return beside.isAlive();
  }

  /**
   * A thread that survives its end because it catches everything, as those of pools do. It ends in
   * the agent's code, or in what that calls: where the JDK stops it between two instructions of a
   * woven method, no code can know that the call is over.
   */
  private static int goesOn() throws Exception {
    AtomicInteger calls = new AtomicInteger();
    AtomicInteger ends = new AtomicInteger();
    int[] haltedAt = new int[1];
    List<Throwable> others = new ArrayList<>();
    Thread thread =
        new Thread(
            () -> {
              while (ends.get() < STOPS_OF_ONE) {
                try {
                  work(calls);
                } catch (Throwable end) {
                  if (!isThreadDeath(end)) {
                    others.add(end);
                  }
                }
                ends.incrementAndGet();
              }
              haltedAt[0] = stuckOnThisThread();
            });
    thread.start();
    for (int i = 1; i <= STOPS_OF_ONE; i++) {
      await(calls, calls.get() + 3 + i % 11);
      TOLD.add(thread);
      await(ends, i);
    }
    thread.join();
    Report.fact("goes.on.other.ends", others);
    return haltedAt[0];
  }

  private static void work(AtomicInteger calls) {
    workFor(calls, Integer.MAX_VALUE);
  }

  private static void workFor(AtomicInteger calls, int times) {
    for (int i = 0; i < times; i++) {
      search("words " + CALLS.incrementAndGet());
      calls.incrementAndGet();
      if (TOLD.remove(Thread.currentThread())) {
        promise(1);
      }
    }
  }

  private static void await(AtomicInteger counter, int atLeast) {
    while (counter.get() < atLeast) {
      Thread.onSpinWait();
    }
  }

  /** By name: the method is deprecated for removal. */
  private static void stop(Thread thread) throws ReflectiveOperationException {
    if (Runtime.version().feature() < 20) {
      Thread.class.getMethod("stop").invoke(thread);
    } else {
      TOLD.add(thread);
    }
  }

  private static boolean isThreadDeath(Throwable thrown) {
    return thrown.getClass().getName().equals("java.lang.ThreadDeath");
  }

  /** By name: the class is deprecated for removal. */
  static Error threadDeath() {
    try {
      return Class.forName("java.lang.ThreadDeath")
          .asSubclass(Error.class)
          .getDeclaredConstructor()
          .newInstance();
    } catch (ReflectiveOperationException gone) {
      throw new IllegalStateException(gone);
    }
  }

  @AgentRun
  private static int stuck() {
    return stuckOnThisThread();
  }

  private static int stuckOnThisThread() {
    for (int call = 1; call <= CAP; call++) {
      try {
        search("timeout");
      } catch (LoopHaltException e) {
        return call;
      }
    }
    return 0;
  }

  @AgentTool
  private static String search(String words) {
    return words.equals("timeout") ? "no match" : newWordFor(words.hashCode()) + " is a match";
  }

  /** Who works gets on: whatever is halted here loads classes that a stop would break. */
  private static String newWordFor(int number) {
    StringBuilder word = new StringBuilder();
    for (int left = number & Integer.MAX_VALUE; word.length() < 7; left /= 26) {
      word.append((char) ('a' + left % 26));
    }
    return word.toString();
  }

  @AgentTool
  private static Object promise(int number) {
    return number > 0 ? new Promise() : "none";
  }

  private static final class Promise extends CompletableFuture<String> {
    @Override
    public CompletableFuture<String> whenComplete(
        BiConsumer<? super String, ? super Throwable> action) {
      throw threadDeath();
    }
  }
}
