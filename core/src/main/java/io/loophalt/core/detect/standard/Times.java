package io.loophalt.core.detect.standard;

/** Says how often something came, for a person: nothing comes "1 times". Thread-safe. */
public final class Times {

  private Times() {}

  /** {@code 3 times}. */
  public static String of(int count) {
    return count == 1 ? "once so far" : count + " times";
  }

  /** {@code 3 times in a row}. */
  public static String inARow(int count) {
    return count == 1 ? of(count) : of(count) + " in a row";
  }
}
