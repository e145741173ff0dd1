package io.loophalt.endurance;

import io.loophalt.AgentRuns;
import io.loophalt.AgentTool;
import io.loophalt.LoopHaltException;
import io.loophalt.RunScope;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A busy application under the real agent, for as long as it is given: conversations on a shared
 * pool, most of them healthy, some stuck, some never closed, some on threads of their own.
 *
 * <p>It fails if a stuck one is not halted at its fifth call, if a healthy one is halted, or if the
 * heap that is alive after a collection is larger in the last third than in the first.
 */
@SuppressWarnings("try") // A scope says where a run ends; nothing else is asked of it.
public final class Soak {

  private static final String USAGE = "usage: endurance/soak MINUTES";

  private static final int THREADS = 4;
  private static final int CONVERSATIONS_A_ROUND = 2_000;
  private static final int HALT_AT = 5;

  /** What tables and compiled code may still grow by, beyond the first third. */
  private static final double MORE_HEAP = 1.1;

  private static final long SLACK_BYTES = 2_000_000;

  private final AtomicLong calls = new AtomicLong();
  private final AtomicLong halts = new AtomicLong();
  private final ExecutorService pool = Executors.newFixedThreadPool(THREADS);

  /** Of their own: a conversation that waits for an answer keeps a thread of the pool. */
  private final ExecutorService answers = Executors.newFixedThreadPool(THREADS);

  private Soak() {}

  /**
   * Entry point.
   *
   * @param arguments how many minutes; part of one will do
   */
  public static void main(String[] arguments) throws InterruptedException {
    if (arguments.length != 1) {
      System.err.println(USAGE);
      System.exit(2);
    }
    long nanos = (long) (Double.parseDouble(arguments[0]) * 60e9);
    try (RunScope probe = AgentRuns.open("soak")) {
      if (probe == null || AgentRuns.currentRunId().isEmpty()) {
        System.err.println(
            "soak: there is no agent; start it with -javaagent, as endurance/soak does");
        System.exit(2);
      }
    }
    boolean passed = false;
    try {
      passed = new Soak().run(nanos);
    } catch (ExecutionException wrong) {
      System.err.println("soak: " + wrong.getCause());
    }
    System.exit(passed ? 0 : 1); // threads of the pools are no reason to stay
  }

  private boolean run(long nanos) throws InterruptedException, ExecutionException {
    List<Long> alive = new ArrayList<>();
    List<Double> micros = new ArrayList<>();
    long begin = System.nanoTime();
    long conversation = 0;
    while (alive.size() < 3 || System.nanoTime() - begin < nanos) {
      long before = System.nanoTime();
      long callsBefore = calls.get();
      List<Future<?>> round = new ArrayList<>();
      for (int i = 0; i < CONVERSATIONS_A_ROUND; i++) {
        long number = conversation++;
        round.add(pool.submit(() -> converse(number)));
      }
      for (Future<?> each : round) {
        each.get(); // a wrong verdict ends the soak here
      }
      micros.add((System.nanoTime() - before) / 1e3 / (calls.get() - callsBefore));
      alive.add(aliveBytes());
    }
    pool.shutdown();
    answers.shutdown();
    int third = Math.max(1, alive.size() / 3);
    long first = most(alive.subList(0, third));
    long last = most(alive.subList(alive.size() - third, alive.size()));
    System.out.printf(
        Locale.ROOT,
        "%,d conversations, %,d calls, %,d halts in %.1f min%n"
            + "alive after collection: %.1f MB in the first third, %.1f MB in the last%n"
            + "wall-clock time a call: %.2f us in the first round, %.2f us in the last%n",
        conversation,
        calls.get(),
        halts.get(),
        (System.nanoTime() - begin) / 60e9,
        first / 1e6,
        last / 1e6,
        micros.get(0),
        micros.get(micros.size() - 1));
    if (last > first * MORE_HEAP + SLACK_BYTES) {
      System.err.println("soak: the heap grows");
      return false;
    }
    return true;
  }

  private void converse(long number) {
    switch ((int) (number % 20)) {
      case 0, 1 -> stuck(number);
      case 2 -> stuckWithFutures(number);
      case 3 -> neverClosed(number);
      case 4 -> onAnotherThread(number);
      case 5 -> failing(number);
      default -> healthy("healthy-" + number % 7, number);
    }
  }

  private void healthy(String task, long number) {
    try (RunScope run = AgentRuns.open(task, "id-" + number)) {
      for (int i = 0; i < 20; i++) {
        look("q" + i, number);
      }
    }
  }

  private void stuck(long number) {
    try (RunScope run = AgentRuns.open("stuck", "id-" + number)) {
      expectHalt(() -> look("the same", number));
    }
  }

  private void stuckWithFutures(long number) {
    try (RunScope run = AgentRuns.open("stuck-async")) {
      expectHalt(
          () -> {
            try {
              lookLater("the same", number).join();
            } catch (CompletionException later) {
              if (later.getCause() instanceof LoopHaltException halt) {
                throw halt;
              }
              throw later;
            }
          });
    }
  }

  private void failing(long number) {
    try (RunScope run = AgentRuns.open("failing")) {
      expectHalt(
          () -> {
            try {
              fail(number);
            } catch (IllegalStateException failure) {
              // as the loops of frameworks do
            }
          });
    }
  }

  /** The thread of its own dies with a run that was left open. */
  @SuppressWarnings("resource")
  private void neverClosed(long number) {
    Thread thread =
        new Thread(
            () -> {
              RunScope leftOpen = AgentRuns.open("left-open-" + number);
              look(leftOpen == null ? "" : "q", number);
            });
    thread.start();
    join(thread);
  }

  private void onAnotherThread(long number) {
    try (RunScope run = AgentRuns.open("parts")) {
      for (int i = 0; i < 5; i++) {
        String query = "part " + i;
        Thread thread = new Thread(AgentRuns.wrap((Runnable) () -> look(query, number)));
        thread.start();
        join(thread);
      }
    }
  }

  private void expectHalt(Runnable call) {
    for (int i = 1; i <= HALT_AT + 1; i++) {
      try {
        call.run();
      } catch (LoopHaltException halt) {
        if (i == HALT_AT) {
          halts.incrementAndGet();
          return;
        }
        throw new IllegalStateException("halted at call " + i, halt);
      }
    }
    throw new IllegalStateException("not halted");
  }

  private static void join(Thread thread) {
    try {
      thread.join();
    } catch (InterruptedException e) {
      throw new IllegalStateException("nobody interrupts this", e);
    }
  }

  private static long aliveBytes() {
    System.gc();
    System.gc();
    Runtime runtime = Runtime.getRuntime();
    return runtime.totalMemory() - runtime.freeMemory();
  }

  private static long most(List<Long> values) {
    return values.stream().mapToLong(Long::longValue).max().orElse(0);
  }

  /** A tool. */
  @AgentTool
  String look(String query, long number) {
    calls.incrementAndGet();
    return "answer to " + query + " of " + number;
  }

  /** A tool whose answer comes later. */
  @AgentTool
  CompletableFuture<String> lookLater(String query, long number) {
    calls.incrementAndGet();
    return CompletableFuture.supplyAsync(() -> "answer to " + query + " of " + number, answers);
  }

  /** A tool that fails. */
  @AgentTool
  void fail(long number) {
    calls.incrementAndGet();
    throw new IllegalStateException("conversation " + number + " has no such file");
  }
}
