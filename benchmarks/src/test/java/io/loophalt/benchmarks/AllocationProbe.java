package io.loophalt.benchmarks;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/** Prints how many bytes the calling thread allocates in {@value #CALLS} warm calls of a tool. */
public final class AllocationProbe {

  static final int CALLS = 100_000;

  private static final int ROUNDS = 5;

  private AllocationProbe() {}

  /** Prints the least of several rounds: what a compilation in between allocates is no call's. */
  public static void main(String[] arguments) {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    HealthyCalls calls = new HealthyCalls();
    calls.checkThatCallsAreWatchedIfTheyShouldBe();
    long least = Long.MAX_VALUE;
    for (int round = 0; round < ROUNDS; round++) {
      long before = threads.getCurrentThreadAllocatedBytes();
      for (int i = 0; i < CALLS; i++) {
        calls.call();
      }
      least = Math.min(least, threads.getCurrentThreadAllocatedBytes() - before);
    }
    calls.checkThatNothingWasNudgedOrHalted();
    System.out.println(least);
  }
}
