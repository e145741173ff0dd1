package io.loophalt.fleet;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;

/**
 * Something that one key is told, on its way between two machines.
 *
 * @param key a run's, or of a span its trace
 * @param time when it happened, milliseconds since the epoch, or since the run began where nobody
 *     knows more
 * @param content what it is, in a form that its reader knows
 */
@SuppressWarnings("ArrayRecordComponent") // Handed over, never compared.
public record Entry(String key, long time, byte[] content) {

  /** Writes a content. */
  interface Writer {
    void write(DataOutputStream out) throws IOException;
  }

  /** An entry whose content is written now. */
  static Entry of(String key, long time, Writer content) {
    return new Entry(key, time, bytes(content));
  }

  /** What is written, as bytes. */
  static byte[] bytes(Writer content) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(512);
    try {
      content.write(new DataOutputStream(bytes));
    } catch (IOException impossible) {
      throw new UncheckedIOException("writing to memory", impossible);
    }
    return bytes.toByteArray();
  }

  /** The content from its beginning. */
  DataInputStream read() {
    return new DataInputStream(new ByteArrayInputStream(content));
  }
}
