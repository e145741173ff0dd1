package io.loophalt.runtime.value;

import io.loophalt.core.fingerprint.TextDigest;
import io.loophalt.core.text.ErrorNormalizer;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Digests exceptions by type and normalised message. Thread-safe. */
final class ExceptionDigest {

  /** Longer chains of causes are cut. */
  private static final int MAX_CAUSES = 16;

  private static final long NO_MESSAGE = 1;

  private ExceptionDigest() {}

  /**
   * The digest of exception type and normalised message, of it and of its first 16 causes. Stack
   * frames never count. What an exception cannot say counts as absent, see {@link ExceptionReader}.
   */
  static long of(Throwable thrown) {
    return of(thrown, ExceptionReader.messageOf(thrown));
  }

  /** As {@link #of(Throwable)}, with the message that was read before. */
  static long of(Throwable thrown, @Nullable String itsMessage) {
    Set<Throwable> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    long digest = 1;
    Throwable current = thrown;
    String message = itsMessage;
    while (current != null && seen.size() <= MAX_CAUSES && seen.add(current)) {
      digest = TextDigest.combine(digest, TextDigest.of(TypeNames.of(current.getClass())));
      long ofMessage = message == null ? NO_MESSAGE : ErrorNormalizer.digestOfMessage(message);
      digest = TextDigest.combine(digest, ofMessage);
      current = ExceptionReader.causeOf(current);
      message = current == null ? null : ExceptionReader.messageOf(current);
    }
    return digest;
  }
}
