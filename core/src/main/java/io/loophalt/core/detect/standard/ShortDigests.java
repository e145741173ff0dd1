package io.loophalt.core.detect.standard;

import io.loophalt.core.detect.SmallNumbers;
import io.loophalt.core.fingerprint.DigestList;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/** Writes digests of thirty-two bits, which are never small, in four bytes. */
final class ShortDigests {

  private ShortDigests() {}

  /** A digest in half as many bits. */
  static int of(long digest) {
    return (int) (digest ^ (digest >>> 32));
  }

  static void write(DataOutput out, int digest) throws IOException {
    out.writeShort(digest >>> 16);
    out.writeShort(digest);
  }

  static void write(DataOutput out, DigestList digests) throws IOException {
    SmallNumbers.writeUnsigned(out, digests.size());
    for (int i = 0; i < digests.size(); i++) {
      write(out, digests.get(i));
    }
  }

  static void read(DataInput in, DigestList digests, int most) throws IOException {
    digests.clear();
    int left = SmallNumbers.inRange(SmallNumbers.readUnsigned(in), most);
    for (; left > 0; left--) {
      digests.add(read(in));
    }
  }

  static int read(DataInput in) throws IOException {
    int high = in.readUnsignedShort();
    return (high << 16) | in.readUnsignedShort();
  }
}
