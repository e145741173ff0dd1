package io.loophalt.recordings.format;

import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;
import org.jspecify.annotations.Nullable;

/**
 * A file's content without its gzip packing, which ends where the packed data is damaged: what came
 * before is as good as ever.
 *
 * <p>Not thread-safe. Closing it leaves the file open.
 */
final class Unpacked extends FilterInputStream {

  private @Nullable String damage;

  /**
   * Says that more is available until its end is reached. Whoever reads gzip asks that after each
   * member, and takes none for the end; of a pipe the next member may not be written yet.
   */
  private static final class UntilItsEnd extends InputStream {

    private final InputStream in;

    /** A byte that was read to see whether there is one; -1 if none was. */
    private int next = -1;

    UntilItsEnd(InputStream in) {
      this.in = in;
    }

    @Override
    public int available() throws IOException {
      next = next < 0 ? in.read() : next;
      return next < 0 ? 0 : 1;
    }

    @Override
    public int read() throws IOException {
      int ahead = next;
      next = -1;
      return ahead < 0 ? in.read() : ahead;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
      if (next < 0 || length == 0) {
        return in.read(target, offset, length);
      }
      target[offset] = (byte) next;
      next = -1;
      return 1;
    }
  }

  private Unpacked(InputStream plain) {
    super(plain);
  }

  /** Reads gzip as what is in it and everything else as it is. */
  static Unpacked of(InputStream file) throws IOException {
    byte[] magic = file.readNBytes(2);
    InputStream whole = new SequenceInputStream(new ByteArrayInputStream(magic), file);
    boolean gzip = magic.length == 2 && (magic[0] & 0xff) == 0x1f && (magic[1] & 0xff) == 0x8b;
    if (!gzip) {
      return new Unpacked(whole);
    }
    try {
      return new Unpacked(new GZIPInputStream(new UntilItsEnd(whole), 64 * 1024));
    } catch (ZipException | EOFException e) {
      Unpacked nothing = new Unpacked(InputStream.nullInputStream());
      nothing.damage = reason(e);
      return nothing;
    }
  }

  /** Why the data ended before its time; null while it has not. */
  @Nullable String damage() {
    return damage;
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] target, int offset, int length) throws IOException {
    if (damage != null) {
      return -1;
    }
    try {
      return super.read(target, offset, length);
    } catch (ZipException | EOFException e) {
      damage = reason(e);
      return -1;
    }
  }

  @Override
  public void close() {
    // Whoever opened the file closes it.
  }

  private static String reason(IOException e) {
    String message = e.getMessage();
    return message == null ? "unexpected end" : message;
  }
}
