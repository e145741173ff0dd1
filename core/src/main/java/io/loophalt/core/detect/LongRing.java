package io.loophalt.core.detect;

import io.loophalt.core.state.SmallNumbers;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * The last few digests, the newest first.
 *
 * <p>Not thread-safe. Adding and reading are O(1) and allocate nothing.
 */
public final class LongRing {

  private final long[] values;
  private int next;
  private int size;

  /**
   * Makes an empty ring.
   *
   * @param capacity digests it remembers, 1 or more
   */
  public LongRing(int capacity) {
    this.values = new long[capacity];
  }

  /** Adds the newest digest; the oldest is forgotten when the ring is full. */
  public void add(long value) {
    values[next] = value;
    next = next + 1 == values.length ? 0 : next + 1;
    if (size < values.length) {
      size++;
    }
  }

  /**
   * Reads a digest.
   *
   * @param age 0 for the newest, less than {@link #size()}
   */
  public long get(int age) {
    if (age < 0 || age >= size) {
      throw new IndexOutOfBoundsException("age " + age + " in a ring that holds " + size);
    }
    int index = next - 1 - age;
    return values[index < 0 ? index + values.length : index];
  }

  /** Whether it holds a digest. O(capacity). */
  public boolean contains(long value) {
    for (int i = 0; i < size; i++) {
      if (values[i] == value) {
        return true;
      }
    }
    return false;
  }

  /** How many digests it holds. */
  public int size() {
    return size;
  }

  /** Forgets everything. */
  public void clear() {
    next = 0;
    size = 0;
  }

  /** Writes the digests, the oldest first. */
  public void save(DataOutput out) throws IOException {
    SmallNumbers.write(out, size);
    for (int age = size - 1; age >= 0; age--) {
      out.writeLong(get(age));
    }
  }

  /**
   * Replaces the digests by those that {@link #save} wrote, and where that was of a larger ring, by
   * the newest of them.
   *
   * @return how many were written
   */
  public int restore(DataInput in) throws IOException {
    clear();
    int written = SmallNumbers.readInt(in);
    for (int left = written; left > 0; left--) {
      add(in.readLong());
    }
    return written;
  }
}
