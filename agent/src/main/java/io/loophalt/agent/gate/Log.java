package io.loophalt.agent.gate;

import java.io.PrintStream;
import java.time.Duration;

/**
 * The agent's own messages on standard error, one line each. No logging framework: whichever the
 * application uses may not be started yet, and is not ours to start.
 */
public final class Log {

  private static final String PREFIX = "[loophalt] ";

  private final PrintStream out;

  /** Writes to a stream, normally {@code System.err}. */
  public Log(PrintStream out) {
    this.out = out;
  }

  /** Something a person may want to know. */
  public void info(String message) {
    out.println(PREFIX + message);
  }

  /** Something a person should act on. */
  public void warn(String message) {
    out.println(PREFIX + "WARNING " + message);
  }

  /** An error of our own, with its stack trace. */
  public void error(String message, Throwable error) {
    StringBuilder text = new StringBuilder(PREFIX).append("ERROR ").append(message);
    text.append(System.lineSeparator()).append(error);
    StackTraceElement[] frames = error.getStackTrace();
    for (int i = 0; i < Math.min(frames.length, 20); i++) {
      text.append(System.lineSeparator()).append("\tat ").append(frames[i]);
    }
    out.println(text);
  }

  /** A duration in words, for messages. */
  static String inWords(Duration duration) {
    if (duration.toMillis() % 1000 != 0) {
      return duration.toMillis() + " ms";
    }
    return duration.toSeconds() % 60 == 0
        ? duration.toMinutes() + " min"
        : duration.toSeconds() + " s";
  }
}
