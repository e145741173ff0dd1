package io.loophalt.runtime.safety;

import io.loophalt.PrintableText;
import io.loophalt.core.failure.ThreadStop;
import java.io.PrintStream;
import java.time.Duration;

/**
 * The agent's own messages on standard error, one line each, whatever the names in them hold: they
 * are made {@linkplain PrintableText printable}. No logging framework: whichever the application
 * uses may not be started yet, and is not ours to start.
 *
 * <p>Nothing is ever thrown at the caller. Thread-safe.
 */
public final class Log {

  private static final String PREFIX = "[loophalt] ";

  /** Takes one message at a time, and must not throw. */
  interface Lines {

    /**
     * Takes a message.
     *
     * @param urgent whether it is of a halt, and must not get lost
     */
    void print(String message, boolean urgent);
  }

  private final Lines out;

  /** Prints on standard error without ever holding up who has something to say. */
  public Log(StandardError out) {
    this.out = out;
  }

  /** Prints on a stream, on the thread that has something to say. */
  public Log(PrintStream out) {
    this.out = new OnStream(out);
  }

  /** Something a person may want to know. */
  public void info(String message) {
    print(PREFIX + PrintableText.of(message));
  }

  /** As {@link #info}; it is about a halt, and does not get lost. */
  public void halt(String message) {
    out.print(PREFIX + PrintableText.of(message), true);
  }

  /** Something a person should act on. */
  public void warn(String message) {
    print(PREFIX + "WARNING " + PrintableText.of(message));
  }

  /** An error of our own, with its stack trace. */
  public void error(String message, Throwable error) {
    StringBuilder text =
        new StringBuilder(PREFIX).append("ERROR ").append(PrintableText.of(message));
    text.append(System.lineSeparator()).append(PrintableText.of(inWords(error)));
    StackTraceElement[] frames = framesOf(error);
    for (int i = 0; i < Math.min(frames.length, 20); i++) {
      text.append(System.lineSeparator())
          .append("\tat ")
          .append(PrintableText.of(frames[i].toString()));
    }
    print(text.toString());
  }

  /** As it says itself, or its type where it throws. */
  static String inWords(Throwable error) {
    try {
      return error.toString();
    } catch (Throwable unprintable) {
      ThreadStop.passOn(unprintable);
      return error.getClass().getName();
    }
  }

  private static StackTraceElement[] framesOf(Throwable error) {
    try {
      return error.getStackTrace();
    } catch (Throwable overridden) {
      ThreadStop.passOn(overridden);
      return new StackTraceElement[0];
    }
  }

  private void print(String line) {
    out.print(line, false);
  }

  /** A stream may do anything. */
  private record OnStream(PrintStream out) implements Lines {
    @Override
    public void print(String message, boolean urgent) {
      try {
        out.println(message);
      } catch (RuntimeException | Error brokenStream) {
        ThreadStop.passOn(brokenStream);
        // There is nobody else to tell, and the caller is the application's own call.
        return;
      }
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
