package io.loophalt.agent.launch;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;

/**
 * Writes an {@link IsolatedArchive} when the agent jar is built; it is not in the jar. The same
 * files give the same archive.
 */
final class IsolatedArchiveWriter {

  /** What is read at each start is not deflated: a start is some milliseconds shorter for it. */
  private static final String READ_AT_START = "io/loophalt/";

  /** No start reads what is for commands alone, and the jar is smaller for it. */
  private static final List<String> READ_BY_COMMANDS =
      List.of(
          "io/loophalt/agent/cli/",
          "io/loophalt/operations/console/",
          "io/loophalt/operations/report/",
          "io/loophalt/operations/timeline/");

  /** A file of the archive: its name, its content packed with the name before it, and its size. */
  private record Packed(String name, ByteArrayOutputStream block, int size) {

    static Packed of(Path folder, Path file) {
      String name = folder.relativize(file).toString().replace(File.separatorChar, '/');
      if (!StandardCharsets.ISO_8859_1.newEncoder().canEncode(name)) {
        throw new IllegalArgumentException("a name that is not ISO 8859-1: " + name);
      }
      try {
        byte[] content = Files.readAllBytes(file);
        ByteArrayOutputStream block = new ByteArrayOutputStream();
        DataOutputStream head = new DataOutputStream(block);
        head.writeShort(name.length());
        head.write(name.getBytes(StandardCharsets.ISO_8859_1));
        byte[] deflated = deflated(content);
        boolean asItIs = isReadAtStart(name) || deflated.length >= content.length;
        head.write(asItIs ? content : deflated);
        return new Packed(name, block, content.length);
      } catch (IOException e) {
        throw new UncheckedIOException("cannot pack " + file, e);
      }
    }

    private static boolean isReadAtStart(String name) {
      return name.startsWith(READ_AT_START)
          && READ_BY_COMMANDS.stream().noneMatch(name::startsWith);
    }

    private static byte[] deflated(byte[] content) throws IOException {
      ByteArrayOutputStream deflated = new ByteArrayOutputStream();
      Deflater deflater = new Deflater(Deflater.BEST_COMPRESSION, /* nowrap= */ true);
      try (OutputStream out = new DeflaterOutputStream(deflated, deflater)) {
        out.write(content);
      } finally {
        deflater.end();
      }
      return deflated.toByteArray();
    }
  }

  private IsolatedArchiveWriter() {}

  /**
   * Entry point.
   *
   * @param arguments the folder with the files, and the archive to write
   */
  public static void main(String[] arguments) throws IOException {
    try (OutputStream out = Files.newOutputStream(Path.of(arguments[1]))) {
      write(Path.of(arguments[0]), out);
    }
  }

  /** Writes the archive of all files in a folder. */
  static void write(Path folder, OutputStream archive) throws IOException {
    List<Packed> files;
    try (Stream<Path> found = Files.walk(folder)) {
      files =
          found
              .filter(Files::isRegularFile)
              .map(file -> Packed.of(folder, file))
              .sorted(
                  Comparator.comparingInt((Packed each) -> each.name().hashCode())
                      .thenComparing(Packed::name))
              .toList();
    }
    DataOutputStream out = new DataOutputStream(archive);
    out.writeInt(files.size());
    int position = Integer.BYTES * (1 + 4 * files.size());
    for (Packed each : files) {
      out.writeInt(each.name().hashCode());
      out.writeInt(position);
      out.writeInt(each.block().size());
      out.writeInt(each.size());
      position += each.block().size();
    }
    for (Packed each : files) {
      each.block().writeTo(out);
    }
    out.flush();
  }
}
