package io.loophalt.recordings.assembly;

/**
 * Stands for what a recording leaves out: a text that is like no other, so that two unknown things
 * are never counted as the same.
 */
public final class Unrecorded {

  private Unrecorded() {}

  /** A text for the n-th unknown thing. Numbers would not do: normalisation takes them out. */
  public static String text(long number) {
    return "(not recorded: " + letters(number) + ")";
  }

  /** A number in letters only, one for each four bits. */
  public static String letters(long number) {
    StringBuilder letters = new StringBuilder(16);
    for (int shift = 60; shift >= 0; shift -= 4) {
      letters.append((char) ('a' + ((number >>> shift) & 0xf)));
    }
    return letters.toString();
  }
}
