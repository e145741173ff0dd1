package io.loophalt.recordings.format;

import java.io.IOException;
import java.io.InputStream;

/**
 * Shows one line of a stream at a time as a stream that ends where the line ends, however long the
 * line is.
 */
final class LineStream extends InputStream {

  private static final int BUFFER_BYTES = 64 * 1024;

  private final InputStream in;
  private final byte[] buffer = new byte[BUFFER_BYTES];
  private int from;
  private int to;
  private boolean lineEnded = true;
  private boolean streamEnded;
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
    number++;
    return true;
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
