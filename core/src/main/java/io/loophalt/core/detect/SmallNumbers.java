package io.loophalt.core.detect;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * Writes counts, ages and times so that small ones take one byte.
 *
 * <p>Seven bits a byte, the lowest first, the sign in the lowest bit; at most ten bytes.
 */
final class SmallNumbers {

  private static final int BITS = 7;
  private static final int MORE = 1 << BITS;

  private SmallNumbers() {}

  static void write(DataOutput out, long value) throws IOException {
    long left = (value << 1) ^ (value >> (Long.SIZE - 1));
    while ((left & -MORE) != 0) {
      out.writeByte((int) (left | MORE));
      left >>>= BITS;
    }
    out.writeByte((int) left);
  }

  static int readInt(DataInput in) throws IOException {
    return Math.toIntExact(read(in));
  }

  static long read(DataInput in) throws IOException {
    long value = 0;
    int shift = 0;
    int next;
    do {
      next = in.readUnsignedByte();
      value |= (long) (next & (MORE - 1)) << shift;
      shift += BITS;
    } while ((next & MORE) != 0);
    return (value >>> 1) ^ -(value & 1);
  }
}
