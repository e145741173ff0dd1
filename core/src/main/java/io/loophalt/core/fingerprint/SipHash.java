package io.loophalt.core.fingerprint;

/**
 * SipHash-2-4 of one word (Aumasson and Bernstein, "SipHash: a fast short-input PRF", 2012):
 * whoever does not have the key can neither undo it nor try out guesses.
 *
 * <p>Written here because the digests in a halt's message are made at each start, by the self-test,
 * and the JDK's HMAC would be loaded for them; a test compares it with a library. Thread-safe;
 * allocates nothing; some ten nanoseconds.
 */
final class SipHash {

  private static final long WORD_LENGTH = (long) Long.BYTES << 56;

  private SipHash() {}

  /** The hash of the 8 bytes of a word, the low one first, under a key of two words. */
  static long of(long key0, long key1, long word) {
    long v0 = key0 ^ 0x736F6D6570736575L;
    long v1 = key1 ^ 0x646F72616E646F6DL;
    long v2 = key0 ^ 0x6C7967656E657261L;
    long v3 = key1 ^ 0x7465646279746573L;
    for (int round = 0; round < 8; round++) {
      // Two rounds for the word, two for the length, four to end.
      if (round == 0) {
        v3 ^= word;
      } else if (round == 2) {
        v0 ^= word;
        v3 ^= WORD_LENGTH;
      } else if (round == 4) {
        v0 ^= WORD_LENGTH;
        v2 ^= 0xFF;
      }
      v0 += v1;
      v1 = Long.rotateLeft(v1, 13) ^ v0;
      v0 = Long.rotateLeft(v0, 32);
      v2 += v3;
      v3 = Long.rotateLeft(v3, 16) ^ v2;
      v0 += v3;
      v3 = Long.rotateLeft(v3, 21) ^ v0;
      v2 += v1;
      v1 = Long.rotateLeft(v1, 17) ^ v2;
      v2 = Long.rotateLeft(v2, 32);
    }
    return v0 ^ v1 ^ v2 ^ v3;
  }
}
