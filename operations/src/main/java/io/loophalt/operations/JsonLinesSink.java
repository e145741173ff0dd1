package io.loophalt.operations;

import io.loophalt.PrintableText;
import io.loophalt.core.event.Event;
import io.loophalt.core.event.EventSink;
import io.loophalt.core.fingerprint.ThreadStop;
import io.loophalt.core.policy.EventLogPolicy;
import io.loophalt.recordings.EventJson;
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
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Appends events to a file, one JSON object a line, from a daemon thread of its own.
 *
 * <p>{@link #publish} puts an ordinary event into a bounded queue and returns; when the queue is
 * full the event is dropped and counted. An urgent event (a halt) is outside that bound, and {@code
 * publish} waits for at most {@link #URGENT_WAIT} until it and all that came before are in the
 * file; a disk that hangs delays a halt by that much and no more. On a thread that refuses to be
 * parked it does not wait.
 *
 * <p>In the file means handed to the operating system: it survives the end of the process, however
 * sudden, not of the machine.
 *
 * <p>The file is rotated to {@code FILE.1} before the line that would make it larger than allowed.
 * An I/O error is counted and reported once; the next line tries the file anew. Nothing is ever
 * thrown at the publisher. The file must be this process's own: two that rotate one file delete
 * each other's lines. It must be a regular file, because a pipe that nobody reads would hold up
 * halts.
 */
public final class JsonLinesSink implements EventSink, AutoCloseable {

  /** How long a halt waits for the file at most. */
  static final Duration URGENT_WAIT = Duration.ofSeconds(2);

  /** Something that somebody waits for: an event, or null to wait for those before. */
  private record Urgent(@Nullable Event event, CountDownLatch written) {}

  private final Path file;
  private final long maxBytes;
  private final PrintStream complaints;
  private final EventJson json;

  private final ArrayBlockingQueue<Event> waiting;
  private final Queue<Urgent> urgent = new ConcurrentLinkedQueue<>();
  private final LongAdder dropped = new LongAdder();
  private final LongAdder errors = new LongAdder();

  private final Thread writer;

  /** Set by the writer before it looks whether there is nothing to do and goes to sleep. */
  private volatile boolean parked;

  private volatile boolean closed;

  // Only the writer uses these. java.io, not a channel: an interrupt would close a channel.
  private @Nullable FileOutputStream out;
  private long size;
  private boolean complained;

  private JsonLinesSink(String jvm, Path file, EventLogPolicy policy, PrintStream complaints) {
    this.json = new EventJson(jvm);
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
   * @param jvm what the events say that they are of
   * @param file where to append; its directory is created if it does not exist
   * @param policy the bounds
   * @param complaints told once when the file cannot be written
   */
  public static JsonLinesSink open(
      String jvm, Path file, EventLogPolicy policy, PrintStream complaints) {
    JsonLinesSink sink = new JsonLinesSink(jvm, file, policy, complaints);
    sink.writer.start();
    return sink;
  }

  @Override
  public void publish(Event event) {
    if (closed) {
      dropped.increment();
    } else if (event.urgent()) {
      awaitWritten(event);
    } else if (!waiting.offer(event)) {
      dropped.increment();
    } else if (parked) {
      LockSupport.unpark(writer);
    }
  }

  /**
   * Waits for at most {@link #URGENT_WAIT} until everything published so far is in the file. For
   * the end of the process, which does not wait for a daemon thread.
   */
  public void flush() {
    if (!closed) {
      awaitWritten(null);
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
  private void awaitWritten(@Nullable Event event) {
    Urgent mine = new Urgent(event, new CountDownLatch(1));
    urgent.add(mine);
    LockSupport.unpark(writer);
    long deadline = System.nanoTime() + URGENT_WAIT.toNanos();
    boolean interrupted = false;
    boolean done = false;
    while (!done) {
      try {
        mine.written().await(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
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
      if (waiting.isEmpty() && urgent.isEmpty() && !closed) {
        LockSupport.park(this);
      }
      parked = false;
      writeWhatWaits();
    }
    writeWhatWaits();
    closeFile();
  }

  private void writeWhatWaits() {
    writeOrdinary();
    for (Urgent next = urgent.poll(); next != null; next = urgent.poll()) {
      writeOrdinary();
      write(next.event());
      next.written().countDown();
    }
  }

  /** As many as there are now: what comes meanwhile must not keep the urgent ones waiting. */
  private void writeOrdinary() {
    for (int left = waiting.size(); left > 0; left--) {
      write(waiting.poll());
    }
  }

  private void write(@Nullable Event event) {
    if (event == null) {
      return;
    }
    try {
      byte[] line = json.line(event);
      FileOutputStream to = fileWithRoomFor(line.length);
      to.write(line);
      size += line.length;
    } catch (IOException | RuntimeException e) {
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
      if (Files.exists(file) && !Files.isRegularFile(file)) {
        throw new IOException("not a regular file");
      }
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

  private void complainOnce(Exception cause) {
    if (!complained) {
      complained = true;
      complaints.println(
          "loophalt: cannot write the event log "
              + PrintableText.of(file.toString())
              + " ("
              + PrintableText.of(cause.toString())
              + "); its events are lost until it can be written. Check the path, its rights and the"
              + " free space, or remove 'events' from the configuration. Said once.");
    }
  }
}
