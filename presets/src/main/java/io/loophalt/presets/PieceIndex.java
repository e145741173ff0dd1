package io.loophalt.presets;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;

/**
 * Where pieces of 50 characters occurred before, the latest 4096 of them, by hash chains as LZ77
 * compressors keep them.
 *
 * <p>The text itself stays with the caller; a hash only says where to compare. Not thread-safe. A
 * piece costs hashing 50 characters and comparing with the earlier pieces of its bucket. Takes 36
 * KiB, from the first piece on.
 */
final class PieceIndex {

  /** Length of a piece in characters. */
  static final int PIECE = 50;

  private static final int ENTRIES = 4096;
  private static final int BUCKETS = 1024;

  /** An entry too old to be there, whatever was added since the last clearing. */
  private static final int NONE = -ENTRIES - 1;

  // Entries are numbered in the order in which they were added. Numbers may wrap around: only
  // differences of numbers that are close to each other are looked at.
  private int nextEntry;
  private int size;
  private int[] positions = {};
  private int[] previous = {};
  private int[] newest = {};

  /**
   * Adds the piece at a position, which may have been added before, and finds the latest positions
   * of this piece, the one added included.
   *
   * @param textStart the position of the text's first character
   * @param span how far back from the position an occurrence may lie
   * @param found receives the positions, the latest first, until it is full
   * @return how many there are
   */
  int add(CharSequence text, int textStart, int position, int span, int[] found) {
    int count = 0;
    int entry = add(text, textStart, position);
    while (count < found.length && isThere(entry)) {
      int candidate = positions[slot(entry)];
      if (candidate - textStart < 0 || position - candidate > span) {
        break;
      }
      if (samePiece(text, candidate - textStart, position - textStart)) {
        found[count++] = candidate;
      }
      entry = previous[slot(entry)];
    }
    return count;
  }

  private int add(CharSequence text, int textStart, int position) {
    if (newest.length == 0) {
      positions = new int[ENTRIES];
      previous = new int[ENTRIES];
      newest = new int[BUCKETS];
      Arrays.fill(newest, NONE);
    }
    int bucket = bucket(text, position - textStart);
    int entry = nextEntry++;
    positions[slot(entry)] = position;
    previous[slot(entry)] = newest[bucket];
    newest[bucket] = entry;
    size = Math.min(size + 1, ENTRIES);
    return entry;
  }

  /** Forgets every piece. */
  void clear() {
    nextEntry = 0;
    size = 0;
    Arrays.fill(newest, NONE);
  }

  /** Writes the positions that the text still holds, relative to its start. */
  void save(int textStart, DataOutput out) throws IOException {
    int oldest = nextEntry;
    while (isThere(oldest - 1) && positions[slot(oldest - 1)] - textStart >= 0) {
      oldest--;
    }
    out.writeInt(nextEntry - oldest);
    for (int entry = oldest; entry != nextEntry; entry++) {
      out.writeShort(positions[slot(entry)] - textStart);
    }
  }

  /** Replaces the pieces by those that {@link #save} wrote beside the text. */
  void restore(CharSequence text, DataInput in) throws IOException {
    clear();
    for (int left = in.readInt(); left > 0; left--) {
      add(text, 0, in.readShort());
    }
  }

  /** Whether an entry is among the latest, and was added since the last clearing. */
  private boolean isThere(int entry) {
    int age = nextEntry - entry;
    return age > 0 && age <= size;
  }

  private static int slot(int entry) {
    return entry & (ENTRIES - 1);
  }

  private static int bucket(CharSequence text, int start) {
    int hash = 0;
    for (int i = start; i < start + PIECE; i++) {
      hash = 31 * hash + text.charAt(i);
    }
    return (hash ^ (hash >>> 16)) & (BUCKETS - 1);
  }

  private static boolean samePiece(CharSequence text, int first, int second) {
    for (int i = 0; i < PIECE; i++) {
      if (text.charAt(first + i) != text.charAt(second + i)) {
        return false;
      }
    }
    return true;
  }
}
