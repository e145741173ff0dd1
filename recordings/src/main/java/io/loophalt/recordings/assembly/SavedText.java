package io.loophalt.recordings.assembly;

import io.loophalt.core.state.SmallNumbers;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Texts of any length in UTF-8 behind their length, as they stand in what is handed on between
 * processes. Thread-safe.
 */
public final class SavedText {

  /** A longer one is nothing that was written. */
  private static final int LONGEST_BYTES = 1 << 28;

  /** More things of one kind are nothing that was written. */
  private static final int MOST = 1 << 24;

  private SavedText() {}

  /** Writes a text. */
  public static void write(DataOutput out, String text) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    SmallNumbers.writeUnsigned(out, bytes.length);
    out.write(bytes);
  }

  /** The text that {@link #write} wrote. */
  public static String read(DataInput in) throws IOException {
    int length = SmallNumbers.inRange(SmallNumbers.readUnsigned(in), LONGEST_BYTES);
    byte[] bytes = new byte[length];
    in.readFully(bytes);
    return new String(bytes, StandardCharsets.UTF_8);
  }

  /** How many things follow, before room is made for them. */
  public static int count(DataInput in) throws IOException {
    return SmallNumbers.inRange(SmallNumbers.readUnsigned(in), MOST);
  }

  /** Writes a text, or that there is none. */
  public static void writeOrNull(DataOutput out, @Nullable String text) throws IOException {
    out.writeBoolean(text != null);
    if (text != null) {
      write(out, text);
    }
  }

  /** What {@link #writeOrNull} wrote. */
  public static @Nullable String readOrNull(DataInput in) throws IOException {
    return in.readBoolean() ? read(in) : null;
  }
}
