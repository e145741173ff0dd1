package io.loophalt.compatibility.crowd;

import io.loophalt.AgentRuns;
import io.loophalt.AgentTool;
import io.loophalt.LoopHaltException;
import io.loophalt.RunScope;
import io.loophalt.compatibility.report.Lifeline;
import io.loophalt.compatibility.report.Report;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Hundreds of runs at once whose steps share a few threads; every seventh asks the same thing for
 * ever. Each run has a thread of its own only to wait on: a virtual one where the JDK has them.
 */
public final class Crowd {

  private static final int RUNS = 300;
  private static final int STEPS = 20;
  private static final int THREADS = 4;

  /** The fifth call with the same outcome is the last. */
  private static final int HALTED_AT = 5;

  private Crowd() {}

  /** Entry point. */
  public static void main(String[] args) throws Exception {
    Lifeline.hold();
    boolean virtual = Runtime.version().feature() >= 21;
    ExecutorService owners = virtual ? virtualThreads() : Executors.newFixedThreadPool(RUNS);
    ExecutorService workers = Executors.newFixedThreadPool(THREADS);
    List<Future<Integer>> stoppedAt = new ArrayList<>();
    for (int run = 0; run < RUNS; run++) {
      int number = run;
      stoppedAt.add(owners.submit(() -> execute(number, workers)));
    }
    List<Integer> wrong = new ArrayList<>();
    int halted = 0;
    for (int run = 0; run < RUNS; run++) {
      int at = stoppedAt.get(run).get();
      halted += at > 0 ? 1 : 0;
      if (at != (isStuck(run) ? HALTED_AT : 0)) {
        wrong.add(run);
      }
    }
    owners.shutdown();
    workers.shutdown();
    Report.fact("virtual", virtual);
    Report.fact("halted", halted);
    Report.fact("wrong", wrong);
    Report.fact("done", true);
  }

  private static boolean isStuck(int run) {
    return run % 7 == 0;
  }

  /** The number of the call that was refused, 0 if the run came to its end. */
  @SuppressWarnings("try") // the scope is what the tries are in
  private static int execute(int run, ExecutorService workers) throws InterruptedException {
    try (RunScope scope = AgentRuns.open("crowd", "crowd-" + run)) {
      for (int step = 1; step <= STEPS; step++) {
        String question = isStuck(run) ? "the same" : "question " + step + " of " + run;
        try {
          workers.submit(AgentRuns.wrap(() -> answer(question))).get();
        } catch (ExecutionException e) {
          if (e.getCause() instanceof LoopHaltException) {
            return step;
          }
          throw new IllegalStateException(e);
        }
      }
      return 0;
    }
  }

  @AgentTool(name = "answer")
  private static String answer(String question) {
    return "an answer to " + question;
  }

  /** By reflection, because this is compiled for JDK 17. */
  private static ExecutorService virtualThreads() throws ReflectiveOperationException {
    return (ExecutorService)
        Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
  }
}
