package io.loophalt.operations;

import io.loophalt.PrintableText;
import io.loophalt.core.event.Event;
import io.loophalt.core.event.EventSink;
import io.loophalt.core.event.LoopSeen;
import io.loophalt.core.event.ProgressReported;
import io.loophalt.core.event.RunOpened;
import io.loophalt.core.event.RungReached;
import io.loophalt.core.event.StepTaken;
import io.loophalt.core.event.TurnTaken;
import io.loophalt.core.failure.ThreadStop;
import io.loophalt.recordings.EventJson;
import io.loophalt.runtime.policy.EventLogPolicy;
import io.loophalt.runtime.safety.OwnThread;
import io.loophalt.runtime.steering.MayWait;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Appends events to a file, one JSON object a line, from a daemon thread of its own, which is
 * started by the first of them.
 *
 * <p>{@link #publish} puts an event into a queue and returns. The queue is bounded: when it is full
 * an event is dropped and counted, but never an urgent one (a halt). {@link #awaitUrgent} waits for
 * at most {@link #URGENT_WAIT} until the urgent ones and all that came before them are in the file,
 * and not at all once the file could not be written or took longer than that, until it can be
 * written again, nor on a thread that must not be made to wait, such as an event loop's.
 *
 * <p>In the file means handed to the operating system: it survives the end of the process, however
 * sudden, not of the machine.
 *
 * <p>The file is rotated to {@code FILE.1} before the line that would make it larger than allowed,
 * see {@link RotatedFile}. An error is counted and reported once; the next line tries the file
 * anew. Nothing is ever thrown at the publisher. The file must be this process's own: two that
 * rotate one file delete each other's lines. It must be a regular file, because a pipe that nobody
 * reads would hold up halts.
 */
public final class JsonLinesSink implements EventSink, AutoCloseable {

  /** How long a halt waits for the file at most. */
  static final Duration URGENT_WAIT = Duration.ofMillis(100);

  /** How long the end of the process waits for all that is in the queue. */
  static final Duration END_WAIT = Duration.ofSeconds(2);

  /** What stands in the queue: an event, or somebody who waits for those before. */
  private record Entry(@Nullable Event event, @Nullable CountDownLatch reached) {}

  private final Path file;
  private final RotatedFile parts;
  private final boolean steps;
  private final int queueLength;
  private final Consumer<String> complaints;
  private final EventJson json;

  private final Queue<Entry> waiting = new ConcurrentLinkedQueue<>();

  /** How many of those in the queue are not urgent. */
  private final AtomicInteger ordinary = new AtomicInteger();

  private final AtomicInteger urgent = new AtomicInteger();
  private final LongAdder dropped = new LongAdder();
  private final LongAdder errors = new LongAdder();

  /** Made before any event: a thread holds on to the application whose thread has made it. */
  private final Thread writer;

  private volatile boolean started;

  /** Set by the writer before it looks whether there is nothing to do and goes to sleep. */
  private volatile boolean parked;

  private volatile boolean closed;

  /** Whether the latest line is not in the file, or was not in time: nobody waits for the next. */
  private volatile boolean failed;

  /** Only the writer uses it. */
  private boolean complained;

  private JsonLinesSink(
      String jvm, Path file, EventLogPolicy policy, Clock clock, Consumer<String> complaints) {
    this.json = new EventJson(jvm);
    this.file = file;
    this.parts = new RotatedFile(file, policy, clock, complaints);
    this.steps = policy.steps();
    this.queueLength = Math.max(1, policy.queueLength());
    this.complaints = complaints;
    this.writer = OwnThread.of(new Writing(), "loophalt-events");
  }

  /** A class instead of a lambda, which would cost start-up time. */
  private final class Writing implements Runnable {
    @Override
    public void run() {
      writeAsTheyCome();
    }
  }

  /**
   * Begins a log. The file is opened at the first event.
   *
   * @param jvm what the events say that they are of
   * @param file where to append; its directory is created if it does not exist
   * @param policy the bounds
   * @param complaints told once when the file cannot be written, and once when not rotated
   */
  public static JsonLinesSink open(
      String jvm, Path file, EventLogPolicy policy, Consumer<String> complaints) {
    return new JsonLinesSink(jvm, file, policy, Clock.systemUTC(), complaints);
  }

  /** As above, by another clock. */
  static JsonLinesSink open(
      String jvm, Path file, EventLogPolicy policy, Clock clock, Consumer<String> complaints) {
    return new JsonLinesSink(jvm, file, policy, clock, complaints);
  }

  @Override
  public void publish(Event event) {
    if (!isWritten(event)) {
      return;
    }
    if (closed) {
      dropped.increment();
    } else if (event.urgent()) {
      urgent.incrementAndGet();
      add(new Entry(event, null));
    } else if (ordinary.incrementAndGet() > queueLength) {
      ordinary.decrementAndGet();
      dropped.increment();
    } else {
      add(new Entry(event, null));
    }
  }

  /** Others may want to hear more than this log was asked to hold. */
  private boolean isWritten(Event event) {
    if (event instanceof RunOpened || event instanceof RungReached || event instanceof LoopSeen) {
      return false;
    }
    return steps
        || !(event instanceof TurnTaken
            || event instanceof StepTaken
            || event instanceof ProgressReported);
  }

  private void add(Entry entry) {
    waiting.add(entry);
    if (!started) {
      start();
    }
    if (parked) {
      LockSupport.unpark(writer);
    }
  }

  private synchronized void start() {
    if (!started) {
      try {
        // It runs already where the thread that started it was stopped a moment too early.
        if (writer.getState() == Thread.State.NEW) {
          writer.start();
        }
        started = true;
      } catch (OutOfMemoryError noThread) {
        failed = true; // What is in the queue waits for the next event.
      }
    }
  }

  @Override
  public void awaitUrgent() {
    if (urgent.get() > 0 && isWaitedFor() && mayWait()) {
      await(URGENT_WAIT);
    }
  }

  /** An event loop may not, whether its halt is in the file or on its way there. */
  @Override
  public boolean mayWait() {
    Thread thread = Thread.currentThread();
    return thread instanceof OwnThread || MayWait.is(thread);
  }

  /** Whether a halt waits for the file: not once it has failed, until it can be written again. */
  boolean isWaitedFor() {
    return !failed && !closed;
  }

  /**
   * Waits for at most {@link #END_WAIT} until everything published so far is in the file. For the
   * end of the process, which does not wait for a daemon thread.
   */
  public void flush() {
    if (!closed && started) {
      await(END_WAIT);
    }
  }

  /** Flushes, and ends the thread; what is published later is dropped. */
  @Override
  public void close() {
    flush();
    closed = true;
    LockSupport.unpark(writer);
  }

  /** How many events were lost: the queue was full, the file could not be written, or closed. */
  public long dropped() {
    return dropped.sum();
  }

  /** How many writes failed. */
  public long errors() {
    return errors.sum();
  }

  /**
   * Waits even when interrupted: the halt of a thread that is being cancelled counts, too. A thread
   * that must not wait, which is how BlockHound has it of event loops, goes on; the event is on its
   * way.
   */
  private void await(Duration most) {
    CountDownLatch reached = new CountDownLatch(1);
    add(new Entry(null, reached));
    long deadline = System.nanoTime() + most.toNanos();
    boolean interrupted = false;
    boolean done = false;
    while (!done) {
      try {
        if (!reached.await(deadline - System.nanoTime(), TimeUnit.NANOSECONDS)) {
          failed = true;
        }
        done = true;
      } catch (InterruptedException e) {
        interrupted = true;
      } catch (RuntimeException | Error refused) {
        ThreadStop.passOn(refused);
        done = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private void writeAsTheyCome() {
    while (!closed) {
      parked = true;
      if (waiting.isEmpty() && !closed) {
        LockSupport.park(this);
      }
      parked = false;
      writeWhatWaits();
    }
    writeWhatWaits();
    closeFile();
  }

  private void writeWhatWaits() {
    for (Entry next = waiting.poll(); next != null; next = waiting.poll()) {
      Event event = next.event();
      CountDownLatch reached = next.reached();
      if (event != null && event.urgent()) {
        write(event);
        urgent.decrementAndGet();
      } else if (event != null) {
        ordinary.decrementAndGet();
        write(event);
      }
      if (reached != null) {
        reached.countDown();
      }
    }
  }

  /** Whatever goes wrong, the thread goes on: else each later halt would wait for it. */
  private void write(Event event) {
    try {
      parts.write(json.line(event), event.urgent());
      failed = false;
    } catch (IOException | RuntimeException | Error e) {
      failed = true;
      errors.increment();
      dropped.increment();
      complainOnce(e);
      closeFile();
    }
  }

  private void closeFile() {
    try {
      parts.close();
    } catch (IOException e) {
      errors.increment();
      complainOnce(e);
    }
  }

  private void complainOnce(Throwable cause) {
    if (!complained) {
      complained = true;
      complaints.accept(
          "cannot write the event log "
              + PrintableText.of(file.toString())
              + " ("
              + PrintableText.of(cause.toString())
              + "); its events are lost until it can be written. Check the path, its rights and the"
              + " free space, or remove 'events' from the configuration. Said once.");
    }
  }
}
