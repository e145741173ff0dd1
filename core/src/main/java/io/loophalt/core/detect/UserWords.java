package io.loophalt.core.detect;

import io.loophalt.core.state.SmallNumbers;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;

/**
 * What the users of one run have said so far, as digests: whether words are new to it. The latest
 * {@value #MOST} are remembered. Not thread-safe. 8 bytes a message, O({@value #MOST}).
 */
public final class UserWords {

  /** How many are remembered. */
  public static final int MOST = 128;

  private static final int FEW = 4;

  private long[] said = new long[FEW];
  private int size;
  private int next;

  /**
   * Hears what a user says.
   *
   * @param digest of {@link io.loophalt.core.text.UserText}, not 0
   * @return whether it was not said before, as far as is remembered
   */
  public boolean hear(long digest) {
    if (knows(digest)) {
      return false;
    }
    if (size == said.length && size < MOST) {
      said = Arrays.copyOf(said, Math.min(MOST, 4 * size));
    }
    said[next] = digest;
    size = Math.max(size, next + 1);
    next = (next + 1) % MOST;
    return true;
  }

  /** Whether it was said before, as far as is remembered. */
  public boolean knows(long digest) {
    for (int i = 0; i < size; i++) {
      if (said[i] == digest) {
        return true;
      }
    }
    return false;
  }

  /** Writes what is remembered; {@link #restore} reads it back. */
  public void save(DataOutput out) throws IOException {
    SmallNumbers.writeUnsigned(out, size);
    SmallNumbers.writeUnsigned(out, next);
    for (int i = 0; i < size; i++) {
      out.writeLong(said[i]);
    }
  }

  /** Goes on with what {@link #save} wrote. */
  public void restore(DataInput in) throws IOException {
    size = SmallNumbers.inRange(SmallNumbers.readUnsigned(in), MOST);
    next = SmallNumbers.inRange(SmallNumbers.readUnsigned(in), Math.min(size, MOST - 1));
    said = new long[size <= FEW ? FEW : MOST];
    for (int i = 0; i < size; i++) {
      said[i] = in.readLong();
    }
  }
}
