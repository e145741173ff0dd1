package io.loophalt.runtime.safety;

import io.loophalt.PrintableText;
import io.loophalt.core.fingerprint.ThreadStop;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * The agent's own messages on standard error, one line each, whatever the names in them hold: they
 * are made {@linkplain PrintableText printable}. No logging framework: whichever the application
 * uses may not be started yet, and is not ours to start.
 *
 * <p>A message is printed by the thread that has it, unless that thread must not block: then by one
 * that is started for it. Nothing is ever thrown at the caller. Thread-safe.
 */
public final class Log {

  private static final String PREFIX = "[loophalt] ";
  private static final byte[] NOTHING = {};

  private final PrintStream out;

  /** Only ever asked whether it would let this thread write. */
  private final FileOutputStream probe = new FileOutputStream(FileDescriptor.err);

  /** What threads had to say that must not block; a class, so that no start-up pays for it. */
  private static final class HandedOver {
    static final Queue<Runnable> PRINTING = new ConcurrentLinkedQueue<>();

    static void printAll() {
      synchronized (PRINTING) {
        for (Runnable each = PRINTING.poll(); each != null; each = PRINTING.poll()) {
          each.run();
        }
      }
    }
  }

  /** Writes to a stream, normally {@code System.err}. */
  public Log(PrintStream out) {
    this.out = out;
  }

  /** Something a person may want to know. */
  public void info(String message) {
    print(PREFIX + PrintableText.of(message));
  }

  /** Something a person should act on. */
  public void warn(String message) {
    print(PREFIX + "WARNING " + PrintableText.of(message));
  }

  /** An error of our own, with its stack trace. */
  public void error(String message, Throwable error) {
    StringBuilder text =
        new StringBuilder(PREFIX).append("ERROR ").append(PrintableText.of(message));
    text.append(System.lineSeparator()).append(PrintableText.of(String.valueOf(error)));
    StackTraceElement[] frames = error.getStackTrace();
    for (int i = 0; i < Math.min(frames.length, 20); i++) {
      text.append(System.lineSeparator())
          .append("\tat ")
          .append(PrintableText.of(frames[i].toString()));
    }
    print(text.toString());
  }

  private void print(String line) {
    if (mayWrite()) {
      printHere(line);
    } else {
      HandedOver.PRINTING.add(() -> printHere(line));
      startPrinter();
    }
  }

  private static void startPrinter() {
    Thread printer = new Thread(null, HandedOver::printAll, "loophalt-log", 0, false);
    // The end of the JVM waits for it, as it would for a line that its own thread prints.
    printer.setDaemon(false);
    try {
      printer.start();
    } catch (OutOfMemoryError noThread) {
      return; // The message waits for the next one.
    }
  }

  /**
   * Whether this thread may write at all. BlockHound has event loops throw at every native call
   * that may block, one that would write nothing included; thrown in the middle of a real one, it
   * would leave half of the message in the stream's buffers.
   */
  private boolean mayWrite() {
    try {
      probe.write(NOTHING);
      return true;
    } catch (IOException closed) {
      return true; // the stream above it knows what to do then
    } catch (RuntimeException | Error refused) {
      ThreadStop.passOn(refused);
      return false;
    }
  }

  /** A stream that an application has put in the place of standard error may do anything. */
  private void printHere(String line) {
    try {
      out.println(line);
    } catch (RuntimeException | Error brokenStream) {
      ThreadStop.passOn(brokenStream);
      // There is nobody else to tell, and the caller is the application's own call.
      return;
    }
  }

  /** A duration in words, for messages. */
  public static String inWords(Duration duration) {
    if (duration.toMillis() % 1000 != 0) {
      return duration.toMillis() + " ms";
    }
    return duration.toSeconds() % 60 == 0
        ? duration.toMinutes() + " min"
        : duration.toSeconds() + " s";
  }
}
