package io.loophalt.compatibility.crowd;

import io.loophalt.AgentRuns;
import io.loophalt.AgentTool;
import io.loophalt.LoopHaltException;
import io.loophalt.RunScope;
import io.loophalt.compatibility.report.Lifeline;
import io.loophalt.compatibility.report.Report;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;

/**
 * One run on which many threads work at once, virtual ones where the JDK has them: as many tool
 * bodies run as its ceiling allows, a halt stops all of them, and a reset lets all of them go on.
 */
@SuppressWarnings("try") // the scopes are what the tries are in
public final class SharedRun {

  private static final int THREADS = 64;
  private static final int CALLS = 50;

  private static final AtomicInteger BODIES = new AtomicInteger();

  private SharedRun() {}

  /** Entry point. */
  public static void main(String[] args) throws Exception {
    Lifeline.hold();
    boolean virtual = Runtime.version().feature() >= 21;
    ExecutorService threads = virtual ? virtualThreads() : Executors.newFixedThreadPool(THREADS);
    Report.fact("virtual", virtual);
    Report.fact("bodies of one run", bodiesOfOneRun(threads));
    Report.fact("bodies of its children", bodiesOfChildren(threads));
    Report.fact("bodies after the halt was seen", bodiesAfterTheHaltWasSeen(threads));
    threads.shutdown();
    Report.fact("done", true);
  }

  private static int bodiesOfOneRun(ExecutorService threads) throws Exception {
    BODIES.set(0);
    try (RunScope scope = AgentRuns.open("capped")) {
      onAll(threads, SharedRun::work);
    }
    return BODIES.get();
  }

  private static int bodiesOfChildren(ExecutorService threads) throws Exception {
    BODIES.set(0);
    try (RunScope scope = AgentRuns.open("capped")) {
      onAll(
          threads,
          thread -> {
            try (RunScope child = AgentRuns.open("child")) {
              work(thread);
            }
          });
    }
    return BODIES.get();
  }

  private static void work(int thread) {
    for (int call = 0; call < CALLS; call++) {
      try {
        answer("question " + call + " of " + thread);
      } catch (LoopHaltException halted) {
        // The next call is refused, too.
      }
    }
  }

  private static int bodiesAfterTheHaltWasSeen(ExecutorService threads) throws Exception {
    AtomicBoolean seen = new AtomicBoolean();
    AtomicInteger tooLate = new AtomicInteger();
    AtomicInteger haltedAfterReset = new AtomicInteger();
    try (RunScope scope = AgentRuns.open("free")) {
      onAll(
          threads,
          thread -> {
            for (int call = 0; call < CALLS; call++) {
              boolean mustHalt = seen.get();
              try {
                fail("the same");
              } catch (LoopHaltException halted) {
                seen.set(true);
              } catch (IllegalStateException ran) {
                tooLate.addAndGet(mustHalt ? 1 : 0);
              }
            }
          });
      Report.fact("halted", seen);
      AgentRuns.reset();
      onAll(
          threads,
          thread -> {
            try {
              answer("question of " + thread);
            } catch (LoopHaltException halted) {
              haltedAfterReset.incrementAndGet();
            }
          });
    }
    Report.fact("halted after the reset", haltedAfterReset);
    return tooLate.get();
  }

  /** Gives each thread its number and waits for all. */
  private static void onAll(ExecutorService threads, IntConsumer work) throws Exception {
    List<Future<?>> all = new ArrayList<>();
    for (int i = 0; i < THREADS; i++) {
      int number = i;
      all.add(threads.submit(AgentRuns.wrap(() -> work.accept(number))));
    }
    for (Future<?> each : all) {
      each.get();
    }
  }

  @AgentTool(name = "answer")
  private static String answer(String question) {
    BODIES.incrementAndGet();
    return "an answer to " + question;
  }

  @AgentTool(name = "fail")
  private static void fail(String what) {
    throw new IllegalStateException("cannot do " + what);
  }

  /** By reflection, because this is compiled for JDK 17. */
  private static ExecutorService virtualThreads() throws ReflectiveOperationException {
    return (ExecutorService)
        Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
  }
}
