package io.loophalt.compatibility.executors;

import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.RecursiveAction;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/** Executors of the JDK. */
@SuppressWarnings("FutureReturnValueIgnored") // the work itself tells that it is done
final class JdkWays {

  private static final int DEPTH = 40;

  private JdkWays() {}

  static void addTo(Map<String, Way> ways) {
    ExecutorService pool = Executors.newFixedThreadPool(2);
    ways.put("execute", pool::execute);
    ways.put("submit", pool::submit);
    ways.put("submit a callable", work -> pool.submit(Executors.callable(work)));
    ways.put("invoke all", work -> pool.invokeAll(List.of(Executors.callable(work))));
    ways.put(
        "completion service",
        work -> new ExecutorCompletionService<Object>(pool).submit(Executors.callable(work)));
    ExecutorService single = Executors.newSingleThreadExecutor();
    ways.put("single thread", single::submit);
    ScheduledExecutorService scheduler = Executors.newScheduledThreadPool(1);
    ways.put("scheduler", scheduler::submit);
    ways.put("scheduled for now", work -> scheduler.schedule(work, 0, TimeUnit.SECONDS));
    ForkJoinPool forkJoin = new ForkJoinPool(2);
    ways.put("fork/join execute", forkJoin::execute);
    ways.put("fork/join submit", work -> forkJoin.submit(Executors.callable(work)));
    ways.put("common pool", ForkJoinPool.commonPool()::execute);
    ways.put("fork", work -> ForkJoinTask.adapt(work).fork());
    ways.put("invoke", work -> forkJoin.invoke(new Halves(work)));
    ways.put("deep parts", work -> forkJoin.execute(new Deep(DEPTH, work)));
    ways.put("parallel stream", JdkWays::inParallel);
    ForkJoinPool wide = new ForkJoinPool(64);
    ways.put("parallel stream in a wide pool", work -> wide.submit(() -> inParallel(work)));
    futures(ways, pool, scheduler);
    virtual(ways);
    own(ways, pool);
  }

  private static void own(Map<String, Way> ways, ExecutorService pool) {
    ExecutorService oneThread = new OwnExecutors.OneThread();
    ways.put("own execute", oneThread::execute);
    ways.put("own submit", oneThread::submit);
    ways.put("own invoke all", work -> oneThread.invokeAll(List.of(Executors.callable(work))));
    ways.put("own with a thread for each", new OwnExecutors.ThreadForEach()::execute);
    ways.put("own that delegates", new OwnExecutors.Delegating(pool)::execute);
    ways.put("own that delegates to own", new OwnExecutors.Delegating(oneThread)::execute);
    ways.put("own that wraps", new OwnExecutors.Wrapping(pool)::execute);
    ExecutorService closed = Executors.newFixedThreadPool(1);
    closed.shutdown();
    Executor refusing = new OwnExecutors.Delegating(closed);
    ways.put("own that tries another", new OwnExecutors.Trying(refusing, pool)::execute);
    ways.put("own serial", new OwnExecutors.Serial(pool)::execute);
    Runnable[] again = new Runnable[1];
    Executor wrapping = new OwnExecutors.Wrapping(pool);
    Runnable same = () -> again[0].run();
    ways.put(
        "one object, each time in another run",
        work -> {
          again[0] = work;
          wrapping.execute(same);
        });
  }

  /** Has parts that have parts, as whatever is halved again and again. */
  private static final class Deep extends RecursiveAction {
    private static final long serialVersionUID = 1;

    private final int depth;
    private final transient Runnable work;

    Deep(int depth, Runnable work) {
      this.depth = depth;
      this.work = work;
    }

    @Override
    protected void compute() {
      if (depth == 0) {
        work.run();
      } else {
        new Deep(depth - 1, work).fork().join();
      }
    }
  }

  /** The part that another worker takes. */
  private static final class Halves extends RecursiveAction {
    private static final long serialVersionUID = 1;

    private final transient Runnable work;

    Halves(Runnable work) {
      this.work = work;
    }

    @Override
    protected void compute() {
      CountDownLatch done = new CountDownLatch(1);
      ForkJoinTask.adapt(
              () -> {
                work.run();
                done.countDown();
              })
          .fork();
      try {
        // This worker does not help, and the pool must know that: it wakes another one.
        ForkJoinPool.managedBlock(new Opened(done));
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  /**
   * Waits for a latch, and has the pool look again now and then whether another worker is needed.
   * JDK 17's looks only into what came from outside when its last worker but this one goes to
   * sleep, so that a part which was forked at that moment would lie there for ever.
   */
  private record Opened(CountDownLatch latch) implements ForkJoinPool.ManagedBlocker {

    @Override
    public boolean block() throws InterruptedException {
      return latch.await(10, TimeUnit.MILLISECONDS);
    }

    @Override
    public boolean isReleasable() {
      return latch.getCount() == 0;
    }
  }

  /** Once, on whatever thread takes the last of the elements. */
  private static void inParallel(Runnable work) {
    IntStream.range(0, 64)
        .parallel()
        .forEach(
            each -> {
              if (each == 63) {
                work.run();
              }
            });
  }

  private static void futures(
      Map<String, Way> ways, ExecutorService pool, ScheduledExecutorService timer) {
    ways.put("run async", CompletableFuture::runAsync);
    ways.put("supply async", work -> CompletableFuture.supplyAsync(result(work)));
    ways.put("run async in a pool", work -> CompletableFuture.runAsync(work, pool));
    Executor own = task -> new Thread(task).start();
    ways.put(
        "run async in an executor of one's own", work -> CompletableFuture.runAsync(work, own));
    ways.put("async stage", work -> elsewhere(timer).thenRunAsync(work));
    ways.put("async stage in a pool", work -> elsewhere(timer).thenApplyAsync(of(work), pool));
    ways.put("stage", work -> elsewhere(timer).thenRun(work));
    ways.put("accepting stage", work -> elsewhere(timer).thenAccept(any -> work.run()));
    ways.put("applying stage", work -> elsewhere(timer).thenApply(of(work)));
    ways.put("handling stage", work -> elsewhere(timer).handle((any, no) -> result(work).get()));
    ways.put("telling stage", work -> elsewhere(timer).whenComplete((any, no) -> work.run()));
    ways.put(
        "composed stage",
        work -> elsewhere(timer).thenCompose(any -> CompletableFuture.runAsync(work)));
    ways.put("failed stage", work -> failing(timer).exceptionally(no -> result(work).get()));
    ways.put(
        "stage of both",
        work -> elsewhere(timer).thenAcceptBoth(elsewhere(timer), (a, b) -> work.run()));
    ways.put(
        "stage of either",
        work -> elsewhere(timer).runAfterEither(new CompletableFuture<>(), work));
  }

  private static java.util.function.Supplier<Object> result(Runnable work) {
    return () -> {
      work.run();
      return "";
    };
  }

  private static java.util.function.Function<Object, Object> of(Runnable work) {
    return any -> result(work).get();
  }

  /** Completed by a thread that is in no run, when the stage has long been added. */
  static CompletableFuture<Object> elsewhere(ScheduledExecutorService timer) {
    CompletableFuture<Object> future = new CompletableFuture<>();
    timer.schedule(() -> future.complete(""), 20, TimeUnit.MILLISECONDS);
    return future;
  }

  private static CompletableFuture<Object> failing(ScheduledExecutorService timer) {
    CompletableFuture<Object> future = new CompletableFuture<>();
    timer.schedule(
        () -> future.completeExceptionally(new IllegalStateException()), 20, TimeUnit.MILLISECONDS);
    return future;
  }

  /** By reflection, because this is compiled for JDK 17. */
  private static void virtual(Map<String, Way> ways) {
    if (Runtime.version().feature() < 21) {
      return;
    }
    ExecutorService threads;
    try {
      threads =
          (ExecutorService)
              Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
    ways.put("virtual execute", threads::execute);
    ways.put("virtual submit", threads::submit);
    Callable<Object> nothing = () -> "";
    ways.put(
        "virtual invoke all",
        work -> threads.invokeAll(List.of(Executors.callable(work), nothing)));
  }
}
