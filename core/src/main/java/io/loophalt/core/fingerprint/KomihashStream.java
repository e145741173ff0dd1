package io.loophalt.core.fingerprint;

import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * A {@link Komihash} of a text that comes in pieces. Not thread-safe; its memory is bounded
 * whatever the length of the text.
 */
public final class KomihashStream {

  private static final int PIECE = 64 * Komihash.BLOCK;

  /** One that nobody uses: long texts are hashed without leaving garbage, one at a time. */
  private static final AtomicReference<@Nullable KomihashStream> SPARE = new AtomicReference<>();

  private final char[] piece;
  private int length;
  private boolean anyBlock;
  private long s1; // the states of the algorithm, as it names them
  private long s2;
  private long s3;
  private long s4;
  private long s5;
  private long s6;
  private long s7;
  private long s8;

  KomihashStream(long seed1, long seed5) {
    this(seed1, seed5, PIECE);
  }

  KomihashStream(long seed1, long seed5, int size) {
    piece = new char[size];
    begin(seed1, seed5);
  }

  /** One to be {@linkplain #giveBack given back}. */
  static KomihashStream borrow(long seed1, long seed5) {
    KomihashStream spare = SPARE.getAndSet(null);
    if (spare == null) {
      return new KomihashStream(seed1, seed5);
    }
    spare.begin(seed1, seed5);
    return spare;
  }

  void giveBack() {
    SPARE.set(this);
  }

  void begin(long seed1, long seed5) {
    length = 0;
    anyBlock = false;
    s1 = seed1;
    s5 = seed5;
  }

  /** Takes one more character. */
  public void take(char c) {
    if (length == piece.length) {
      blocks(length);
      length = 0;
    }
    piece[length++] = c;
  }

  /** Takes a part of a text, after nothing else. */
  void take(String text, int from, int end) {
    int at = from;
    int size = piece.length;
    while (end - at > size) {
      text.getChars(at, at + size, piece, 0);
      blocks(size);
      at += size;
    }
    length = end - at;
    text.getChars(at, end, piece, 0);
  }

  /** The hash of all that was taken; it is to be asked once. */
  public long hash() {
    int blocks = length & -Komihash.BLOCK;
    if (blocks > 0) {
      blocks(blocks);
    }
    if (anyBlock) {
      return rest(piece, blocks, length, s1 ^ s2 ^ s3 ^ s4, s5 ^ s6 ^ s7 ^ s8);
    }
    return length == 0 ? Komihash.ofNothing(s1, s5) : rest(piece, 0, length, s1, s5);
  }

  /** As {@link Komihash} has it of a text. */
  private static long rest(char[] text, int from, int to, long first, long fifth) {
    int at = from;
    long t1 = first;
    long t5 = fifth;
    while (to - at >= 8) {
      long one = t1 ^ word(text, at);
      long five = t5 ^ word(text, at + 4);
      t5 += Komihash.high(one, five);
      t1 = (one * five) ^ t5;
      at += 8;
    }
    return to - at >= 4
        ? Komihash.end(t1 ^ word(text, at), t5 ^ last(text, at + 4, to), t5)
        : Komihash.end(t1 ^ last(text, at, to), t5, t5);
  }

  private void blocks(int end) {
    if (!anyBlock) {
      anyBlock = true;
      s2 = Komihash.SEED2 ^ s1;
      s3 = Komihash.SEED3 ^ s1;
      s4 = Komihash.SEED4 ^ s1;
      s6 = Komihash.SEED6 ^ s5;
      s7 = Komihash.SEED7 ^ s5;
      s8 = Komihash.SEED8 ^ s5;
    }
    char[] text = piece;
    long t1 = s1;
    long t2 = s2;
    long t3 = s3;
    long t4 = s4;
    long t5 = s5;
    long t6 = s6;
    long t7 = s7;
    long t8 = s8;
    for (int at = 0; at < end; at += Komihash.BLOCK) {
      long a1 = t1 ^ word(text, at);
      long a2 = t2 ^ word(text, at + 4);
      long a3 = t3 ^ word(text, at + 8);
      long a4 = t4 ^ word(text, at + 12);
      long b1 = t5 ^ word(text, at + 16);
      long b2 = t6 ^ word(text, at + 20);
      long b3 = t7 ^ word(text, at + 24);
      long b4 = t8 ^ word(text, at + 28);
      t5 += Komihash.high(a1, b1);
      t6 += Komihash.high(a2, b2);
      t7 += Komihash.high(a3, b3);
      t8 += Komihash.high(a4, b4);
      t2 = (a2 * b2) ^ t5;
      t3 = (a3 * b3) ^ t6;
      t4 = (a4 * b4) ^ t7;
      t1 = (a1 * b1) ^ t8;
    }
    s1 = t1;
    s2 = t2;
    s3 = t3;
    s4 = t4;
    s5 = t5;
    s6 = t6;
    s7 = t7;
    s8 = t8;
  }

  private static long word(char[] text, int at) {
    return text[at]
        | ((long) text[at + 1] << 16)
        | ((long) text[at + 2] << 32)
        | ((long) text[at + 3] << 48);
  }

  private static long last(char[] text, int from, int to) {
    long word = 1;
    for (int i = to - 1; i >= from; i--) {
      word = (word << Character.SIZE) | text[i];
    }
    return word;
  }
}
