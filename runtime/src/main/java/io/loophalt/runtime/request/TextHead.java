package io.loophalt.runtime.request;

import org.jspecify.annotations.Nullable;

/**
 * What a text begins with, by which a transcript is known that has grown out of it. Many prompts
 * end with a cue, such as {@code Thought:}, that stands behind what has grown later: so it is known
 * without its last few characters, too. Immutable.
 *
 * @param length of the whole, without white space
 * @param hash of the whole
 * @param butCue of all but the last {@value #CUE}; 0 if that says too little
 * @param butLongCue of all but the last {@value #LONG_CUE}; 0 if that says too little
 */
record TextHead(int length, long hash, long butCue, long butLongCue) {

  /** What {@link #missing} says of a text that has not grown out of this one. */
  static final int NOT_IN_IT = Integer.MAX_VALUE;

  private static final int CUE = 8;
  private static final int LONG_CUE = 16;

  /** Shorter ones, such as {@code Hello.}, are said by many. */
  private static final int SHORTEST = 12;

  /** Of a text without white space; null if it is too short to be told from others. */
  static @Nullable TextHead of(CharSequence plain) {
    int length = plain.length();
    if (length < SHORTEST) {
      return null;
    }
    long hash = 0;
    long butCue = 0;
    long butLongCue = 0;
    for (int i = 0; i < length; i++) {
      hash = TextTail.rolled(hash, plain.charAt(i));
      int left = length - 1 - i;
      if (i + 1 >= SHORTEST) {
        butCue = left == CUE ? hash : butCue;
        butLongCue = left == LONG_CUE ? hash : butLongCue;
      }
    }
    return new TextHead(length, hash, butCue, butLongCue);
  }

  /**
   * The hashes of the longest texts that a text begins with.
   *
   * @param shortest how long the shortest of these is
   * @param hashes the shortest one's first
   */
  @SuppressWarnings("ArrayRecordComponent") // Handed on within this package, and not changed.
  record Beginnings(int shortest, long[] hashes) {

    /** Those of a text without white space, and no more than so many. */
    static Beginnings of(CharSequence plain, int most) {
      int shortest = Math.max(0, plain.length() + 1 - most);
      long[] hashes = new long[plain.length() + 1 - shortest];
      long hash = 0;
      for (int length = 0; length <= plain.length(); length++) {
        hash = length == 0 ? hash : TextTail.rolled(hash, plain.charAt(length - 1));
        if (length >= shortest) {
          hashes[length - shortest] = hash;
        }
      }
      return new Beginnings(shortest, hashes);
    }

    private boolean has(int length, long hash) {
      int at = length - shortest;
      return at >= 0 && at < hashes.length && hashes[at] == hash;
    }
  }

  /** How many characters of the end are missing in a text; {@link #NOT_IN_IT} if too many are. */
  int missing(Beginnings text) {
    if (text.has(length, hash)) {
      return 0;
    }
    if (butCue != 0 && text.has(length - CUE, butCue)) {
      return CUE;
    }
    return butLongCue != 0 && text.has(length - LONG_CUE, butLongCue) ? LONG_CUE : NOT_IN_IT;
  }
}
