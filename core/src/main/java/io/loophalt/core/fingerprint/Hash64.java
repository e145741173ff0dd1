package io.loophalt.core.fingerprint;

/**
 * Hashes texts, bytes and longs to 64 bits by folded multiplication: the 128-bit product of two
 * words, its halves xored, as in wyhash and komihash. Blocks of 16 bytes, then the length.
 *
 * <p>Written here because a hash library on the way from {@code premain} to {@code main} costs
 * every start of a JVM more than all that it is asked for there ({@code docs/performance.md}). Not
 * for secrets: whoever chooses the input can find collisions. The values may change with any
 * version. Thread-safe; allocates nothing.
 */
public final class Hash64 {

  /** Where a hash begins. Both constants are those of wyhash: odd, half of their bits set. */
  public static final long START = 0xA0761D6478BD642FL;

  private static final long SALT = 0xE7037ED1A0B428DBL;

  /** Of a block, in characters. */
  public static final int BLOCK = 8;

  private Hash64() {}

  static long of(CharSequence text) {
    return ofKind(0, text);
  }

  /** The hash of a text of a kind, different from that of the same text of another. */
  static long ofKind(long kind, CharSequence text) {
    int length = text.length();
    long state = start(kind);
    int at = 0;
    for (; at + BLOCK < length; at += BLOCK) {
      state = block(state, word(text, at), word(text, at + 4));
    }
    int left = length - at;
    return end(
        block(state, word(text, at, Math.min(left, 4)), word(text, at + 4, left - 4)), length);
  }

  static long of(byte[] bytes, int length) {
    long state = START;
    int at = 0;
    for (; at + 2 * BLOCK < length; at += 2 * BLOCK) {
      state = block(state, word(bytes, at, 8), word(bytes, at + 8, 8));
    }
    int left = length - at;
    return end(
        block(state, word(bytes, at, Math.min(left, 8)), word(bytes, at + 8, left - 8)), length);
  }

  static long of(long first, long second) {
    return block(START, first, second);
  }

  /** The hash of two words of a kind, different from that of the same words of another. */
  static long ofKind(long kind, long first, long second) {
    return block(start(kind), first, second);
  }

  private static long start(long kind) {
    return START + kind * SALT;
  }

  /** The state after one more block. */
  public static long block(long state, long first, long second) {
    return folded(first ^ SALT, second ^ state);
  }

  /** The hash of everything before. */
  public static long end(long state, long length) {
    return folded(SALT ^ length, state);
  }

  private static long word(CharSequence text, int at) {
    return text.charAt(at)
        | ((long) text.charAt(at + 1) << 16)
        | ((long) text.charAt(at + 2) << 32)
        | ((long) text.charAt(at + 3) << 48);
  }

  /** Up to four characters, the first of them lowest; none if there are fewer than one. */
  private static long word(CharSequence text, int at, int count) {
    long word = 0;
    for (int i = count - 1; i >= 0; i--) {
      word = (word << Character.SIZE) | text.charAt(at + i);
    }
    return word;
  }

  private static long word(byte[] bytes, int at, int count) {
    long word = 0;
    for (int i = count - 1; i >= 0; i--) {
      word = (word << Byte.SIZE) | (bytes[at + i] & 0xFF);
    }
    return word;
  }

  /** {@code Math.unsignedMultiplyHigh} came with JDK 18. */
  private static long folded(long a, long b) {
    long high = Math.multiplyHigh(a, b) + ((a >> 63) & b) + ((b >> 63) & a);
    return high ^ (a * b);
  }
}
