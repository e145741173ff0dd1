package io.loophalt.benchmarks;

import io.loophalt.AgentRuns;
import io.loophalt.RunScope;

/**
 * An application that prints the bytes of heap in use when all garbage is gone: at rest, or for
 * each of many runs that stay open.
 */
public final class HeapProbe {

  /** The first full collections still move what was loaded late. */
  private static final int COLLECTIONS = 4;

  private HeapProbe() {}

  /**
   * Entry point.
   *
   * @param arguments nothing for the heap at rest; else how many runs, and how many calls in each
   */
  public static void main(String[] arguments) throws InterruptedException {
    if (arguments.length == 0) {
      System.out.println(used());
      return;
    }
    int runs = Integer.parseInt(arguments[0]);
    Session session = new Session(new HealthyCalls(), Integer.parseInt(arguments[1]));
    open(session, runs); // classes are loaded, tables grow
    long before = used();
    open(session, runs);
    System.out.println((used() - before) / runs);
  }

  /** Opens each on a thread that ends without closing it: opened on one they would be nested. */
  private static void open(Session session, int runs) throws InterruptedException {
    for (int i = 0; i < runs; i++) {
      Thread thread = new Thread(session);
      thread.start();
      thread.join();
    }
  }

  private static long used() {
    for (int i = 0; i < COLLECTIONS; i++) {
      System.gc();
    }
    Runtime runtime = Runtime.getRuntime();
    return runtime.totalMemory() - runtime.freeMemory();
  }

  private record Session(HealthyCalls tools, int calls) implements Runnable {
    @Override
    @SuppressWarnings("resource") // Left open: that is what is measured.
    public void run() {
      RunScope leftOpen = AgentRuns.open("session");
      for (int i = 0; i < calls; i++) {
        tools.call();
      }
      if (leftOpen == null || AgentRuns.currentRunId().isEmpty()) {
        throw new IllegalStateException("no run was opened");
      }
    }
  }
}
