package io.loophalt.compatibility.executors;

import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;

/** Executors as applications write them, which are nothing that the JDK knows. */
final class OwnExecutors {

  private OwnExecutors() {}

  /**
   * A queue, and a thread that empties it. That runs each task in a method that begins anew,
   * because a thread stays in the code that a method had when it began.
   */
  static final class OneThread extends AbstractExecutorService {
    final BlockingQueue<Runnable> queue = new LinkedBlockingQueue<>();

    OneThread() {
      Thread thread = new Thread(new Worker());
      thread.setDaemon(true);
      thread.start();
    }

    private final class Worker implements Runnable {
      @Override
      public void run() {
        try {
          while (true) {
            runNext();
          }
        } catch (InterruptedException toldToEnd) {
          Thread.currentThread().interrupt();
        }
      }

      private void runNext() throws InterruptedException {
        queue.take().run();
      }
    }

    @Override
    public void execute(Runnable task) {
      queue.add(task);
    }

    @Override
    public void shutdown() {}

    @Override
    public List<Runnable> shutdownNow() {
      return List.copyOf(queue);
    }

    @Override
    public boolean isShutdown() {
      return false;
    }

    @Override
    public boolean isTerminated() {
      return false;
    }

    @Override
    public boolean awaitTermination(long timeout, TimeUnit unit) {
      return false;
    }
  }

  /** A thread for each task. */
  static final class ThreadForEach implements Executor {
    private int threads;

    @Override
    public void execute(Runnable task) {
      new Thread(task, "own " + ++threads).start();
    }
  }

  /** Gives the same object on. */
  record Delegating(Executor executor) implements Executor {
    @Override
    public void execute(Runnable task) {
      executor.execute(task);
    }
  }

  /** Gives the same object to one that may refuse it, and then to another one. */
  record Trying(Executor first, Executor second) implements Executor {
    @Override
    public void execute(Runnable task) {
      try {
        first.execute(task);
      } catch (RejectedExecutionException full) {
        second.execute(task);
      }
    }
  }

  /** Gives the same object to both. */
  record ToBoth(Executor first, Executor second) implements Executor {
    @Override
    public void execute(Runnable task) {
      first.execute(task);
      second.execute(task);
    }
  }

  /** Gives on what runs the task in the end, by a class that knows of no executor. */
  record Wrapping(Executor executor) implements Executor {
    @Override
    public void execute(Runnable task) {
      executor.execute(new Wrapped(task));
    }
  }

  /** What anybody wraps. */
  private record Wrapped(Runnable task) implements Runnable {
    @Override
    public void run() {
      task.run();
    }
  }

  /** One task after another, whoever's they are: the first starts a task that empties the queue. */
  static final class Serial implements Executor {
    private final Queue<Runnable> queue = new ArrayDeque<>();
    private final Executor executor;
    private boolean isBusy;

    Serial(Executor executor) {
      this.executor = executor;
    }

    @Override
    public synchronized void execute(Runnable task) {
      queue.add(task);
      if (!isBusy) {
        isBusy = true;
        executor.execute(this::empty);
      }
    }

    private void empty() {
      for (Runnable task = next(); task != null; task = next()) {
        task.run();
      }
    }

    private synchronized Runnable next() {
      isBusy = !queue.isEmpty();
      return queue.poll();
    }
  }
}
