package io.loophalt.core.text;

import io.loophalt.core.fingerprint.Characters;

/**
 * What one look over a short result tells of it: which of the questions about its words can only be
 * answered with no, so that it need not be read for each of them.
 *
 * <p>Nearly every result of a healthy run is asked in vain whether it tells of a failure, of the
 * status of a command, of nothing that was found. All of these are words or phrases that begin
 * where no word is under way, and nearly always their first two letters tell that none is there
 * ({@link Beginnings}). Thread-safe; one pass, allocates nothing.
 */
public final class Glance {

  /**
   * Of a longer text nothing is known beforehand: among many words nearly always one begins as an
   * entry does, and the look would only be one more. Characters.
   */
  static final int LONGEST = 64;

  private static final int ASCII = 0x80;

  private static final byte FAILURE = 1;
  private static final byte EXIT_STATUS = 2;
  private static final byte NOTHING = 4;
  private static final byte IN_WORD = 8;

  /** Everything may be there. */
  private static final int ANYTHING = -1;

  /** What a letter alone lets expect, wherever it stands, and whether a word goes on with it. */
  private static final byte[] KINDS = kinds();

  private Glance() {}

  private static byte[] kinds() {
    byte[] kinds = new byte[ASCII];
    for (char c = 0; c < ASCII; c++) {
      kinds[c] = Characters.isLetterOrDigit(c) ? IN_WORD : 0;
    }
    kinds['x'] |= EXIT_STATUS;
    kinds['X'] |= EXIT_STATUS;
    kinds['E'] |= FAILURE; // as in ValueError
    return kinds;
  }

  /** Looks over a text once. */
  public static int over(String text) {
    int length = text.length();
    if (length > LONGEST) {
      return ANYTHING;
    }
    int seen = length > 0 && text.charAt(0) == '{' ? FAILURE : 0; // as in {"ok": false}
    int kind = 0;
    for (int at = 0; at < length; at++) {
      char c = text.charAt(at);
      if (c >= ASCII) {
        return ANYTHING;
      }
      boolean begins = (kind & IN_WORD) == 0;
      kind = KINDS[c];
      seen |= kind;
      if (begins) {
        char next = at + 1 < length ? text.charAt(at + 1) : ' ';
        seen |= FailureText.OF_FAILURES.mayBegin(c, next) ? FAILURE : 0;
        seen |= EmptyText.OF_NOTHING_FOUND.mayBegin(c, next) ? NOTHING : 0;
      }
    }
    return seen;
  }

  /** Whether the text may tell of a failure, also by the status of a command; false is certain. */
  public static boolean mayTellOfFailure(int glance) {
    return (glance & (FAILURE | EXIT_STATUS)) != 0;
  }

  /** Whether the text may hold the status with which a command ended; false is certain. */
  static boolean mayHoldExitStatus(int glance) {
    return (glance & EXIT_STATUS) != 0;
  }

  /** Whether the text may say in words that nothing was found; false is certain. */
  static boolean maySayNothing(int glance) {
    return (glance & NOTHING) != 0;
  }
}
