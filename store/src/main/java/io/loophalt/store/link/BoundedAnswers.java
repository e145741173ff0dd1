package io.loophalt.store.link;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/**
 * Answers of a server, in the form of RESP, none of which is larger than what the agent asks for.
 * The client makes room for whatever length it is told: by one line a server that is broken, or
 * somebody on the way to it, could use up the memory of the application.
 *
 * <p>Costs a look at each byte that is no content. Of one thread at a time.
 */
final class BoundedAnswers extends FilterInputStream {

  /**
   * Of one answer. A memory of past loops, the largest that is asked for, is half of it at most.
   */
  static final int MOST_BYTES = 8 << 20;

  /** As much counts for each part of a list, of which the client makes an object. */
  private static final int BYTES_OF_A_PART = 16;

  private static final int MOST_OF_A_LINE = 1 << 16;
  private static final int DEEPEST = 16;

  /** How much the answer that is being read may still hold. */
  private int left = MOST_BYTES;

  /** How many parts are still to come, of each list around what is being read. */
  private final int[] parts = new int[DEEPEST];

  private int depth;

  /** How many bytes of contents come next. */
  private int contents;

  /** What kind of line is being read; zero before its first byte. */
  private int kind;

  private int lineLength;

  /** The number that the line begins with; none of one that tells no length. */
  private int length;

  private boolean isNull;
  private boolean endsNow;

  BoundedAnswers(InputStream in) {
    super(in);
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] target, int offset, int count) throws IOException {
    int read = super.read(target, offset, count);
    for (int i = 0; i < read; ) {
      if (contents > 0) {
        int skipped = Math.min(contents, read - i);
        contents -= skipped;
        i += skipped;
        if (contents == 0) {
          partEnds();
        }
      } else {
        take(target[offset + i]);
        i++;
      }
    }
    return read;
  }

  private void take(byte next) throws IOException {
    if (kind == 0) {
      kind = next;
    } else if (endsNow) {
      // The client would take something else for the end of the line.
      check(next == '\n');
      lineEnds();
    } else if (next == '\r') {
      endsNow = true;
    } else {
      use(1);
      check(++lineLength <= MOST_OF_A_LINE);
      if (tellsLength()) {
        takeOfLength(next);
      }
    }
  }

  private boolean tellsLength() {
    return kind == '$' || kind == '=' || isList();
  }

  private boolean isList() {
    return kind == '*' || kind == '%' || kind == '~' || kind == '>';
  }

  /** Only of digits, unless it is that of nothing at all, which is -1. */
  private void takeOfLength(byte next) throws IOException {
    if (lineLength == 1 && next == '-') {
      isNull = true;
      return;
    }
    check(next >= '0' && next <= '9' && (!isNull || (lineLength == 2 && next == '1')));
    length = length * 10 + (next - '0');
    check(length <= MOST_BYTES);
  }

  private void lineEnds() throws IOException {
    boolean isOfContents = tellsLength() && !isList() && !isNull;
    int listed = isList() && !isNull ? kind == '%' ? 2 * length : length : 0;
    int told = length;
    check(!isNull || lineLength == 2);
    kind = 0;
    lineLength = 0;
    length = 0;
    isNull = false;
    endsNow = false;
    if (isOfContents) {
      use(told);
      contents = told + 2; // and the end of its line
    } else if (listed > 0) {
      use(listed * BYTES_OF_A_PART);
      check(depth < DEEPEST);
      parts[depth++] = listed;
    } else {
      partEnds();
    }
  }

  private void partEnds() {
    while (depth > 0 && --parts[depth - 1] == 0) {
      depth--;
    }
    if (depth == 0) {
      left = MOST_BYTES;
    }
  }

  private void use(int bytes) throws IOException {
    left -= bytes;
    check(left >= 0);
  }

  private static void check(boolean isSound) throws IOException {
    if (!isSound) {
      throw new IOException("an answer that is damaged, or larger than any that is asked for");
    }
  }
}
