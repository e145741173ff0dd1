package io.loophalt.core.fingerprint;

import org.jspecify.annotations.Nullable;

/**
 * Turns a whole text into 64 bits.
 *
 * <p>Equal texts give equal digests whatever the class of the {@code CharSequence}. Zero is never
 * returned: it is the digest of a dimension that is not there. Thread-safe; allocates nothing;
 * O(n).
 */
public final class TextDigest {

  /** What a digest that happens to be 0 becomes. */
  private static final long ZERO_SUBSTITUTE = 0x9E3779B97F4A7C15L;

  /** Digests of processes agree where they share a {@link DigestKey}. */
  static final Komihash HASH = new Komihash(DigestKey.seed());

  private static final Komihash OF_NAMES = new Komihash(0);

  private TextDigest() {}

  /**
   * A number that is the same in every process and with every key: to draw a sample by a name, and
   * for nothing that says what a digest is of.
   */
  public static long drawn(CharSequence name) {
    return OF_NAMES.of(name);
  }

  /** The digest of all characters of the text; {@code null} counts as the empty text. */
  public static long of(@Nullable CharSequence text) {
    return present(HASH.of(text == null ? "" : text));
  }

  /** A {@link #of digest} of a text that comes in pieces; its end is to be {@link #present}. */
  public static KomihashStream stream() {
    return HASH.stream();
  }

  /** The digest of a part of a text, without a copy of it. */
  public static long of(String text, int from, int to) {
    return present(HASH.of(text, from, to));
  }

  /** One digest of two, in this order. */
  public static long combine(long first, long second) {
    return present(HASH.of(first, second));
  }

  /** The digest, or what stands for it where it happens to be 0. */
  public static long present(long digest) {
    return digest == 0 ? ZERO_SUBSTITUTE : digest;
  }
}
