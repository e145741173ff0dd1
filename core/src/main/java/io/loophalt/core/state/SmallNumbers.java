package io.loophalt.core.state;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * Writes counts, ages and times so that small ones take one byte.
 *
 * <p>Seven bits a byte, the lowest first, the sign in the lowest bit; at most ten bytes.
 */
public final class SmallNumbers {

  private static final int BITS = 7;
  private static final int MORE = 1 << BITS;

  private SmallNumbers() {}

  /** Writes a number that is mostly near 0, on either side. */
  public static void write(DataOutput out, long value) throws IOException {
    writeUnsigned(out, (value << 1) ^ (value >> (Long.SIZE - 1)));
  }

  /** Writes a number that is mostly small and never below 0. */
  public static void writeUnsigned(DataOutput out, long value) throws IOException {
    long left = value;
    while ((left & -MORE) != 0) {
      out.writeByte((int) (left | MORE));
      left >>>= BITS;
    }
    out.writeByte((int) left);
  }

  /** Reads what {@link #write} wrote of an {@code int}. */
  public static int readInt(DataInput in) throws IOException {
    return Math.toIntExact(read(in));
  }

  /** Reads what {@link #write} wrote. */
  public static long read(DataInput in) throws IOException {
    long value = readUnsigned(in);
    return (value >>> 1) ^ -(value & 1);
  }

  /**
   * A size that was read, before room is made for it.
   *
   * @throws IOException if it is below 0 or beyond what is ever written
   */
  public static int inRange(long size, int most) throws IOException {
    if (size < 0 || size > most) {
      throw new IOException("the saved run is damaged: no size is " + size);
    }
    return (int) size;
  }

  /** Reads what {@link #writeUnsigned} wrote. */
  public static long readUnsigned(DataInput in) throws IOException {
    long value = 0;
    int shift = 0;
    int next;
    do {
      next = in.readUnsignedByte();
      value |= (long) (next & (MORE - 1)) << shift;
      shift += BITS;
    } while ((next & MORE) != 0);
    return value;
  }
}
