package io.loophalt.compatibility.crowd;

import io.loophalt.AgentRun;
import io.loophalt.AgentRuns;
import io.loophalt.AgentTool;
import io.loophalt.LoopHaltException;
import io.loophalt.RunId;
import io.loophalt.RunScope;
import io.loophalt.compatibility.report.Lifeline;
import io.loophalt.compatibility.report.Report;
import io.opentelemetry.api.baggage.Baggage;
import io.opentelemetry.context.Scope;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Workers of a queue that take one step of a job each, on whatever thread, and return. */
@SuppressWarnings("try") // the scopes are what the steps are in
public final class JoinedWorkers {

  private static final int THREADS = 16;
  private static final int MOST_STEPS = 12;
  private static final int STEPS_OF_A_THREAD = 100;

  private static final AtomicInteger BODIES = new AtomicInteger();

  private JoinedWorkers() {}

  /** Entry point. */
  public static void main(String[] args) throws Exception {
    Lifeline.hold();
    Report.fact("stuck", stuck(step -> joined("order", "7", "the same")));
    Report.fact("tried again", stuck(step -> joined("order", "7", "the same")));
    Report.fact("same id of another task", stuck(step -> joined("other", "7", step)));
    Report.fact("after a reset", stuck(step -> afterReset("order", "7", step)));
    Report.fact("ended each time", stuck(step -> ended("order", "8")));
    Report.fact("by annotation", stuck(step -> onMessage(step, "9")));
    Report.fact("by baggage", stuck(step -> under("agent.run", "10")));
    Report.fact("by the baggage of anybody", stuck(step -> under("run", "10")));
    Report.fact("bodies of many at once", manyAtOnce());
    Report.fact("done", true);
  }

  /** How far a job comes of which each step is taken by another thread, one after the other. */
  private static String stuck(Work work) throws Exception {
    for (int i = 1; i <= MOST_STEPS; i++) {
      String step = "step " + i;
      FutureTask<@Nullable Void> taken = new FutureTask<>(() -> work.take(step), null);
      new Thread(taken).start();
      try {
        taken.get();
      } catch (ExecutionException failed) {
        if (failed.getCause() instanceof LoopHaltException) {
          return "halted at " + i;
        }
        throw failed;
      }
    }
    return "not halted";
  }

  /** One step of a job. */
  private interface Work {
    void take(String step);
  }

  private static void joined(String task, String id, String question) {
    try (RunScope run = AgentRuns.join(task, id)) {
      answer(question);
    }
  }

  private static void afterReset(String task, String id, String step) {
    try (RunScope run = AgentRuns.join(task, id)) {
      if (step.equals("step 1")) {
        AgentRuns.reset();
      }
      answer("another question");
    }
  }

  private static void ended(String task, String id) {
    try (RunScope run = AgentRuns.join(task, id)) {
      answer("the same");
      run.end();
    }
  }

  @AgentRun(task = "order")
  private static void onMessage(String step, @RunId String id) {
    answer("the same of job " + id + (step.isEmpty() ? "" : "."));
  }

  private static void under(String key, String id) {
    try (Scope scope = Baggage.builder().put(key, id).build().makeCurrent()) {
      answer("the same");
    }
  }

  /** Many threads enter and leave one run at the same time; its ceiling holds for all of them. */
  private static int manyAtOnce() throws Exception {
    BODIES.set(0);
    CountDownLatch begin = new CountDownLatch(THREADS);
    List<Callable<Void>> work = new ArrayList<>();
    ExecutorService pool = Executors.newFixedThreadPool(THREADS);
    for (int i = 0; i < THREADS; i++) {
      int thread = i;
      work.add(
          () -> {
            begin.countDown();
            begin.await();
            for (int step = 0; step < STEPS_OF_A_THREAD; step++) {
              try {
                joined("capped", "11", "question " + step + " of " + thread);
              } catch (LoopHaltException halted) {
                // The next one is refused, too.
              }
            }
            return null;
          });
    }
    for (Future<Void> each : pool.invokeAll(work)) {
      each.get();
    }
    pool.shutdown();
    return BODIES.get();
  }

  @AgentTool(name = "answer")
  private static String answer(String question) {
    BODIES.incrementAndGet();
    return "an answer to " + question;
  }
}
