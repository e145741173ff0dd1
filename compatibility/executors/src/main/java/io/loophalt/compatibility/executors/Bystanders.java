package io.loophalt.compatibility.executors;

import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.LoadingCache;
import io.loophalt.AgentRuns;
import io.loophalt.RunScope;
import io.loophalt.compatibility.report.Lifeline;
import io.loophalt.compatibility.report.Report;
import io.opentelemetry.context.Context;
import io.reactivex.rxjava3.core.Observable;
import io.reactivex.rxjava3.disposables.Disposable;
import io.reactivex.rxjava3.schedulers.Schedulers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Work that begins in a run and is not the run's: what goes on for ever, what waits for its time,
 * what libraries do for themselves, and what a thread does for others while it waits.
 */
@SuppressWarnings({"try", "FutureReturnValueIgnored"}) // nobody waits for bystanders
public final class Bystanders {

  private static final int ROUNDS = 5;

  private Bystanders() {}

  /** Entry point. */
  public static void main(String[] args) throws Exception {
    Lifeline.hold();
    ScheduledExecutorService timer = Executors.newScheduledThreadPool(2);
    ExecutorService pool = Executors.newFixedThreadPool(2);
    Tools.look("the first thing"); // of no run; from now on executors are woven
    List<String> roundsIn =
        rounds(next -> timer.scheduleAtFixedRate(next, 0, 1, TimeUnit.MILLISECONDS));
    Report.fact("at a fixed rate", roundsIn);
    Report.fact(
        "with a fixed delay",
        rounds(next -> timer.scheduleWithFixedDelay(next, 0, 1, TimeUnit.MILLISECONDS)));
    Report.fact("scheduled anew", rounds(next -> new Rescheduled(timer, next, 1).run()));
    Report.fact("submits itself", rounds(next -> pool.execute(new Again(pool, next))));
    Report.fact("submits another", rounds(next -> forEver(pool, next)));
    ExecutorService wrapping = Context.taskWrapping(pool);
    Report.fact("submits another, wrapped", rounds(next -> forEver(wrapping, next)));
    Report.fact("in an interval", rounds(Bystanders::inAnInterval));
    Report.fact("delayed future", rounds(next -> delayed(pool, next)));
    Report.fact("refreshed", refreshed(ForkJoinPool.commonPool()));
    Report.fact("refreshed, wrapped", refreshed(wrapping));
    Report.fact("behind an identity", behindAnIdentity());
    Report.fact("helped", helped());
    Report.fact("in a queue of one's own", inQueueOfOwn(pool));
    Report.fact("own, submits itself", rounds(next -> submitsItself(next)));
    Report.fact("one object for two runs", shared(pool));
    Report.fact("one object of one run", sharedByOne(pool));
    Report.fact("one object in two executors", inBoth(pool));
    Report.fact("details of a step", details(pool));
    Report.fact("done", true);
    System.exit(0);
  }

  /** Begins something in a run that goes round and round; tells which rounds were in the run. */
  private static List<String> rounds(Consumer<Runnable> begin) throws Exception {
    List<String> seen = Collections.synchronizedList(new ArrayList<>());
    CountDownLatch enough = new CountDownLatch(ROUNDS);
    String own;
    try (RunScope scope = AgentRuns.open("begins something")) {
      own = Tools.run();
      begin.accept(
          () -> {
            if (enough.getCount() > 0) {
              seen.add(Tools.run());
            }
            enough.countDown();
            if (enough.getCount() == 0) {
              throw new IllegalStateException("the last round");
            }
          });
      enough.await();
    }
    List<String> told = new ArrayList<>();
    for (String each : seen.subList(0, ROUNDS)) {
      told.add(each.equals(own) ? "in" : "out");
    }
    return told;
  }

  /** Has itself scheduled again each time. */
  private record Rescheduled(ScheduledExecutorService timer, Runnable next, int millis)
      implements Runnable {
    @Override
    public void run() {
      timer.schedule(
          () -> {
            next.run();
            run();
          },
          millis,
          TimeUnit.MILLISECONDS);
    }
  }

  /** Gives itself to the pool again each time. */
  private record Again(ExecutorService pool, Runnable next) implements Runnable {
    @Override
    public void run() {
      next.run();
      pool.execute(this);
    }
  }

  /** Gives a new task to the pool each time. */
  private static void forEver(ExecutorService pool, Runnable next) {
    pool.execute(
        () -> {
          next.run();
          forEver(pool, next);
        });
  }

  /** Whose first time is now. */
  private static void inAnInterval(Runnable next) {
    Disposable rounds =
        Observable.interval(0, 1, TimeUnit.MILLISECONDS, Schedulers.io())
            .subscribe(round -> next.run(), lastRound -> {});
    Report.fact("begun", !rounds.isDisposed());
  }

  private static void delayed(ExecutorService pool, Runnable next) {
    CompletableFuture.runAsync(
        () -> {
          next.run();
          delayed(pool, next);
        },
        CompletableFuture.delayedExecutor(1, TimeUnit.MILLISECONDS, pool));
  }

  /** Whether a cache's refreshing of what a run has asked for is done in the run. */
  private static String refreshed(Executor executor) throws Exception {
    CompletableFuture<String> run = new CompletableFuture<>();
    AtomicInteger loads = new AtomicInteger();
    LoadingCache<String, String> cache =
        Caffeine.newBuilder()
            .executor(executor)
            .refreshAfterWrite(Duration.ofNanos(1))
            .build(
                key -> {
                  if (loads.getAndIncrement() == 1) {
                    run.complete(Tools.run());
                  }
                  return "value";
                });
    Report.fact("loaded", cache.get("key"));
    try (RunScope scope = AgentRuns.open("asks a cache")) {
      Report.fact("asked for", cache.get("key"));
      return run.get(10, TimeUnit.SECONDS).equals(Tools.run()) ? "in" : "out";
    }
  }

  /** Whether somebody else's stage is of the run that has only made the one before it. */
  private static String behindAnIdentity() throws Exception {
    CompletableFuture<CompletableFuture<String>> first = new CompletableFuture<>();
    CompletableFuture<String> run = new CompletableFuture<>();
    try (RunScope scope = AgentRuns.open("makes a stage")) {
      CompletableFuture<String> flat = first.thenCompose(Function.identity());
      Thread other =
          new Thread(
              () -> {
                flat.thenRun(() -> run.complete(Tools.run()));
                first.complete(CompletableFuture.completedFuture("value"));
              });
      other.start();
      return run.get(10, TimeUnit.SECONDS).equals(Tools.run()) ? "in" : "out";
    }
  }

  /** Whether what the one worker of a pool does for others, while it waits, is of its run. */
  private static String helped() throws Exception {
    ForkJoinPool pool = new ForkJoinPool(1);
    CompletableFuture<String> foreign = new CompletableFuture<>();
    CountDownLatch isBusy = new CountDownLatch(1);
    CountDownLatch isQueued = new CountDownLatch(1);
    try (RunScope scope = AgentRuns.open("waits for another task")) {
      String own = Tools.run();
      CompletableFuture<String> waits =
          CompletableFuture.supplyAsync(
              () -> {
                isBusy.countDown();
                await(isQueued);
                return CompletableFuture.supplyAsync(Tools::run, pool).join();
              },
              pool);
      isBusy.await();
      Thread other =
          new Thread(
              () -> {
                CompletableFuture.runAsync(() -> foreign.complete(Tools.run()), pool);
                isQueued.countDown();
              });
      other.start();
      String inner = waits.get(10, TimeUnit.SECONDS);
      return (inner.equals(own) ? "its own in" : "its own out")
          + (foreign.get(10, TimeUnit.SECONDS).equals(own) ? ", foreign in" : ", foreign out");
    }
  }

  /** Whether a task that one of another run runs, as all in its queue, is in its own run. */
  private static String inQueueOfOwn(ExecutorService pool) throws Exception {
    Executor queue = new OwnExecutors.Serial(pool);
    CountDownLatch isQueued = new CountDownLatch(1);
    CompletableFuture<String> seen = new CompletableFuture<>();
    try (RunScope scope = AgentRuns.open("has the queue emptied")) {
      queue.execute(() -> await(isQueued));
    }
    try (RunScope scope = AgentRuns.open("is in the queue")) {
      queue.execute(() -> seen.complete(Tools.run()));
      isQueued.countDown();
      return seen.get(10, TimeUnit.SECONDS).equals(Tools.run()) ? "in its own" : "in another";
    }
  }

  private static void submitsItself(Runnable next) {
    ExecutorService own = new OwnExecutors.OneThread();
    own.execute(new Again(own, next));
  }

  /** One object that two runs have handed over before it was run. */
  private static List<String> shared(ExecutorService pool) throws Exception {
    return handedOverTwice(pool, "another", true);
  }

  private static List<String> sharedByOne(ExecutorService pool) throws Exception {
    return handedOverTwice(pool, "the same", false);
  }

  private static List<String> inBoth(ExecutorService pool) throws Exception {
    Executor both = new OwnExecutors.ToBoth(new OwnExecutors.OneThread(), pool);
    BlockingQueue<String> seen = new LinkedBlockingQueue<>();
    try (RunScope scope = AgentRuns.open("does it twice")) {
      both.execute(() -> seen.add(Tools.run()));
      List<String> told = new ArrayList<>();
      for (int i = 0; i < 2; i++) {
        told.add(Tools.run().equals(seen.poll(10, TimeUnit.SECONDS)) ? "in" : "out");
      }
      return told;
    }
  }

  private static List<String> handedOverTwice(ExecutorService pool, String task, boolean other)
      throws Exception {
    CountDownLatch open = new CountDownLatch(1);
    for (int i = 0; i < 2; i++) {
      pool.execute(() -> await(open));
    }
    List<String> seen = Collections.synchronizedList(new ArrayList<>());
    CountDownLatch done = new CountDownLatch(2);
    Runnable one =
        () -> {
          seen.add(Tools.run());
          done.countDown();
        };
    List<String> told = new ArrayList<>();
    try (RunScope scope = AgentRuns.open(task)) {
      pool.execute(one);
      String first = Tools.run();
      if (!other) {
        pool.execute(one);
      }
      try (RunScope inner = AgentRuns.open("inner")) {
        if (other) {
          pool.execute(one);
        }
        String second = Tools.run();
        open.countDown();
        done.await();
        for (String each : seen) {
          told.add(each.equals(first) ? "first" : each.equals(second) ? "second" : "neither");
        }
      }
    }
    return told;
  }

  /** A tool that has the same detail done on another thread each time. */
  private static String details(ExecutorService pool) throws Exception {
    Tools.reset();
    try (RunScope scope = AgentRuns.open("compares")) {
      Callable<String> each = () -> Tools.compare(pool, Tools.BODIES.get());
      for (int i = 0; i < 12; i++) {
        each.call();
      }
    }
    return Tools.BODIES + " ran";
  }

  static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
