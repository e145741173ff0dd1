package io.loophalt.operations.notify;

import io.loophalt.PrintableText;
import org.jspecify.annotations.Nullable;

/**
 * What a person types to steer a run, safe to paste into a POSIX shell: an id comes from users and
 * programs, and may be anything.
 */
final class CommandLines {

  /** A longer id is nothing that people type. Characters. */
  private static final int LONGEST = 200;

  private CommandLines() {}

  /** Lists the JVMs of a machine. */
  static final String JVMS = "loophalt ps";

  /**
   * Lists the runs.
   *
   * @param where a process id, or the options that lead to a store
   */
  static String list(String where) {
    return "loophalt runs " + where;
  }

  /** Lets a run go on; null if its id is nothing that can be typed. */
  static @Nullable String resume(String where, String run, String extra) {
    String id = quoted(run);
    return id == null ? null : "loophalt resume " + where + ' ' + id + ' ' + extra;
  }

  /** Stops a run; null if its id is nothing that can be typed. */
  static @Nullable String halt(String where, String run) {
    String id = quoted(run);
    return id == null ? null : "loophalt halt " + where + ' ' + id;
  }

  private static @Nullable String quoted(String run) {
    boolean isOption = run.startsWith("-") || run.startsWith("@");
    if (run.isEmpty() || run.length() > LONGEST || isOption || !PrintableText.of(run).equals(run)) {
      return null;
    }
    for (int i = 0; i < run.length(); i++) {
      if (!isPlain(run.charAt(i))) {
        return '\'' + run.replace("'", "'\\''") + '\'';
      }
    }
    return run;
  }

  private static boolean isPlain(char c) {
    return (c >= 'a' && c <= 'z')
        || (c >= 'A' && c <= 'Z')
        || (c >= '0' && c <= '9')
        || "._:/@+-".indexOf(c) >= 0;
  }
}
