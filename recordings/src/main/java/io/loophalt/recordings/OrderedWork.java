package io.loophalt.recordings;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Does pieces of work at the same time and lets what they have to tell be heard as if they had been
 * done one after the other: on the thread that hands them out, and in the order in which it does.
 *
 * <p>Few pieces are under way at once, and each keeps little that waits to be told, so that memory
 * does not grow with their number. Not thread-safe: one thread hands out, closes, and hears. What a
 * piece throws is thrown there.
 */
public final class OrderedWork implements AutoCloseable {

  /** What a piece may keep until its turn; then it waits. */
  private static final int MOST_UNTOLD = 512;

  /** How long the thread that hears waits before it shows that it is alive. */
  private static final long TICK_MILLIS = 100;

  private final @Nullable ExecutorService workers;
  private final int mostUnderWay;
  private final Runnable tick;
  private final Deque<Piece> underWay = new ArrayDeque<>();

  /**
   * Begins with no work.
   *
   * @param threads how many pieces are done at the same time; with 1 each is done when it is handed
   *     out, on the same thread
   * @param tick is run now and then on the thread that hands out
   */
  public OrderedWork(int threads, Runnable tick) {
    this.mostUnderWay = threads + 2;
    this.tick = tick;
    this.workers =
        threads == 1
            ? null
            : Executors.newFixedThreadPool(
                threads,
                work -> {
                  Thread worker = new Thread(work, "loophalt-reading");
                  worker.setDaemon(true);
                  return worker;
                });
  }

  /**
   * Hands out a piece of work.
   *
   * @param work is given what takes that which it has to tell
   */
  public void submit(Consumer<Consumer<Runnable>> work) {
    if (workers == null) {
      work.accept(
          told -> {
            told.run();
            tick.run();
          });
      tick.run();
      return;
    }
    while (underWay.size() >= mostUnderWay) {
      hearFirst();
    }
    Piece piece = new Piece();
    underWay.add(piece);
    workers.execute(() -> piece.run(work));
    tick.run();
  }

  /** Waits until all that was handed out is done and told. */
  public void finish() {
    while (!underWay.isEmpty()) {
      hearFirst();
    }
  }

  private void hearFirst() {
    underWay.getFirst().hear(tick);
    underWay.removeFirst();
  }

  /** Gives up what is not done yet. */
  @Override
  public void close() {
    if (workers != null) {
      workers.shutdownNow();
    }
  }

  /** One piece of work and what it has not told yet. */
  private static final class Piece {

    private final Deque<Runnable> untold = new ArrayDeque<>();
    private boolean over;
    private @Nullable Throwable failure;

    void run(Consumer<Consumer<Runnable>> work) {
      Throwable thrown = null;
      try {
        work.accept(this::tell);
      } catch (Throwable any) { // Thrown again by whoever hears.
        thrown = any;
      }
      synchronized (this) {
        failure = thrown;
        over = true;
        notifyAll();
      }
    }

    private synchronized void tell(Runnable told) {
      try {
        while (untold.size() >= MOST_UNTOLD) {
          wait();
        }
      } catch (InterruptedException e) {
        throw new IllegalStateException("given up", e);
      }
      untold.add(told);
      notifyAll();
    }

    /** Runs what is told until the piece is over. */
    void hear(Runnable tick) {
      for (Runnable next = next(tick); next != null; next = next(tick)) {
        next.run();
      }
      synchronized (this) {
        if (failure instanceof Error error) {
          throw error;
        }
        if (failure instanceof RuntimeException exception) {
          throw exception;
        }
      }
    }

    private synchronized @Nullable Runnable next(Runnable tick) {
      try {
        while (untold.isEmpty() && !over) {
          wait(TICK_MILLIS);
          tick.run();
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException("interrupted", e);
      }
      Runnable next = untold.poll();
      notifyAll();
      return next;
    }
  }
}
