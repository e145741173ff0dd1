package io.loophalt.agent.fingerprint;

/**
 * Digests the words of a call's arguments without what models and frameworks vary from call to
 * call: numbers, UUIDs, dates and times.
 *
 * <p>The words count as a bag, so key order, white space and the order of list elements make no
 * difference. Two calls of one shape differ at most in a counter, a request id, a page number.
 * Thread-safe; a single pass that allocates nothing.
 */
public final class ArgumentShape {

  private ArgumentShape() {}

  /** The digest of a tool's name and the words of its arguments as text. */
  public static long of(String tool, CharSequence arguments) {
    return of(tool, bagOf(arguments));
  }

  /** The digest of a tool's name and a sum of {@link #bagOf bags}. */
  public static long of(String tool, long bag) {
    return TextDigest.combine(TextDigest.of(tool), bag);
  }

  /** The words of a text; bags are put together by adding them. */
  public static long bagOf(CharSequence arguments) {
    long bag = 0;
    long word = Words.EMPTY;
    boolean inToken = false;
    int length = arguments.length();
    int at = 0;
    while (at < length) {
      char c = arguments.charAt(at);
      if (inToken && Words.isAsciiLetter(c)) {
        word = Words.mix(word, c);
        at++;
      } else if (isSeparator(c)) {
        bag += word == Words.EMPTY ? 0 : Words.finish(word);
        word = Words.EMPTY;
        inToken = false;
        at++;
      } else {
        int end = inToken ? at : Words.endOfVaryingToken(arguments, at);
        if (end == at && Words.isDigit(c)) {
          end = Words.endOfNumber(arguments, at);
        }
        word = Words.mix(word, end > at ? '\uFFF0' : c);
        inToken = Character.isLetterOrDigit(c);
        at = Math.max(at + 1, end);
      }
    }
    bag += word == Words.EMPTY ? 0 : Words.finish(word);
    return bag;
  }

  private static boolean isSeparator(char c) {
    return switch (c) {
      case '{', '}', '[', ']', '"', ',', ':' -> true;
      default -> Character.isWhitespace(c);
    };
  }
}
