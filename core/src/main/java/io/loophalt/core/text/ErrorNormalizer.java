package io.loophalt.core.text;

import io.loophalt.core.fingerprint.NormalizedSink;
import io.loophalt.core.fingerprint.TextDigest;

/**
 * Reduces an error text to what stays the same when the same thing goes wrong again.
 *
 * <p>Numbers, hex addresses, object identities, generated ids, UUIDs, dates, times and durations
 * become placeholders such as {@code <n>}; paths become their file names; URLs keep their host and
 * shape; stack frames and terminal colours go; white space is folded. Words and quoted text stay,
 * and so do digits inside a name ({@code utf8}, {@code TS2304}), since they tell errors apart.
 *
 * <p>The normal form is its own normal form. One pass, linear time, no regular expression.
 * Thread-safe.
 */
public final class ErrorNormalizer {

  private ErrorNormalizer() {}

  /** The normal form of an error text; lines are separated by {@code \n}. */
  public static String normalize(CharSequence text) {
    StringBuilder normal = new StringBuilder(Math.min(text.length(), 1 << 16));
    new ErrorScanner(text, new NormalizedSink.Text(normal)).scan();
    return normal.toString();
  }

  /**
   * The {@link TextDigest} of the normal form, without building it: extra memory is bounded
   * whatever the length of the text, unless it holds terminal escape sequences. Of a text of more
   * than 16,384 characters the ends have a normal form, and what is between them counts letter by
   * letter.
   */
  public static long digest(CharSequence text) {
    return digest(text, Integer.MAX_VALUE);
  }

  /**
   * As {@link #digest}, for the message of an exception: beyond 1,048,576 characters only its ends
   * and its length count.
   */
  public static long digestOfMessage(CharSequence message) {
    return digest(message, TextEnds.LONGEST_DIGESTED_MESSAGE);
  }

  private static long digest(CharSequence text, int longestDigested) {
    if (!TextEnds.isLong(text)) {
      return digestOfAll(text);
    }
    String all = text.toString();
    TextEnds ends = TextEnds.of(all);
    long head = digestOfAll(ends.head(all));
    long tail = digestOfAll(ends.tail(all));
    return all.length() > longestDigested
        ? TextEnds.digestWithLength(all, head, tail)
        : ends.digest(all, head, tail);
  }

  private static long digestOfAll(CharSequence text) {
    NormalizedSink.Digest digest = new NormalizedSink.Digest();
    new ErrorScanner(text, digest).scan();
    return digest.value();
  }
}
