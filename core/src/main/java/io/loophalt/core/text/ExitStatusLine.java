package io.loophalt.core.text;

/**
 * Reads the line of an output that only says with which status a command ended, as many shell tools
 * write it: {@code [exit code 1]}, {@code Exit code: 1}, {@code Process exited with status 127}. It
 * is the last line that says something, or the first.
 *
 * <p>Thread-safe; O(one line); allocates only where such a line is.
 */
final class ExitStatusLine {

  /** No such line is there. */
  static final int NONE = -1;

  private static final int LONGEST = 50;
  private static final int MOST_BLANK = 8;

  private ExitStatusLine() {}

  /** The status, or {@link #NONE}. */
  static int of(CharSequence output) {
    int last = lastLine(output);
    int status = statusIn(output, last, output.length());
    return status == NONE && last > 0 ? statusIn(output, 0, endOfLine(output)) : status;
  }

  /** Whether the output says nothing else. */
  static boolean isAll(CharSequence output) {
    return statusIn(output, 0, output.length()) != NONE;
  }

  /** Where the last line begins that holds a letter or digit; it may be the whole text. */
  private static int lastLine(CharSequence text) {
    int end = text.length();
    int farthest = Math.max(0, end - MOST_BLANK);
    while (end > farthest && text.charAt(end - 1) <= ' ') {
      end--;
    }
    int start = end;
    farthest = Math.max(0, end - LONGEST);
    while (start > farthest && text.charAt(start - 1) != '\n') {
      start--;
    }
    return start;
  }

  private static int endOfLine(CharSequence text) {
    int end = 0;
    int limit = Math.min(text.length(), LONGEST);
    while (end < limit && text.charAt(end) != '\n') {
      end++;
    }
    return end;
  }

  private static int statusIn(CharSequence text, int from, int to) {
    if (to - from > LONGEST + MOST_BLANK || !mayBeStatus(text, from, to)) {
      return NONE;
    }
    int start = from;
    while (!Character.isLetter(text.charAt(start))) {
      start++;
    }
    CharSequence line = text.subSequence(start, to);
    return FailureText.isBareExitStatus(line) ? FailureText.exitStatus(line) : NONE;
  }

  /** Nearly no line is, so that nearly none is cut out. */
  private static boolean mayBeStatus(CharSequence text, int from, int to) {
    boolean digit = false;
    boolean exit = false;
    for (int at = from; at < to; at++) {
      char c = text.charAt(at);
      digit |= Words.isDigit(c);
      exit |= (c == 'e' || c == 'E') && Words.regionMatches(text, at, "exit");
    }
    return digit && exit;
  }
}
