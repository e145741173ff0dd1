package io.loophalt.benchmarks;

import io.loophalt.AgentRuns;
import io.loophalt.RunScope;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveAction;
import java.util.concurrent.RecursiveTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/**
 * One task that is handed to a pool of one thread, which does next to nothing in it. The same byte
 * code is measured without the agent, with it, and with {@code weave.executors}.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@SuppressWarnings("try") // the scopes are what the tries are in
public class TaskBenchmark {

  /** So many that waiting for the last of them costs each next to nothing. */
  private static final int TASKS = 1_000;

  private final AtomicInteger done = new AtomicInteger();
  private final ExecutorService pool = Executors.newFixedThreadPool(1);
  private final ForkJoinPool forkJoin = new ForkJoinPool(1);

  /** Has a method woven, without which nothing of executors is. */
  @Setup
  public void weave(HealthyCalls calls) {
    calls.call();
  }

  /** Ends the threads. */
  @TearDown
  public void end() {
    pool.shutdown();
    forkJoin.shutdown();
  }

  /** In a run. */
  @Benchmark
  @OperationsPerInvocation(TASKS)
  public int ofARun() throws InterruptedException {
    try (RunScope run = AgentRuns.open("tasks")) {
      return handOver(false);
    }
  }

  /** In a run, by hand. */
  @Benchmark
  @OperationsPerInvocation(TASKS)
  public int wrapped() throws InterruptedException {
    try (RunScope run = AgentRuns.open("tasks")) {
      return handOver(true);
    }
  }

  /** In no run. */
  @Benchmark
  @OperationsPerInvocation(TASKS)
  public int ofNoRun() throws InterruptedException {
    return handOver(false);
  }

  private int handOver(boolean wrapped) throws InterruptedException {
    CountDownLatch last = new CountDownLatch(1);
    for (int i = 1; i <= TASKS; i++) {
      boolean isLast = i == TASKS;
      Runnable task =
          () -> {
            done.incrementAndGet();
            if (isLast) {
              last.countDown();
            }
          };
      pool.execute(wrapped ? AgentRuns.wrap(task) : task);
    }
    last.await();
    return done.get();
  }

  /** Forked tasks of a run. */
  @Benchmark
  @OperationsPerInvocation(TASKS)
  public int forked() {
    try (RunScope run = AgentRuns.open("tasks")) {
      return forkJoin.invoke(new Forks(done));
    }
  }

  /** Forked tasks of no run. */
  @Benchmark
  @OperationsPerInvocation(TASKS)
  public int forkedOfNoRun() {
    return forkJoin.invoke(new Forks(done));
  }

  private static final class Forks extends RecursiveTask<Integer> {
    private static final long serialVersionUID = 1;

    private final AtomicInteger done;

    Forks(AtomicInteger done) {
      this.done = done;
    }

    @Override
    protected Integer compute() {
      Fork[] forks = new Fork[TASKS];
      for (int i = 0; i < TASKS; i++) {
        forks[i] = new Fork(done);
        forks[i].fork();
      }
      for (int i = TASKS - 1; i >= 0; i--) {
        forks[i].join();
      }
      return done.get();
    }
  }

  private static final class Fork extends RecursiveAction {
    private static final long serialVersionUID = 1;

    private final AtomicInteger done;

    Fork(AtomicInteger done) {
      this.done = done;
    }

    @Override
    protected void compute() {
      done.incrementAndGet();
    }
  }
}
