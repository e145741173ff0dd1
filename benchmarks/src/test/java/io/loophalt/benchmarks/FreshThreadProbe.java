package io.loophalt.benchmarks;

import com.sun.management.ThreadMXBean;
import io.loophalt.AgentRuns;
import io.loophalt.RunScope;
import java.lang.management.ManagementFactory;

/**
 * Prints how many bytes a new thread allocates in its first guarded call, in a run carried to it,
 * as an agent makes one that gives each tool call a thread.
 */
public final class FreshThreadProbe {

  private static final int THREADS = 2_000;

  private FreshThreadProbe() {}

  /**
   * Prints the least of all threads: what a compilation in between allocates is no call's. Platform
   * threads, because of virtual ones the JVM does not say what they allocate; the agent makes no
   * difference between them.
   */
  @SuppressWarnings("try") // the scope is what the calls are in
  public static void main(String[] arguments) throws InterruptedException {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    HealthyCalls calls = new HealthyCalls();
    calls.checkThatCallsAreWatchedIfTheyShouldBe();
    long[] bytes = new long[THREADS];
    try (RunScope run = AgentRuns.open("many-threads")) {
      for (int i = 0; i < THREADS; i++) {
        int number = i;
        Runnable task = AgentRuns.wrap((Runnable) calls::call);
        Thread thread =
            new Thread(
                () -> {
                  long before = threads.getCurrentThreadAllocatedBytes();
                  task.run();
                  bytes[number] = threads.getCurrentThreadAllocatedBytes() - before;
                });
        thread.start();
        thread.join();
      }
      calls.checkThatNothingWasNudgedOrHalted();
    }
    long least = Long.MAX_VALUE;
    for (long each : bytes) {
      least = Math.min(least, each);
    }
    System.out.println(least);
  }
}
