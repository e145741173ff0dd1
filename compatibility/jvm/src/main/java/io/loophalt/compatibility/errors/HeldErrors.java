package io.loophalt.compatibility.errors;

import io.loophalt.AgentRuns;
import io.loophalt.AgentTool;
import io.loophalt.LoopHaltException;
import io.loophalt.RunScope;
import io.loophalt.compatibility.report.Lifeline;
import io.loophalt.compatibility.report.Report;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Nobody can write to standard error, and yet one run has much to be told of and another one works:
 * with the argument {@code lock}, its lock is held by a thread that waits for both; with {@code
 * pipe}, nobody reads what is written, and it is full.
 */
@SuppressWarnings("try") // the scopes are what the tries are in
public final class HeldErrors {

  private static final int MORE_THAN_FITS = 1 << 22;

  private HeldErrors() {}

  /** Entry point. */
  public static void main(String[] args) throws Exception {
    Lifeline.hold();
    ExecutorService threads = Executors.newCachedThreadPool(HeldErrors::daemon);
    try (RunScope scope = AgentRuns.open("warm-up")) {
      look("warm-up");
    }
    if (args[0].equals("lock")) {
      synchronized (System.err) {
        work(threads);
      }
    } else {
      Future<?> shouting = threads.submit(() -> System.err.print("x".repeat(MORE_THAN_FITS)));
      work(threads);
      Report.fact("everything was read", shouting.isDone());
    }
    Report.fact("done", true);
    System.exit(0);
  }

  private static void work(ExecutorService threads) throws Exception {
    Future<Integer> stuck = threads.submit(HeldErrors::haltedRuns);
    Future<Integer> healthy = threads.submit(HeldErrors::healthyCalls);
    Report.fact("halted", stuck.get());
    Report.fact("healthy calls", healthy.get());
  }

  private static int haltedRuns() {
    int halted = 0;
    for (int run = 0; run < 600; run++) {
      try (RunScope scope = AgentRuns.open("stuck")) {
        for (int call = 0; call < 9; call++) {
          look("the same");
        }
      } catch (LoopHaltException expected) {
        halted++;
      }
    }
    return halted;
  }

  private static int healthyCalls() {
    try (RunScope scope = AgentRuns.open("healthy")) {
      int calls = 0;
      for (int page = 0; page < 2_000; page++) {
        calls += look("page " + page).isEmpty() ? 0 : 1;
      }
      return calls;
    }
  }

  @AgentTool(name = "look")
  private static String look(String at) {
    return "what is at " + at;
  }

  private static Thread daemon(Runnable work) {
    Thread thread = new Thread(work);
    thread.setDaemon(true);
    return thread;
  }
}
