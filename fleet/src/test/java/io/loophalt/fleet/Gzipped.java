package io.loophalt.fleet;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.zip.GZIPOutputStream;

/** Compressed files that break off, as of a collector that was killed or a copy that failed. */
final class Gzipped {

  private Gzipped() {}

  /** These lines, and the beginning of another. */
  static byte[] cutAfter(List<String> lines) throws IOException {
    byte[] rest = new byte[100_000];
    new Random(1).nextBytes(rest);
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (GZIPOutputStream zipped = new GZIPOutputStream(bytes)) {
      zipped.write((String.join("\n", lines) + "\n").getBytes(StandardCharsets.UTF_8));
      zipped.write(rest);
    }
    return Arrays.copyOf(bytes.toByteArray(), bytes.size() - rest.length / 2);
  }
}
