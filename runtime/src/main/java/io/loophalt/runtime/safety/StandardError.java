package io.loophalt.runtime.safety;

import io.loophalt.core.failure.ThreadStop;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.Charset;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Prints on standard error, past {@code System.err}, whose lock belongs to the application: while
 * the agent starts at once, later from a daemon thread of its own, which the first message starts.
 * So a terminal that is held, or a pipe that nobody reads, holds up no call.
 *
 * <p>Messages keep their order. Of too many that wait, the newest are dropped and counted, unless
 * they are urgent. Those that wait when the JVM ends are printed, if that takes no longer than
 * {@link #END_WAIT}. Thread-safe.
 */
public final class StandardError implements Log.Lines {

  /** How long the end of the JVM waits for messages that could not be printed yet. */
  static final Duration END_WAIT = Duration.ofMillis(500);

  private static final int MOST_WAITING = 1_000;

  /** What stands in the queue: a message, or somebody who waits for those before. */
  private record Entry(
      @Nullable String message, boolean urgent, @Nullable CountDownLatch reached) {}

  private final FileOutputStream out = new FileOutputStream(FileDescriptor.err);
  private final Queue<Entry> waiting = new ConcurrentLinkedQueue<>();

  /** How many of those in the queue are not urgent. */
  private final AtomicInteger ordinary = new AtomicInteger();

  private final AtomicInteger dropped = new AtomicInteger();

  // Made before any message: a thread holds on to the application whose thread has made it.
  /** No {@link OwnThread}: each class more is one that a start loads. */
  private final Thread printer = new Thread(null, new Printing(), "loophalt-log", 0, false);

  private final Thread end = new Thread(null, new Ending(), "loophalt-log-end", 0, false);

  private volatile boolean started;
  private volatile boolean parked;

  /** Whether the agent is there, and its messages come out of calls of the application. */
  private volatile boolean inUse;

  /** When nothing is waited for any more, by {@link System#nanoTime}; once {@link #ends}. */
  private volatile long endNanos;

  private volatile boolean ends;

  /** For the whole JVM. */
  public StandardError() {
    printer.setDaemon(true);
    printer.setContextClassLoader(null);
    end.setContextClassLoader(null);
  }

  /** A class instead of a lambda, which would cost start-up time. */
  private final class Printing implements Runnable {
    @Override
    public void run() {
      printAsTheyCome();
    }
  }

  /** A class instead of a lambda, which would cost start-up time. */
  private final class Ending implements Runnable {
    @Override
    public void run() {
      end();
      awaitPrinted();
    }
  }

  /** From now on whoever has a message does not print it himself. */
  public void handOver() {
    inUse = true;
  }

  @Override
  public void print(String message, boolean urgent) {
    if (!inUse) {
      write(message);
    } else if (urgent) {
      add(new Entry(message, true, null));
    } else if (ordinary.incrementAndGet() <= MOST_WAITING) {
      add(new Entry(message, false, null));
    } else {
      ordinary.decrementAndGet();
      dropped.incrementAndGet();
    }
    if (ends) {
      awaitPrinted();
    }
  }

  private void add(Entry entry) {
    waiting.add(entry);
    if (!started) {
      start();
    }
    if (parked) {
      LockSupport.unpark(printer);
    }
  }

  private synchronized void start() {
    if (!started) {
      try {
        // It runs already where the thread that started it was stopped a moment too early.
        if (printer.getState() == Thread.State.NEW) {
          printer.start();
        }
        started = true;
        Runtime.getRuntime().addShutdownHook(end);
      } catch (OutOfMemoryError noThread) {
        return; // The message waits for the next one.
      } catch (IllegalStateException endsAlready) {
        end();
      }
    }
  }

  /** The JVM ends: its other hooks may have something to say, and it does not wait for daemons. */
  private void end() {
    endNanos = System.nanoTime() + END_WAIT.toNanos();
    ends = true;
  }

  private void awaitPrinted() {
    CountDownLatch reached = new CountDownLatch(1);
    add(new Entry(null, true, reached));
    try {
      if (!reached.await(endNanos - System.nanoTime(), TimeUnit.NANOSECONDS)) {
        return; // Who reads standard error is slower than the end may be.
      }
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException | Error refused) {
      ThreadStop.passOn(refused);
      return; // A thread that must not block, which is how BlockHound has it.
    }
  }

  private void printAsTheyCome() {
    while (true) {
      parked = true;
      if (waiting.isEmpty() && !Thread.interrupted()) {
        LockSupport.park(this); // Who is interrupted, by whomever, does not wait.
      }
      parked = false;
      for (Entry next = waiting.poll(); next != null; next = waiting.poll()) {
        print(next);
      }
    }
  }

  private void print(Entry entry) {
    String message = entry.message();
    CountDownLatch reached = entry.reached();
    if (message != null) {
      write(message);
      if (!entry.urgent()) {
        ordinary.decrementAndGet();
      }
    }
    if (waiting.isEmpty() && dropped.get() > 0) {
      write("[loophalt] " + dropped.getAndSet(0) + " messages were dropped: nobody read them");
    }
    if (reached != null) {
      reached.countDown();
    }
  }

  /** In one piece, so that a line of the application's does not end up in the middle. */
  private void write(String message) {
    try {
      out.write((message + System.lineSeparator()).getBytes(Encoding.OF_STANDARD_ERROR));
    } catch (IOException closed) {
      return; // There is nobody else to tell.
    } catch (RuntimeException | Error broken) {
      return; // Nor here; the thread goes on.
    }
  }

  /** What {@code System.err} encodes with, under its names in the JDKs from 17 on. */
  private static final class Encoding {
    static final Charset OF_STANDARD_ERROR = find();

    private static Charset find() {
      String name = System.getProperty("stderr.encoding");
      name = name != null ? name : System.getProperty("sun.stderr.encoding");
      name = name != null ? name : System.getProperty("native.encoding");
      return name != null && Charset.isSupported(name)
          ? Charset.forName(name)
          : Charset.defaultCharset();
    }
  }
}
