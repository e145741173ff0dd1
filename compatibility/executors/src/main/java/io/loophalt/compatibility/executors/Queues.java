package io.loophalt.compatibility.executors;

import io.loophalt.AgentRuns;
import io.loophalt.RunScope;
import io.loophalt.compatibility.report.Lifeline;
import io.loophalt.compatibility.report.Report;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.PriorityBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.RejectedExecutionHandler;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Looks at its tasks in the pool in each way there is, and at what becomes of those that wait until
 * their run is over.
 */
@SuppressWarnings({"try", "FutureReturnValueIgnored"}) // the scopes are what the tries are in
public final class Queues {

  private Queues() {}

  /** A pool of one thread that is held up. */
  private static final class Held extends ThreadPoolExecutor {
    final CountDownLatch open = new CountDownLatch(1);
    final List<Runnable> before = new ArrayList<>();

    Held(BlockingQueue<Runnable> queue) throws InterruptedException {
      super(1, 1, 0, TimeUnit.SECONDS, queue);
      CountDownLatch begun = new CountDownLatch(1);
      execute(
          new Ordered(0) {
            @Override
            public void run() {
              begun.countDown();
              try {
                open.await();
              } catch (InterruptedException toldToEnd) {
                Thread.currentThread().interrupt();
              }
            }
          });
      begun.await();
    }

    /** Without a word to the pool's own. */
    @Override
    protected void beforeExecute(Thread thread, Runnable task) {
      before.add(task);
    }

    void end() throws InterruptedException {
      open.countDown();
      shutdown();
      awaitTermination(10, TimeUnit.SECONDS);
    }
  }

  /** What a queue of priorities can compare. */
  private static class Ordered implements Runnable, Comparable<Ordered> {
    final int place;

    Ordered(int place) {
      this.place = place;
    }

    @Override
    public void run() {}

    @Override
    public int compareTo(Ordered other) {
      return Integer.compare(place, other.place);
    }
  }

  /** Entry point. */
  public static void main(String[] args) throws Exception {
    Lifeline.hold();
    Tools.look("the first thing"); // of no run; from now on executors are woven
    looks();
    looksIntoItsOwn();
    ordered();
    scheduled();
    rejected();
    leftToHandlers();
    over();
    halted();
    Report.fact("done", true);
    System.exit(0);
  }

  private static void looks() throws Exception {
    Held pool = new Held(new LinkedBlockingQueue<>());
    try (RunScope scope = AgentRuns.open("looks into its queue")) {
      Runnable first = new Ordered(1);
      FutureTask<String> second = new FutureTask<>(() -> "");
      Runnable third = new Ordered(3);
      pool.execute(first);
      pool.execute(second);
      pool.execute(third);
      Future<?> fourth = pool.submit(new Ordered(4));
      Report.fact(
          "queue", pool.getQueue().toArray()[0] == first && pool.getQueue().contains(second));
      Report.fact("removed", pool.remove(second) && !pool.remove(second));
      List<Runnable> left = pool.shutdownNow();
      Report.fact("left", left.size() == 3 && left.get(0) == first && left.get(1) == third);
      Report.fact("left of submit", left.get(2) == fourth);
    }
    pool.end();
    Held other = new Held(new LinkedBlockingQueue<>());
    try (RunScope scope = AgentRuns.open("looks at what begins")) {
      Runnable task = new Ordered(1);
      other.execute(task);
      other.end();
      Report.fact("begun", other.before.get(1) == task);
    }
  }

  private static void looksIntoItsOwn() {
    OwnExecutors.OneThread own = new OwnExecutors.OneThread();
    CountDownLatch open = new CountDownLatch(1);
    try (RunScope scope = AgentRuns.open("looks into a queue of its own")) {
      own.execute(() -> await(open));
      Runnable task = new Ordered(1);
      own.execute(task);
      Report.fact("own queue", own.queue.remove(task));
      open.countDown();
    }
  }

  private static void ordered() throws Exception {
    Held pool = new Held(new PriorityBlockingQueue<>());
    List<Integer> order = new ArrayList<>();
    try (RunScope scope = AgentRuns.open("has priorities")) {
      String own = Tools.run();
      for (int place : List.of(5, 3, 4)) {
        pool.execute(
            new Ordered(place) {
              @Override
              public void run() {
                order.add(Tools.run().equals(own) ? place : -place);
              }
            });
      }
      pool.end();
    }
    Report.fact("order", order);
  }

  private static void scheduled() throws Exception {
    ScheduledThreadPoolExecutor timer = new ScheduledThreadPoolExecutor(1);
    try (RunScope scope = AgentRuns.open("schedules")) {
      Future<?> later = timer.schedule(new Ordered(1), 1, TimeUnit.HOURS);
      Report.fact("scheduled", timer.getQueue().peek() == later && timer.remove((Runnable) later));
      Future<?> cancelled = timer.submit(() -> Tools.run());
      cancelled.cancel(true);
      timer.purge();
    }
    Report.fact("left of the scheduler", timer.shutdownNow().size());
  }

  /** What a pool has refused is of no run when it is handed over again. */
  private static void rejected() throws Exception {
    Held full = new Held(new LinkedBlockingQueue<>(1));
    Held other = new Held(new LinkedBlockingQueue<>());
    CompletableFuture<String> seen = new CompletableFuture<>();
    Runnable task = () -> seen.complete(Tools.run());
    String own;
    try (RunScope scope = AgentRuns.open("is rejected")) {
      own = Tools.run();
      full.execute(new Ordered(1));
      try {
        full.execute(task);
        Report.fact("rejected", false);
      } catch (RejectedExecutionException expected) {
        Report.fact("rejected", true);
      }
      full.setRejectedExecutionHandler(new ThreadPoolExecutor.CallerRunsPolicy());
      String[] byCaller = new String[1];
      full.execute(() -> byCaller[0] = Tools.run());
      Report.fact("run by the caller", own.equals(byCaller[0]));
    }
    other.execute(task);
    other.end();
    Report.fact("handed over again", seen.get(10, TimeUnit.SECONDS).equals(own) ? "in" : "out");
    full.end();
  }

  /**
   * What a handler makes of a task that its pool has no room for; and what becomes of the same
   * object in the next run, which nothing that was left of the first may confuse.
   */
  private static void leftToHandlers() throws Exception {
    leftTo("waits for room", Queues::waitForRoom);
    leftTo("hands over again", Queues::handOverAgain);
    leftTo("runs it", (task, pool) -> task.run());
    leftTo("drops it", (task, pool) -> {});
    leftTo("is the caller's", new ThreadPoolExecutor.CallerRunsPolicy());
    leftTo("discards", new ThreadPoolExecutor.DiscardPolicy());
    leftTo("discards the oldest", new ThreadPoolExecutor.DiscardOldestPolicy());
    leftTo("aborts", new ThreadPoolExecutor.AbortPolicy());
  }

  private static void waitForRoom(Runnable task, ThreadPoolExecutor pool) {
    ((Held) pool).open.countDown();
    try {
      pool.getQueue().put(task);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void handOverAgain(Runnable task, ThreadPoolExecutor pool) {
    pool.getQueue().remove();
    pool.execute(task);
  }

  private static void leftTo(String name, RejectedExecutionHandler handler) throws Exception {
    List<String> seen = new ArrayList<>();
    Runnable shared = () -> seen.add(Tools.run());
    for (int i = 0; i < 2; i++) {
      try (RunScope scope = AgentRuns.open("is left to a handler")) {
        leftBy(seen, handler, pool -> pool.execute(shared));
        leftBy(seen, handler, pool -> pool.submit(shared));
        Held other = new Held(new LinkedBlockingQueue<>());
        other.execute(shared);
        other.end();
        String own = Tools.run();
        seen.replaceAll(each -> each.equals(own) ? "in" : each);
      }
    }
    Report.fact("left to a handler that " + name, seen);
  }

  private static void leftBy(
      List<String> seen, RejectedExecutionHandler handler, Consumer<ThreadPoolExecutor> giving)
      throws Exception {
    Held full = new Held(new LinkedBlockingQueue<>(1));
    full.setRejectedExecutionHandler(handler);
    full.execute(new Ordered(1));
    int before = seen.size();
    try {
      giving.accept(full);
    } catch (RejectedExecutionException expected) {
      seen.add("refused");
    }
    full.end();
    if (seen.size() == before) {
      seen.add("nothing");
    }
  }

  /** A run that has just ended lets its tasks go; what they call is of no run, or of another. */
  private static void over() throws Exception {
    Held pool = new Held(new LinkedBlockingQueue<>());
    CompletableFuture<String> queued = new CompletableFuture<>();
    CompletableFuture<String> underWay = new CompletableFuture<>();
    CountDownLatch isOver = new CountDownLatch(1);
    java.util.concurrent.ExecutorService beside =
        java.util.concurrent.Executors.newSingleThreadExecutor();
    String own;
    Tools.reset();
    try (RunScope scope = AgentRuns.open("is over soon")) {
      own = Tools.run();
      pool.execute(
          () -> {
            Tools.look("what is left");
            queued.complete(Tools.run());
          });
      beside.execute(
          () -> {
            await(isOver);
            Tools.look("what is left, too");
            underWay.complete(Tools.run());
          });
    }
    isOver.countDown();
    pool.end();
    Report.fact(
        "queued when it ended", queued.get(10, TimeUnit.SECONDS).equals(own) ? "in" : "out");
    Report.fact(
        "under way when it ended", underWay.get(10, TimeUnit.SECONDS).equals(own) ? "in" : "out");
    Report.fact("tools of both", Tools.BODIES + " ran, " + Tools.HALTS + " halted");
  }

  /** What waits while its run is halted is refused its tools, when the run has ended as well. */
  private static void halted() throws Exception {
    Held pool = new Held(new LinkedBlockingQueue<>());
    Tools.reset();
    try (RunScope scope = AgentRuns.open("is halted")) {
      pool.execute(() -> Tools.look("something else"));
      for (int i = 0; i < 6; i++) {
        Tools.look("the same");
      }
      Report.fact("before", Tools.BODIES + " ran, " + Tools.HALTS + " halted");
      pool.execute(() -> Tools.look("something else again"));
    }
    Tools.reset();
    pool.end();
    Report.fact("queued before and after", Tools.BODIES + " ran, " + Tools.HALTS + " halted");
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
