package io.loophalt.compatibility.ownextension;

import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.compatibility.harness.Artifacts;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;

/**
 * The project {@code own-extension}, built with {@link Maven} in a folder of its own; and the
 * application that uses its framework.
 *
 * @param jar the framework and its extension
 * @param classPath the application and all that it needs
 */
record OwnProject(Path jar, List<Path> classPath) {

  static OwnProject build(Path folder) {
    try {
      Path project = folder.resolve("own-extension");
      copy(Path.of(property("project")), project);
      Maven.of(folder.resolve("maven")).run(project, "-q", "package");
      Path jar = project.resolve("target/acme-agents-loophalt.jar");
      return new OwnProject(jar, application(folder.resolve("application"), jar));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot build own-extension", e);
    }
  }

  private static List<Path> application(Path classes, Path jar) throws IOException {
    Files.createDirectories(classes);
    List<String> arguments = new ArrayList<>(List.of("--release", "17", "-proc:none"));
    arguments.addAll(List.of("-cp", jar + File.pathSeparator + Artifacts.shared()));
    arguments.addAll(List.of("-d", classes.toString()));
    try (Stream<Path> sources = Files.walk(Path.of(property("application")))) {
      sources
          .map(Path::toString)
          .filter(each -> each.endsWith(".java"))
          .forEachOrdered(arguments::add);
    }
    int failed =
        ToolProvider.findFirst("javac")
            .orElseThrow()
            .run(System.out, System.err, arguments.toArray(new String[0]));
    assertThat(failed).as("errors of the compiler").isZero();
    return List.of(classes, jar, Artifacts.shared());
  }

  private static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> files = Files.walk(from)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        Path relative = from.relativize(file);
        if (!relative.startsWith("target")) {
          Path copied = to.resolve(relative);
          Files.createDirectories(copied.getParent());
          Files.copy(file, copied);
        }
      }
    }
  }

  static String property(String name) {
    return System.getProperty("loophalt.own-extension." + name, "");
  }
}
