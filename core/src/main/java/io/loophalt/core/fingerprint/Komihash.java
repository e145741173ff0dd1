package io.loophalt.core.fingerprint;

/**
 * Hashes texts and longs to 64 bits with komihash 5 (Aleksey Vaneev, github.com/avaneev/komihash):
 * of a text, the bytes of its characters, the low one first.
 *
 * <p>Written here because a library costs each start of a JVM more than all that is asked of it
 * there ({@code docs/performance.md}); a test compares a million inputs with that library. Not for
 * secrets: whoever knows the seed can find collisions. Thread-safe; allocates nothing.
 */
final class Komihash {

  /** Characters of a block: 64 bytes. */
  static final int BLOCK = 32;

  // Digits of pi, as all constants of the algorithm are.
  static final long SEED2 = 0x13198A2E03707344L;
  static final long SEED3 = 0xA4093822299F31D0L;
  static final long SEED4 = 0x082EFA98EC4E6C89L;
  static final long SEED6 = 0xBE5466CF34E90C6CL;
  static final long SEED7 = 0xC0AC29B7C97C50DDL;
  static final long SEED8 = 0x3F84D5B5B5470917L;

  /** From here on a text is copied in pieces: an array is read faster than a text. */
  private static final int LONG_TEXT = 2_048;

  private final long seed1;
  private final long seed5;

  /** The hash of a seed. */
  Komihash(long seed) {
    long first = 0x243F6A8885A308D3L ^ (seed & 0x5555555555555555L);
    long fifth = 0x452821E638D01377L ^ (seed & 0xAAAAAAAAAAAAAAAAL);
    long high = high(first, fifth);
    seed5 = fifth + high;
    seed1 = (first * fifth) ^ seed5;
  }

  /** The hash of the 16 bytes of two words. */
  long of(long first, long second) {
    long one = seed1 ^ first;
    long five = seed5 ^ second;
    long fifth = seed5 + high(one, five);
    return end((one * five) ^ fifth ^ 1, fifth, fifth);
  }

  /** The hash of the 24 bytes of three words. */
  long of(long first, long second, long third) {
    long one = seed1 ^ first;
    long five = seed5 ^ second;
    long fifth = seed5 + high(one, five);
    return end((one * five) ^ fifth ^ third, fifth ^ 1, fifth);
  }

  /** The hash of a text. */
  long of(CharSequence text) {
    int length = text.length();
    if (length < BLOCK) {
      return length == 0 ? ofNothing(seed1, seed5) : rest(text, 0, length, seed1, seed5);
    }
    return length >= LONG_TEXT && text instanceof String whole
        ? of(whole, 0, length)
        : ofBlocks(text);
  }

  static long ofNothing(long seed1, long seed5) {
    return end(seed1, seed5, seed5);
  }

  /** As {@link #of(CharSequence)}, for a text that is at hand in pieces. */
  KomihashStream stream() {
    return new KomihashStream(seed1, seed5);
  }

  /**
   * The same with less memory.
   *
   * @param piece how many characters it takes at a time, a multiple of {@value #BLOCK}
   */
  KomihashStream stream(int piece) {
    return new KomihashStream(seed1, seed5, piece);
  }

  /** The hash of a part of a text. */
  long of(String text, int from, int to) {
    KomihashStream stream = KomihashStream.borrow(seed1, seed5);
    long hash = of(text, from, to, stream);
    stream.giveBack();
    return hash;
  }

  /**
   * The hash of a part of a text.
   *
   * @param stream through which it goes; what went through before is forgotten
   */
  long of(String text, int from, int to, KomihashStream stream) {
    stream.begin(seed1, seed5);
    stream.take(text, from, to);
    return stream.hash();
  }

  private long ofBlocks(CharSequence text) {
    int end = text.length() & -BLOCK;
    long s1 = seed1;
    long s2 = SEED2 ^ seed1;
    long s3 = SEED3 ^ seed1;
    long s4 = SEED4 ^ seed1;
    long s5 = seed5;
    long s6 = SEED6 ^ seed5;
    long s7 = SEED7 ^ seed5;
    long s8 = SEED8 ^ seed5;
    for (int at = 0; at < end; at += BLOCK) {
      long a1 = s1 ^ word(text, at);
      long a2 = s2 ^ word(text, at + 4);
      long a3 = s3 ^ word(text, at + 8);
      long a4 = s4 ^ word(text, at + 12);
      long b1 = s5 ^ word(text, at + 16);
      long b2 = s6 ^ word(text, at + 20);
      long b3 = s7 ^ word(text, at + 24);
      long b4 = s8 ^ word(text, at + 28);
      s5 += high(a1, b1);
      s6 += high(a2, b2);
      s7 += high(a3, b3);
      s8 += high(a4, b4);
      s2 = (a2 * b2) ^ s5;
      s3 = (a3 * b3) ^ s6;
      s4 = (a4 * b4) ^ s7;
      s1 = (a1 * b1) ^ s8;
    }
    return rest(text, end, text.length(), s1 ^ s2 ^ s3 ^ s4, s5 ^ s6 ^ s7 ^ s8);
  }

  /** What is left of a text, fewer characters than a block. */
  private static long rest(CharSequence text, int from, int to, long first, long fifth) {
    int at = from;
    long s1 = first;
    long s5 = fifth;
    while (to - at >= 8) {
      long one = s1 ^ word(text, at);
      long five = s5 ^ word(text, at + 4);
      s5 += high(one, five);
      s1 = (one * five) ^ s5;
      at += 8;
    }
    return to - at >= 4
        ? end(s1 ^ word(text, at), s5 ^ last(text, at + 4, to), s5)
        : end(s1 ^ last(text, at, to), s5, s5);
  }

  static long end(long one, long five, long fifth) {
    long s5 = fifth + high(one, five);
    long s1 = (one * five) ^ s5;
    return (s1 * s5) ^ (s5 + high(s1, s5));
  }

  private static long word(CharSequence text, int at) {
    return text.charAt(at)
        | ((long) text.charAt(at + 1) << 16)
        | ((long) text.charAt(at + 2) << 32)
        | ((long) text.charAt(at + 3) << 48);
  }

  /** The last characters, fewer than four, and a one behind them. */
  private static long last(CharSequence text, int from, int to) {
    long word = 1;
    for (int i = to - 1; i >= from; i--) {
      word = (word << Character.SIZE) | text.charAt(i);
    }
    return word;
  }

  /** The high half of the product of two unsigned words; the JDK has it since version 18. */
  static long high(long a, long b) {
    return Math.multiplyHigh(a, b) + ((a >> 63) & b) + ((b >> 63) & a);
  }
}
