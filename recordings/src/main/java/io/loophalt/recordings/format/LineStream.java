package io.loophalt.recordings.format;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Shows one line of a stream at a time as a stream that ends where the line ends, however long the
 * line is.
 */
final class LineStream extends InputStream {

  private static final int BUFFER_BYTES = 64 * 1024;

  /**
   * Some lines.
   *
   * @param bytes of them
   * @param first 1-based number of the first one
   */
  @SuppressWarnings("ArrayRecordComponent") // Handed over, never compared.
  record Lines(byte[] bytes, long first) {}

  private final InputStream in;
  private byte[] buffer = new byte[BUFFER_BYTES];
  private int from;
  private int to;
  private boolean lineEnded = true;
  private boolean streamEnded;

  /** Whether the line has ended with a line feed. */
  private boolean fed;

  private long number;

  LineStream(InputStream in) {
    this.in = in;
  }

  /** Moves to the next line, past what is left of this one; false at the end of the stream. */
  boolean nextLine() throws IOException {
    while (!lineEnded && !streamEnded) {
      skipBuffered();
    }
    if (!fill()) {
      return false;
    }
    lineEnded = false;
    fed = false;
    number++;
    return true;
  }

  /**
   * Takes as many whole lines as fit, which begin with the line after this one. Stands at the end
   * of the last of them afterwards.
   *
   * @param bytes what is good to take at once
   * @param most what is taken at most
   * @return the lines; null if the next is longer, or if there is none
   */
  @Nullable Lines takeLines(int bytes, int most) throws IOException {
    while (!lineEnded && !streamEnded) {
      skipBuffered();
    }
    grow(bytes);
    int end = fillWhole();
    while (end == from && !streamEnded && buffer.length < most) {
      grow(buffer.length * 2);
      end = fillWhole();
    }
    if (end == from) {
      return null;
    }
    Lines taken = new Lines(Arrays.copyOfRange(buffer, from, end), number + 1);
    for (int i = from; i < end; i++) {
      number += buffer[i] == '\n' ? 1 : 0;
    }
    number += buffer[end - 1] == '\n' ? 0 : 1;
    from = end;
    lineEnded = true;
    return taken;
  }

  /** Fills the buffer; returns where its last whole line ends. */
  private int fillWhole() throws IOException {
    System.arraycopy(buffer, from, buffer, 0, to - from);
    to -= from;
    from = 0;
    while (to < buffer.length && !streamEnded) {
      int count = in.read(buffer, to, buffer.length - to);
      streamEnded = count < 0;
      to += Math.max(0, count);
    }
    int end = to;
    while (!streamEnded && end > 0 && buffer[end - 1] != '\n') {
      end--;
    }
    return end;
  }

  private void grow(int bytes) {
    if (buffer.length < bytes) {
      buffer = Arrays.copyOf(buffer, bytes);
    }
  }

  /** Goes to the end of the line; whether that is the end of the stream, with no line feed. */
  boolean breaksOff() throws IOException {
    while (!lineEnded && !streamEnded) {
      skipBuffered();
    }
    return !fed;
  }

  /** Whether nothing follows after what was read; asks the stream if need be. */
  boolean atEnd() throws IOException {
    return !fill();
  }

  /** The 1-based number of the line. */
  long number() {
    return number;
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] target, int offset, int length) throws IOException {
    if (length == 0) {
      return 0;
    }
    if (lineEnded || !fill()) {
      lineEnded = true;
      return -1;
    }
    int end = lineFeed(Math.min(to, from + length));
    int count = end - from;
    System.arraycopy(buffer, from, target, offset, count);
    from = end;
    if (from < to && buffer[from] == '\n') {
      from++;
      lineEnded = true;
      fed = true;
    }
    return count == 0 && lineEnded ? -1 : count;
  }

  private void skipBuffered() throws IOException {
    if (!fill()) {
      lineEnded = true;
      return;
    }
    from = lineFeed(to);
    if (from < to) {
      from++;
      lineEnded = true;
      fed = true;
    }
  }

  private int lineFeed(int before) {
    for (int i = from; i < before; i++) {
      if (buffer[i] == '\n') {
        return i;
      }
    }
    return before;
  }

  private boolean fill() throws IOException {
    if (from < to) {
      return true;
    }
    if (streamEnded) {
      return false;
    }
    from = 0;
    to = Math.max(0, in.read(buffer, 0, buffer.length));
    streamEnded = to == 0;
    return !streamEnded;
  }
}
