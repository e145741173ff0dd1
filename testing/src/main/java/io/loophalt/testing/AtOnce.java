package io.loophalt.testing;

import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/**
 * Has two threads do something at the same moment, many times over: for what can go wrong between
 * two lines of code, where no latch can hold a thread.
 *
 * <p>The threads meet before each round, and one of them begins a little before the other, each
 * time by another distance, so that the interleavings come up.
 */
public final class AtOnce {

  private static final int STRIDES = 100;
  private static final int ROUNDS_OF_A_STRIDE = 400;
  private static final int DISTANCES = 12;
  private static final int SPINS = 1_000;

  /** What is done once, by two threads. */
  public interface Round {
    /** Done by the one thread while the other does {@link #other}. */
    void one();

    /** Done by the other. */
    void other();

    /** Afterwards, on a thread that has seen both end; throws if what came of it is wrong. */
    void check();
  }

  private final AtomicInteger arrivals = new AtomicInteger();
  private final Queue<Throwable> problems = new ConcurrentLinkedQueue<>();

  private AtOnce() {}

  /** Plays rounds until one fails its check, or all are well. Some are made before they begin. */
  public static void rounds(Supplier<Round> rounds) throws Exception {
    ExecutorService second = Executors.newSingleThreadExecutor();
    try {
      for (int i = 0; i < STRIDES; i++) {
        stride(rounds, second);
      }
    } finally {
      second.shutdown();
    }
  }

  private static void stride(Supplier<Round> rounds, ExecutorService second) throws Exception {
    List<Round> stride = new ArrayList<>();
    for (int i = 0; i < ROUNDS_OF_A_STRIDE; i++) {
      stride.add(rounds.get());
    }
    AtOnce threads = new AtOnce();
    Future<?> other =
        second.submit(
            () -> {
              for (int i = 0; i < ROUNDS_OF_A_STRIDE; i++) {
                threads.meet(i, i % 2 == 0 ? distance(i) : 0);
                threads.act(stride.get(i)::other);
              }
            });
    for (int i = 0; i < ROUNDS_OF_A_STRIDE; i++) {
      threads.meet(i, i % 2 == 0 ? 0 : distance(i));
      threads.act(stride.get(i)::one);
    }
    other.get();
    Throwable problem = threads.problems.peek();
    if (problem != null) {
      throw new AssertionError("one of the two threads failed", problem);
    }
    stride.forEach(Round::check);
  }

  /** Whatever is thrown, the other one must not wait for ever at the next meeting. */
  private void act(Runnable part) {
    try {
      part.run();
    } catch (RuntimeException | Error problem) {
      problems.add(problem);
    }
  }

  /** In readings of a variable: from one to some thousand, which takes a microsecond or two. */
  private static int distance(int round) {
    return 1 << round / 2 % DISTANCES;
  }

  /** Waits for the other one without going to sleep, which would take longer than what is tried. */
  private void meet(int round, int distance) {
    arrivals.incrementAndGet();
    for (int spins = 0; arrivals.get() < 2 * round + 2; spins++) {
      if (spins > SPINS) {
        LockSupport.parkNanos(1); // the other one may need this processor
      }
    }
    for (int lost = 0; lost < distance; lost++) {
      arrivals.get();
    }
  }
}
