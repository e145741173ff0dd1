package io.loophalt.core.fingerprint;

import java.util.Arrays;

/**
 * A bounded list of short digests: of the lines of a result, or of the words of a failure.
 *
 * <p>Thirty-two bits tell some hundred remembered lines apart from a new one with an error of one
 * in ten million. Not thread-safe. Grows up to its capacity and is used again, so that reading step
 * after step allocates nothing.
 */
public final class DigestList {

  private static final int FIRST_ROOM = 4;
  private static final int[] NONE = new int[0];

  /** Below 0 where there was more: a field of its own would make each list a quarter larger. */
  private int capacity;

  private int[] values;
  private int size;

  /**
   * Makes an empty list.
   *
   * @param capacity the most digests it takes
   */
  public DigestList(int capacity) {
    this.capacity = capacity;
    this.values = NONE;
  }

  /** Adds a digest; one that finds no room marks the list as {@linkplain #isCut cut}. */
  public void add(int digest) {
    if (isFull()) {
      markCut();
      return;
    }
    if (size == values.length) {
      values = Arrays.copyOf(values, Math.min(Math.abs(capacity), Math.max(FIRST_ROOM, 2 * size)));
    }
    values[size++] = digest;
  }

  /** How many there are. */
  public int size() {
    return size;
  }

  /** Whether no more digests find room. */
  public boolean isFull() {
    return size == Math.abs(capacity);
  }

  /** The digest at a place, 0 for the first. */
  public int get(int at) {
    return values[at];
  }

  /** Puts a digest at a place that has one. */
  public void set(int at, int digest) {
    values[at] = digest;
  }

  /** Takes out the first digest, if there is one. */
  public void removeFirst() {
    if (size > 0) {
      size--;
      System.arraycopy(values, 1, values, 0, size);
    }
  }

  /** Brings the digests into an order that does not depend on which was added first. */
  public void sort() {
    Arrays.sort(values, 0, size);
  }

  /** Whether it holds a digest. O(size). */
  public boolean contains(int digest) {
    for (int i = 0; i < size; i++) {
      if (values[i] == digest) {
        return true;
      }
    }
    return false;
  }

  /** Whether it holds one that agrees with a digest in all bits of a mask. O(size). */
  public boolean contains(int digest, int mask) {
    for (int i = 0; i < size; i++) {
      if (((values[i] ^ digest) & mask) == 0) {
        return true;
      }
    }
    return false;
  }

  /** Whether there was more than the list tells of. */
  public boolean isCut() {
    return capacity < 0;
  }

  /** There is more than the list tells of. */
  public void markCut() {
    capacity = -Math.abs(capacity);
  }

  /** Forgets everything. */
  public void clear() {
    size = 0;
    capacity = Math.abs(capacity);
  }

  /** Takes over what another list holds, as far as there is room. */
  public void copyOf(DigestList other) {
    clear();
    for (int i = 0; i < other.size; i++) {
      add(other.values[i]);
    }
    if (other.isCut()) {
      markCut();
    }
  }
}
