package io.loophalt.agent.extensions;

import io.loophalt.extension.Extension;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.ServiceLoader;

/**
 * Writes the index of {@link KnownExtension}s when the agent is built; it is not in the jar. The
 * same extensions give the same index.
 */
final class ExtensionIndexWriter {

  private ExtensionIndexWriter() {}

  /**
   * Entry point.
   *
   * @param arguments the folder of the agent's classes
   */
  public static void main(String[] arguments) throws IOException {
    Path file = Path.of(arguments[0]).resolve(KnownExtension.INDEX);
    Files.createDirectories(file.getParent());
    Files.writeString(file, index());
  }

  /** The index of the extensions on the class path. */
  static String index() {
    List<String> lines = new ArrayList<>();
    for (Extension each : ServiceLoader.load(Extension.class)) {
      String packages = String.join(String.valueOf(KnownExtension.PACKAGE), each.packages());
      lines.add(
          String.join(
              String.valueOf(KnownExtension.COLUMN),
              each.name(),
              each.title(),
              each.getClass().getName(),
              packages));
    }
    Collections.sort(lines);
    return String.join("\n", lines) + "\n";
  }
}
