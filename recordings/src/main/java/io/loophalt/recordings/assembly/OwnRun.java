package io.loophalt.recordings.assembly;

import org.jspecify.annotations.Nullable;

/**
 * How a run is called that its spans name themselves, by an attribute that somebody has chosen to
 * trust: in a way that no conversation and no trace can be called, whatever they say.
 */
public final class OwnRun {

  /** Never a part of what is read of a span. */
  private static final char MARK = '\u0001';

  private OwnRun() {}

  /** The conversation that a span of such a run is of. */
  static String of(String name) {
    return MARK + name + MARK;
  }

  /** Whether a run, or what an agent inside it does, is called so. */
  public static boolean is(String run) {
    return !run.isEmpty() && run.charAt(0) == MARK;
  }

  /** What the attribute says; null of anything else, and of an agent inside such a run. */
  public static @Nullable String name(String run) {
    int end = run.indexOf(MARK, 1);
    return is(run) && end > 1 && end == run.length() - 1 ? run.substring(1, end) : null;
  }

  /** What the attribute says of a run, or of that around an agent inside one; null of all else. */
  public static @Nullable String around(String run) {
    int end = run.indexOf(MARK, 1);
    return is(run) && end > 1 ? run.substring(1, end) : null;
  }

  /** What to call a run in messages and reports. */
  public static String shown(String run) {
    return is(run) ? untrusted(run) : run;
  }

  /** A text of a span, which can be anything. */
  public static String untrusted(String text) {
    return text.indexOf(MARK) < 0 ? text : text.replace(String.valueOf(MARK), "");
  }
}
