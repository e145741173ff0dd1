package io.loophalt.core.state;

import java.io.DataInput;
import java.io.DataInputStream;
import java.io.DataOutput;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * What the parts of a run have saved of themselves, kept small while the run is idle: a digest that
 * several of them remember is kept once, a name is kept as the text that it was, and a count takes
 * a byte.
 *
 * <p>Immutable. Writing costs O(values × distinct digests, {@value #LOOKED_BACK} at most), reading
 * O(values).
 */
public final class Frozen {

  /** How many of the latest digests are searched for an equal one. */
  private static final int LOOKED_BACK = 256;

  private final byte[] bytes;
  private final long[] digests;
  private final String[] names;

  private Frozen(byte[] bytes, long[] digests, String[] names) {
    this.bytes = bytes;
    this.digests = digests;
    this.names = names;
  }

  /** Reads what was written, from its beginning. */
  public DataInput read() {
    return new Input(this);
  }

  /** Writes everything, for another process. */
  public void writeTo(DataOutput out) throws IOException {
    SmallNumbers.writeUnsigned(out, digests.length);
    for (long digest : digests) {
      out.writeLong(digest);
    }
    SmallNumbers.writeUnsigned(out, names.length);
    for (String name : names) {
      byte[] characters = name.getBytes(StandardCharsets.UTF_8);
      SmallNumbers.writeUnsigned(out, characters.length);
      out.write(characters);
    }
    SmallNumbers.writeUnsigned(out, bytes.length);
    out.write(bytes);
  }

  /** What {@link #writeTo} wrote; makes no room for more than there are bytes. */
  public static Frozen readFrom(DataInputStream in) throws IOException {
    long[] digests = new long[size(in, Long.BYTES)];
    for (int i = 0; i < digests.length; i++) {
      digests[i] = in.readLong();
    }
    String[] names = new String[size(in, 1)];
    for (int i = 0; i < names.length; i++) {
      names[i] = new String(bytes(in), StandardCharsets.UTF_8);
    }
    return new Frozen(bytes(in), digests, names);
  }

  private static byte[] bytes(DataInputStream in) throws IOException {
    byte[] bytes = new byte[size(in, 1)];
    in.readFully(bytes);
    return bytes;
  }

  private static int size(DataInputStream in, int bytesEach) throws IOException {
    long size = SmallNumbers.readUnsigned(in);
    return SmallNumbers.inRange(size, in.available() / bytesEach);
  }

  /** Takes what is to be kept. */
  public static final class Output implements DataOutput {
    private final Bytes bytes = new Bytes();
    private final DataOutputStream out = new DataOutputStream(bytes);
    private long[] digests = new long[32];
    private int digestCount;
    private String[] names = new String[4];
    private int nameCount;

    /** Empty. */
    public Output() {}

    /** All that was written so far. */
    public Frozen freeze() {
      return new Frozen(
          bytes.soFar(), Arrays.copyOf(digests, digestCount), Arrays.copyOf(names, nameCount));
    }

    @Override
    public void writeLong(long value) throws IOException {
      int from = Math.max(0, digestCount - LOOKED_BACK);
      for (int i = from; i < digestCount; i++) {
        if (digests[i] == value) {
          SmallNumbers.writeUnsigned(out, i - from + 1L);
          return;
        }
      }
      if (digestCount == digests.length) {
        digests = Arrays.copyOf(digests, 2 * digestCount);
      }
      digests[digestCount++] = value;
      SmallNumbers.writeUnsigned(out, 0);
    }

    @Override
    public void writeUTF(String text) throws IOException {
      int at = 0;
      while (at < nameCount && !names[at].equals(text)) {
        at++;
      }
      if (at == nameCount) {
        if (nameCount == names.length) {
          names = Arrays.copyOf(names, 2 * nameCount);
        }
        names[nameCount++] = text;
      }
      SmallNumbers.writeUnsigned(out, at);
    }

    @Override
    public void writeInt(int value) throws IOException {
      SmallNumbers.write(out, value);
    }

    @Override
    public void writeShort(int value) throws IOException {
      out.writeShort(value);
    }

    @Override
    public void writeChar(int value) throws IOException {
      out.writeChar(value);
    }

    @Override
    public void writeByte(int value) throws IOException {
      out.writeByte(value);
    }

    @Override
    public void writeBoolean(boolean value) throws IOException {
      out.writeBoolean(value);
    }

    @Override
    public void writeFloat(float value) throws IOException {
      out.writeFloat(value);
    }

    @Override
    public void writeDouble(double value) throws IOException {
      out.writeDouble(value);
    }

    @Override
    public void write(int value) throws IOException {
      out.write(value);
    }

    @Override
    public void write(byte[] values) throws IOException {
      out.write(values);
    }

    @Override
    public void write(byte[] values, int offset, int length) throws IOException {
      out.write(values, offset, length);
    }

    @Override
    public void writeBytes(String text) throws IOException {
      out.writeBytes(text);
    }

    @Override
    public void writeChars(String text) throws IOException {
      out.writeChars(text);
    }
  }

  /**
   * Written to by one thread. Most is written byte by byte, and the lock that the JDK's stream
   * takes for each costs more than all the rest.
   */
  private static final class Bytes extends OutputStream {
    private byte[] bytes = new byte[256];
    private int count;

    @Override
    public void write(int value) {
      makeRoomFor(1);
      bytes[count++] = (byte) value;
    }

    @Override
    public void write(byte[] values, int offset, int length) {
      makeRoomFor(length);
      System.arraycopy(values, offset, bytes, count, length);
      count += length;
    }

    private void makeRoomFor(int more) {
      if (more > bytes.length - count) {
        bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, count + more));
      }
    }

    byte[] soFar() {
      return Arrays.copyOf(bytes, count);
    }
  }

  /** Read by one thread. */
  private static final class Kept extends InputStream {
    private final byte[] bytes;
    private int next;

    Kept(byte[] bytes) {
      this.bytes = bytes;
    }

    @Override
    public int read() {
      return next == bytes.length ? -1 : bytes[next++] & 0xff;
    }

    @Override
    public int read(byte[] values, int offset, int length) {
      int left = bytes.length - next;
      if (left == 0 && length > 0) {
        return -1;
      }
      int read = Math.min(length, left);
      System.arraycopy(bytes, next, values, offset, read);
      next += read;
      return read;
    }
  }

  private static final class Input implements DataInput {
    private final DataInputStream in;
    private final long[] digests;
    private final String[] names;
    private int digestsMet;

    Input(Frozen frozen) {
      this.in = new DataInputStream(new Kept(frozen.bytes));
      this.digests = frozen.digests;
      this.names = frozen.names;
    }

    @Override
    public long readLong() throws IOException {
      int known = (int) SmallNumbers.readUnsigned(in);
      return known == 0
          ? digests[digestsMet++]
          : digests[Math.max(0, digestsMet - LOOKED_BACK) + known - 1];
    }

    @Override
    public String readUTF() throws IOException {
      return names[(int) SmallNumbers.readUnsigned(in)];
    }

    @Override
    public int readInt() throws IOException {
      return SmallNumbers.readInt(in);
    }

    @Override
    public short readShort() throws IOException {
      return in.readShort();
    }

    @Override
    public int readUnsignedShort() throws IOException {
      return in.readUnsignedShort();
    }

    @Override
    public char readChar() throws IOException {
      return in.readChar();
    }

    @Override
    public byte readByte() throws IOException {
      return in.readByte();
    }

    @Override
    public int readUnsignedByte() throws IOException {
      return in.readUnsignedByte();
    }

    @Override
    public boolean readBoolean() throws IOException {
      return in.readBoolean();
    }

    @Override
    public float readFloat() throws IOException {
      return in.readFloat();
    }

    @Override
    public double readDouble() throws IOException {
      return in.readDouble();
    }

    @Override
    public void readFully(byte[] values) throws IOException {
      in.readFully(values);
    }

    @Override
    public void readFully(byte[] values, int offset, int length) throws IOException {
      in.readFully(values, offset, length);
    }

    @Override
    public int skipBytes(int count) throws IOException {
      return in.skipBytes(count);
    }

    /** Nothing that is saved is written as a line. */
    @Override
    public String readLine() {
      throw new UnsupportedOperationException("lines are not kept");
    }
  }
}
