package io.loophalt.demo;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * A temporary directory with a small Java project whose check fails: the payment client is to wait
 * 60 seconds, and a limit that nobody thinks of keeps it at 30.
 *
 * <p>Deleted when closed.
 */
final class Workspace implements AutoCloseable {

  static final List<String> FILES =
      List.of("ClientConfig.java", "PaymentClient.java", "HttpDefaults.java", "TimeoutCheck.java");

  private final Path directory;

  private Workspace(Path directory) {
    this.directory = directory;
  }

  static Workspace create() throws IOException {
    Path directory = Files.createTempDirectory("loophalt-demo-");
    for (String file : FILES) {
      try (InputStream source = Workspace.class.getResourceAsStream("/workspace/" + file)) {
        if (source == null) {
          throw new IOException("the demo's jar lacks workspace/" + file + "; build it again");
        }
        Files.copy(source, directory.resolve(file));
      }
    }
    return new Workspace(directory);
  }

  /** One that another JVM has made, and will delete. */
  static Workspace madeElsewhere(Path directory) {
    return new Workspace(directory);
  }

  Path directory() {
    return directory;
  }

  /**
   * The file of that name.
   *
   * @throws IllegalArgumentException for any other name: a model gets no way out of the directory
   */
  Path file(String name) {
    if (!FILES.contains(name)) {
      throw new IllegalArgumentException(
          "no file '" + name + "'; there are " + String.join(", ", FILES));
    }
    return directory.resolve(name);
  }

  @Override
  public void close() throws IOException {
    try (Stream<Path> tree = Files.walk(directory)) {
      for (Path path : tree.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    }
  }
}
