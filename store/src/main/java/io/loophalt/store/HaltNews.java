package io.loophalt.store;

import io.loophalt.store.StoredNames.RunName;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/**
 * What a process tells all others when a run is halted, or halted no more: which run it is, and
 * what the store knows of it now. Sealed under the digest key, so that nobody else reads it, or
 * makes one up.
 *
 * @param name of the run
 * @param stored with the state
 */
record HaltNews(RunName name, StoredRun stored) {

  private static final byte FORMAT = 2;

  /** For the wire. */
  byte[] sealed(StoredNames names) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(1_024);
    try {
      DataOutputStream out = new DataOutputStream(bytes);
      out.writeByte(FORMAT);
      write(name.task().getBytes(StandardCharsets.UTF_8), out);
      write(name.id().getBytes(StandardCharsets.UTF_8), out);
      out.writeLong(stored.generation().number());
      write(stored.generation().name(), out);
      write(stored.id(), out);
      out.writeLong(stored.ageMillis());
      out.writeLong(stored.happened());
      out.writeLong(stored.haltMillis());
      byte[] state = stored.state();
      write(state == null ? StoredNames.NOTHING : state, out);
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
    return names.seal(bytes.toByteArray());
  }

  /**
   * What {@link #sealed} has made.
   *
   * @throws IOException if it is sealed under another key, of another version, or damaged
   */
  static HaltNews opened(StoredNames names, byte[] sealed) throws IOException {
    DataInputStream in =
        new DataInputStream(new ByteArrayInputStream(names.open("news of a run", sealed)));
    if (in.readByte() != FORMAT) {
      throw new IOException("news of a run are of another version");
    }
    RunName name =
        new RunName(
            new String(read(in), StandardCharsets.UTF_8),
            new String(read(in), StandardCharsets.UTF_8));
    Generation generation = new Generation(in.readLong(), read(in));
    return new HaltNews(
        name,
        new StoredRun(
            generation, read(in), in.readLong(), in.readLong(), in.readLong(), read(in), null));
  }

  private static void write(byte[] what, DataOutputStream out) throws IOException {
    out.writeInt(what.length);
    out.write(what);
  }

  private static byte[] read(DataInputStream in) throws IOException {
    return in.readNBytes(in.readInt());
  }
}
