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

  private static final int LONGEST_BOARD = 2_000;
  private static final int ROW = 0x9E3779B1;
  private static final int ROWS_OF_A_BOARD = 3;
  private static final int LONGEST_CELL = 5;
  private static final int LETTERS_OF_A_WORD = 3;

  private static final byte FAILURE = 1;
  private static final byte EXIT_STATUS = 2;
  private static final byte NOTHING = 4;
  private static final byte IN_WORD = 8;
  private static final byte REFUSAL = 16;
  private static final byte WAITING = 32;

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
    kinds[':'] |= REFUSAL; // as in REJECTED: and {"status": 403}
    return kinds;
  }

  /** Looks over a text once. */
  public static int over(String text) {
    int length = text.length();
    if (length > LONGEST) {
      return ANYTHING;
    }
    int seen = 0;
    if (length > 0 && text.charAt(0) == '{') {
      seen = FAILURE; // as in {"ok": false}
    } else if (length > 0 && (text.charAt(0) == '4' || text.charAt(0) == '5')) {
      seen = REFUSAL; // as in 552 5.3.4
    }
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
        seen |= EmptyText.OF_REFUSALS.mayBegin(c, next) ? REFUSAL : 0;
        seen |= WaitText.mayBeginAt(text, at, next) ? WAITING : 0;
      }
    }
    return seen;
  }

  /**
   * Whether most of a text is a board, as games have: three rows and more that are equally long, or
   * have equally many cells, of numbers and signs, but no words, and not the same row each time; or
   * lists of JSON in a list. O(text), of which no more than {@value #LONGEST_BOARD} characters are
   * read.
   */
  public static boolean isBoard(String text) {
    int length = text.length();
    if (length > LONGEST_BOARD) {
      return false;
    }
    int lists = text.indexOf("[[");
    if (lists >= 0) {
      return isListOfRows(text, lists + 2);
    }
    int rows = 0;
    int most = 0;
    int others = 0;
    int cellsBefore = 0;
    int widthBefore = 0;
    boolean differ = false;
    for (int at = 0; at < length; ) {
      int end = text.indexOf('\n', at);
      end = end < 0 ? length : end;
      int cells = cellsIn(text, at, end);
      boolean goesOn = cells > 0 && (cells == cellsBefore || end - at == widthBefore);
      differ |= goesOn && !text.regionMatches(at, text, at - widthBefore - 1, end - at);
      rows = goesOn ? rows + 1 : cells > 0 ? 1 : 0;
      most = Math.max(most, rows);
      others += cells == 0 && end > at ? 1 : 0;
      cellsBefore = cells;
      widthBefore = end - at;
      at = end + 1;
    }
    return differ && most >= ROWS_OF_A_BOARD && most > others;
  }

  private static boolean isListOfRows(String text, int from) {
    int rows = 1;
    int cell = 0;
    for (int at = from; at < text.length(); at++) {
      char c = text.charAt(at);
      if (c == ']' && at + 1 < text.length() && text.charAt(at + 1) == ']') {
        return rows >= ROWS_OF_A_BOARD;
      }
      rows += c == ']' ? 1 : 0;
      cell = Characters.isLetterOrDigit(c) ? cell + 1 : 0;
      if (cell > LONGEST_CELL || c == '{') {
        return false;
      }
    }
    return false;
  }

  /** A digest of the rows of a board, in whatever order they stand; never 0. */
  public static int rowsOf(String text) {
    int all = 0;
    int row = 0;
    for (int at = 0; at < text.length(); at++) {
      char c = text.charAt(at);
      if (c == '\n' || c == ']') {
        all += row * ROW;
        row = 0;
      } else if (c > ' ' && c != '[' && !(c == ',' && row == 0)) {
        row = (row ^ c) * ROW + 1;
      }
    }
    return (all + row * ROW) | 1;
  }

  /**
   * Whether a text may be a state that has a name, such as {@code PENDING}: a line without a digit,
   * or one of JSON in which a value is such. O(text).
   */
  public static boolean namesAState(String text) {
    boolean json = !text.isEmpty() && "{[".indexOf(text.charAt(0)) >= 0;
    boolean letters = false;
    boolean digits = false;
    for (int at = 0; at < text.length(); at++) {
      char c = text.charAt(at);
      if (c == '\n') {
        return false;
      }
      if (json && "\",:}]".indexOf(c) >= 0) {
        if (c != ':' && letters && !digits && !isBeforeColon(text, at)) {
          return true;
        }
        letters = false;
        digits = false;
      }
      letters |= Characters.isLetter(c);
      digits |= Characters.isDigit(c);
    }
    return !json && letters && !digits;
  }

  private static boolean isBeforeColon(String text, int quote) {
    int at = quote + 1;
    while (at < text.length() && text.charAt(at) == ' ') {
      at++;
    }
    return at < text.length() && text.charAt(at) == ':';
  }

  /** How many cells a row of a board has, 1 where they stand side by side; 0 if it is none. */
  private static int cellsIn(String text, int from, int to) {
    int cells = 0;
    int cell = 0;
    int letters = 0;
    int signs = 0;
    for (int at = from; at < to; at++) {
      char c = text.charAt(at);
      boolean between = c == ' ' || c == '|' || c == ',' || c == '\t';
      cells += !between && cell == 0 ? 1 : 0;
      cell = between ? 0 : cell + 1;
      letters = Character.isLetter(c) ? letters + 1 : 0;
      boolean said = Characters.isLetterOrDigit(c);
      signs += said || between ? 0 : 1;
      if (letters >= LETTERS_OF_A_WORD || (said && cell > LONGEST_CELL && 2 * signs < cell)) {
        return 0;
      }
    }
    return cells == 1 && 2 * signs < to - from ? 0 : cells;
  }

  /** Whether the text may tell of a failure, also by the status of a command; false is certain. */
  public static boolean mayTellOfFailure(int glance) {
    return (glance & (FAILURE | EXIT_STATUS)) != 0;
  }

  /** Whether the text may hold the status with which a command ended; false is certain. */
  static boolean mayHoldExitStatus(int glance) {
    return (glance & EXIT_STATUS) != 0;
  }

  /** Whether the text may say that the work still goes on; false is certain. */
  public static boolean mayWait(int glance) {
    return (glance & WAITING) != 0;
  }

  /** Whether the text may say that something was refused; false is certain. */
  static boolean mayRefuse(int glance) {
    return (glance & REFUSAL) != 0;
  }

  /** Whether the text may say in words that nothing was found; false is certain. */
  static boolean maySayNothing(int glance) {
    return (glance & NOTHING) != 0;
  }
}
