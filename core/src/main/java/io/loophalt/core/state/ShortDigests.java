package io.loophalt.core.state;

import io.loophalt.core.fingerprint.DigestList;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/** Writes digests of thirty-two bits, which are never small, in four bytes. Thread-safe. */
public final class ShortDigests {

  private ShortDigests() {}

  /** A digest in half as many bits. */
  public static int of(long digest) {
    return (int) (digest ^ (digest >>> 32));
  }

  /** Writes one. */
  public static void write(DataOutput out, int digest) throws IOException {
    out.writeShort(digest >>> 16);
    out.writeShort(digest);
  }

  /** Writes a list of them. */
  public static void write(DataOutput out, DigestList digests) throws IOException {
    SmallNumbers.writeUnsigned(out, digests.size());
    for (int i = 0; i < digests.size(); i++) {
      write(out, digests.get(i));
    }
  }

  /**
   * Reads what was written of a list, in place of what the list holds.
   *
   * @param most that it may have
   * @throws IOException if there are more
   */
  public static void read(DataInput in, DigestList digests, int most) throws IOException {
    digests.clear();
    int left = SmallNumbers.inRange(SmallNumbers.readUnsigned(in), most);
    for (; left > 0; left--) {
      digests.add(read(in));
    }
  }

  /** Reads what was written of one. */
  public static int read(DataInput in) throws IOException {
    int high = in.readUnsignedShort();
    return (high << 16) | in.readUnsignedShort();
  }
}
