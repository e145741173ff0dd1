package io.loophalt.core.text;

import io.loophalt.core.fingerprint.TextDigest;

/**
 * The two ends of a text that is too long to be read whole, so that a step costs the same whatever
 * it says: words are read at the ends, and what is between them counts letter by letter.
 *
 * <p>The cuts are at line ends where there are some, so that a number that grows by a digit in the
 * head does not move the words of the rest.
 *
 * @param headEnd where the head ends, exclusive
 * @param tailStart where the tail begins
 */
record TextEnds(int headEnd, int tailStart) {

  /** A text up to this length is read whole. Characters. */
  static final int LONGEST_READ_WHOLE = 16_384;

  /** Of the message of an exception beyond it only ends and length count. Characters. */
  static final int LONGEST_DIGESTED_MESSAGE = 1 << 20;

  private static final int LONGEST_END = LONGEST_READ_WHOLE / 2;

  /** As far a line end is looked for. */
  private static final int LONGEST_LINE = 1_024;

  static boolean isLong(CharSequence text) {
    return text.length() > LONGEST_READ_WHOLE;
  }

  /** The ends of a long text. */
  static TextEnds of(CharSequence text) {
    int headEnd = LONGEST_END;
    int tailStart = text.length() - LONGEST_END;
    for (int back = 1; back <= LONGEST_LINE; back++) {
      if (text.charAt(headEnd - back) == '\n') {
        headEnd -= back - 1;
        break;
      }
    }
    for (int on = 0; on < LONGEST_LINE; on++) {
      if (text.charAt(tailStart + on) == '\n') {
        tailStart += on + 1;
        break;
      }
    }
    return new TextEnds(headEnd, tailStart);
  }

  String head(String text) {
    return text.substring(0, headEnd);
  }

  String tail(String text) {
    return text.substring(tailStart);
  }

  /** Of the digests of both ends and of what is between them. */
  long digest(String text, long head, long tail) {
    long ends = TextDigest.combine(head, tail);
    return TextDigest.combine(ends, TextDigest.of(text, headEnd, tailStart));
  }

  /** Of the digests of both ends and the length. */
  static long digestWithLength(String text, long head, long tail) {
    return TextDigest.combine(TextDigest.combine(head, tail), text.length());
  }
}
