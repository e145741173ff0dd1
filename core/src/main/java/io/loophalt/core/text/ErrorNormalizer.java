package io.loophalt.core.text;

import io.loophalt.core.fingerprint.ExceptionReader;
import io.loophalt.core.fingerprint.TextDigest;
import io.loophalt.core.fingerprint.TypeNames;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import org.jspecify.annotations.Nullable;

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

  /** Longer chains of causes are cut. */
  private static final int MAX_CAUSES = 16;

  private static final long NO_MESSAGE = 1;

  private ErrorNormalizer() {}

  /** The normal form of an error text; lines are separated by {@code \n}. */
  public static String normalize(CharSequence text) {
    StringBuilder normal = new StringBuilder(Math.min(text.length(), 1 << 16));
    new ErrorScanner(text, new NormalizedSink.Text(normal)).scan();
    return normal.toString();
  }

  /**
   * The {@link TextDigest} of the normal form, without building it: extra memory is bounded
   * whatever the length of the text, unless it holds terminal escape sequences.
   */
  public static long digest(CharSequence text) {
    NormalizedSink.Digest digest = new NormalizedSink.Digest();
    new ErrorScanner(text, digest).scan();
    return digest.value();
  }

  /**
   * The digest of exception type and normalised message, of it and of its first 16 causes. Stack
   * frames never count. What an exception cannot say counts as absent, see {@link ExceptionReader}.
   */
  public static long digest(Throwable thrown) {
    return digest(thrown, ExceptionReader.messageOf(thrown));
  }

  /** As {@link #digest(Throwable)}, with the message that was read before. */
  public static long digest(Throwable thrown, @Nullable String itsMessage) {
    Set<Throwable> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    long digest = 1;
    Throwable current = thrown;
    String message = itsMessage;
    while (current != null && seen.size() <= MAX_CAUSES && seen.add(current)) {
      digest = TextDigest.combine(digest, TextDigest.of(TypeNames.of(current.getClass())));
      digest = TextDigest.combine(digest, message == null ? NO_MESSAGE : digest(message));
      current = ExceptionReader.causeOf(current);
      message = current == null ? null : ExceptionReader.messageOf(current);
    }
    return digest;
  }
}
