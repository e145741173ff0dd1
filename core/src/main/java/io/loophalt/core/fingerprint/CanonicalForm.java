package io.loophalt.core.fingerprint;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.CharBuffer;

/**
 * How the digest of a value is made of the digests of its parts, and how much of a value counts:
 * what the walkers of Java values and of JSON text share, so that they agree.
 *
 * <p>A tree needs no stream of bytes: every node is a digest of its children's.
 */
public final class CanonicalForm {

  /** Deeper values count by kind and size only. The value itself is at depth 0. */
  public static final int MAX_DEPTH = 16;

  /** Further values of the same call or document count by their container's size only. */
  public static final int MAX_VALUES = 16_384;

  /** Of a longer text the first and the last half of this and the length count. Characters. */
  public static final int MAX_TEXT = 1 << 20;

  /** The digest of nothing. */
  public static final long NULL = 0x6E756C6C00000001L;

  /** The digest of a truth. */
  public static final long TRUE = 0x7472756500000001L;

  /** The digest of an untruth. */
  public static final long FALSE = 0x66616C7300000001L;

  private static final long TEXT = 1;
  private static final long LONG_TEXT = 2;
  private static final long ENTRY = 3;
  private static final long MAP = 4;
  private static final long LIST = 5;
  private static final long SET = 6;
  private static final long TOO_DEEP = 7;
  private static final long BYTES = 8;

  /** Most strings within arguments are shorter. Characters. */
  private static final int SHORT_PIECE = 8 * Komihash.BLOCK;

  /** A text that is a value differs from the same text as a name. */
  private static final Komihash TEXTS = new Komihash(DigestKey.seed() + TEXT);

  private CanonicalForm() {}

  /** A truth value. */
  public static long of(boolean value) {
    return value ? TRUE : FALSE;
  }

  /** A text; of a long one its two ends and its length. */
  public static long text(CharSequence text) {
    int length = text.length();
    if (length <= MAX_TEXT) {
      return TEXTS.of(text);
    }
    long head = TEXTS.of(text.subSequence(0, MAX_TEXT / 2));
    long tail = TEXTS.of(text.subSequence(length - MAX_TEXT / 2, length));
    return tagged(LONG_TEXT, TextDigest.HASH.of(head, tail), length);
  }

  /**
   * A part of a text that is not too long to count whole.
   *
   * @param texts through which it goes
   */
  static long text(String text, int from, int to, KomihashStream texts) {
    return TEXTS.of(text, from, to, texts);
  }

  /** Through which one text after another goes. */
  static KomihashStream texts() {
    return TEXTS.stream(SHORT_PIECE);
  }

  /** Bytes; of many the first and their number. */
  public static long bytes(byte[] bytes) {
    int counted = Math.min(bytes.length, 2 * MAX_TEXT);
    return tagged(BYTES, ofBytes(bytes, counted), bytes.length);
  }

  /** Of bytes, two of which are read as a character. */
  static long ofBytes(byte[] bytes, int length) {
    CharBuffer pairs =
        ByteBuffer.wrap(bytes, 0, length).order(ByteOrder.LITTLE_ENDIAN).asCharBuffer();
    int last = length % 2 == 0 ? -1 : bytes[length - 1];
    return TextDigest.HASH.of(TextDigest.HASH.of(pairs), last);
  }

  /** What a named member adds to the sum that {@link #map} takes; a sum knows no order. */
  public static long entry(long key, long value) {
    return tagged(ENTRY, key, value);
  }

  /** A map of so many entries, in whatever order. */
  public static long map(long sumOfEntries, long size) {
    return tagged(MAP, sumOfEntries, size);
  }

  /** The state after one more element of a list whose state starts at 0. */
  public static long append(long state, long element) {
    return TextDigest.HASH.of(state, element);
  }

  /** A list of so many elements, in their order. */
  public static long list(long state, long size) {
    return tagged(LIST, state, size);
  }

  /** What an element adds to the sum that {@link #set} takes. */
  public static long member(long element) {
    return TextDigest.HASH.of(SET, element);
  }

  /** A set of so many elements, in whatever order. */
  public static long set(long sumOfMembers, long size) {
    return tagged(SET, sumOfMembers, size);
  }

  /** A container below {@link #MAX_DEPTH}, or beyond {@link #MAX_VALUES}. */
  public static long cut(long size) {
    return TextDigest.HASH.of(TOO_DEEP, size);
  }

  /** A node of another kind, with what is under it; the caller chooses the tag. */
  public static long tagged(long tag, long one, long other) {
    return TextDigest.HASH.of(tag, one, other);
  }
}
