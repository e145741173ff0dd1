package io.loophalt.agent.event;

import io.loophalt.agent.policy.EventLogPolicy;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Appends events to a file, one JSON object a line, off the threads of the application.
 *
 * <p>{@link #publish} puts an ordinary event into a bounded queue and returns; a daemon thread
 * writes it. When the queue is full the event is dropped and counted. An urgent event (a halt) is
 * written by the publishing thread itself, after everything that waits, so that it is in the file
 * when {@code publish} returns; if the file cannot be had within {@link #URGENT_WAIT} it is kept,
 * outside the bound, for the daemon thread.
 *
 * <p>Written means handed to the operating system: it survives the end of the process, however
 * sudden, not of the machine.
 *
 * <p>The file is rotated to {@code FILE.1} before the line that would make it larger than allowed.
 * An I/O error is counted and reported once; the next line tries the file anew. Nothing is ever
 * thrown at the publisher. Two processes may append to one file as long as neither rotates it.
 */
public final class JsonLinesSink implements EventSink, AutoCloseable {

  /** How long a halt waits for the file at most. */
  static final Duration URGENT_WAIT = Duration.ofSeconds(2);

  private final Path file;
  private final long maxBytes;
  private final PrintStream complaints;
  private final EventJson json = new EventJson();

  private final ArrayBlockingQueue<Event> waiting;
  private final Queue<Event> urgent = new ConcurrentLinkedQueue<>();
  private final LongAdder dropped = new LongAdder();
  private final LongAdder errors = new LongAdder();
  private final AtomicBoolean complained = new AtomicBoolean();

  /**
   * Guards the fields below: one thread at a time takes events out and writes them. Fair, so that
   * the writer under load does not starve a halt.
   */
  private final ReentrantLock writing = new ReentrantLock(true);

  // java.io, not a channel: an interrupt, which is how agents are cancelled, would close a channel.
  private @Nullable FileOutputStream out;
  private long size;

  private final Thread writer;

  /** Set by the writer before it looks whether there is nothing to do and goes to sleep. */
  private volatile boolean parked;

  private volatile boolean closed;

  private JsonLinesSink(Path file, EventLogPolicy policy, PrintStream complaints) {
    this.file = file;
    this.maxBytes = policy.maxBytes();
    this.complaints = complaints;
    this.waiting = new ArrayBlockingQueue<>(Math.max(1, policy.queueLength()));
    this.writer = new Thread(this::writeAsTheyCome, "loophalt-events");
    this.writer.setDaemon(true);
  }

  /**
   * Starts a log. The file is opened at the first event.
   *
   * @param file where to append; its directory is created if it does not exist
   * @param policy the bounds
   * @param complaints told once when the file cannot be written
   */
  public static JsonLinesSink open(Path file, EventLogPolicy policy, PrintStream complaints) {
    JsonLinesSink sink = new JsonLinesSink(file, policy, complaints);
    sink.writer.start();
    return sink;
  }

  @Override
  public void publish(Event event) {
    if (event.urgent()) {
      publishUrgent(event);
    } else if (closed || !waiting.offer(event)) {
      dropped.increment();
    } else if (parked) {
      LockSupport.unpark(writer);
    }
  }

  /** How many events were lost: the queue was full, the file could not be written, or closed. */
  public long dropped() {
    return dropped.sum();
  }

  /** How many writes failed. */
  public long errors() {
    return errors.sum();
  }

  /** Writes what waits, waiting at most {@link #URGENT_WAIT}, and ends the thread. */
  @Override
  public void close() {
    closed = true;
    LockSupport.unpark(writer);
    if (lockWithinBound()) {
      try {
        drain();
        closeFile();
      } finally {
        writing.unlock();
      }
    }
  }

  private void publishUrgent(Event event) {
    urgent.add(event);
    if (lockWithinBound()) {
      try {
        drain();
      } finally {
        writing.unlock();
      }
    } else {
      LockSupport.unpark(writer);
    }
  }

  /** Waits uninterruptibly: the halt of a thread that is being cancelled is to be written, too. */
  private boolean lockWithinBound() {
    long deadline = System.nanoTime() + URGENT_WAIT.toNanos();
    boolean interrupted = false;
    try {
      while (true) {
        try {
          return writing.tryLock(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private void writeAsTheyCome() {
    while (!closed) {
      parked = true;
      if (waiting.isEmpty() && urgent.isEmpty() && !closed) {
        LockSupport.park(this);
      }
      parked = false;
      writing.lock();
      try {
        drain();
      } finally {
        writing.unlock();
      }
    }
  }

  /** Writes what waits now; what comes meanwhile is for the next one, so that this one ends. */
  private void drain() {
    for (int left = waiting.size(); left > 0; left--) {
      Event event = waiting.poll();
      if (event != null) {
        write(event);
      }
    }
    for (Event event = urgent.poll(); event != null; event = urgent.poll()) {
      write(event);
    }
  }

  private void write(Event event) {
    try {
      byte[] line = json.line(event);
      FileOutputStream to = fileWithRoomFor(line.length);
      to.write(line);
      size += line.length;
    } catch (IOException e) {
      errors.increment();
      dropped.increment();
      complainOnce(e);
      closeFile();
    }
  }

  private FileOutputStream fileWithRoomFor(int bytes) throws IOException {
    if (out != null && maxBytes > 0 && size > 0 && size + bytes > maxBytes) {
      closeFile();
      Files.move(
          file,
          file.resolveSibling(file.getFileName() + ".1"),
          StandardCopyOption.REPLACE_EXISTING);
    }
    if (out == null) {
      Path directory = file.toAbsolutePath().getParent();
      if (directory != null) {
        Files.createDirectories(directory);
      }
      out = new FileOutputStream(file.toFile(), true);
      size = Files.size(file);
      return size > 0 && maxBytes > 0 && size + bytes > maxBytes ? fileWithRoomFor(bytes) : out;
    }
    return out;
  }

  private void closeFile() {
    FileOutputStream open = out;
    out = null;
    if (open != null) {
      try {
        open.close();
      } catch (IOException e) {
        errors.increment();
        complainOnce(e);
      }
    }
  }

  private void complainOnce(IOException cause) {
    if (complained.compareAndSet(false, true)) {
      complaints.println(
          "loophalt: cannot write the event log "
              + file
              + " ("
              + cause
              + "); its events are lost until it can be written. Check the path, its rights and the"
              + " free space, or remove 'events' from the configuration. Said once.");
    }
  }
}
