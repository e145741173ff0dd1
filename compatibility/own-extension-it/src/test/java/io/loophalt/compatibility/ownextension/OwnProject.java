package io.loophalt.compatibility.ownextension;

import static io.loophalt.compatibility.harness.OutcomeAssert.assertThatRun;
import static org.assertj.core.api.Assertions.assertThat;

import io.loophalt.compatibility.harness.Artifacts;
import io.loophalt.compatibility.harness.ForkedJvm;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The project {@code own-extension}, built with Maven in a folder of its own, from a local
 * repository in which nothing of Loophalt is but the artifacts that a user has; and the application
 * that uses its framework.
 *
 * @param jar the framework and its extension
 * @param classPath the application and all that it needs
 */
record OwnProject(Path jar, List<Path> classPath) {

  private static final String GROUP = "io/loophalt/";

  static OwnProject build(Path folder) {
    try {
      Path project = folder.resolve("own-extension");
      copy(Path.of(property("project")), project);
      Path repository = folder.resolve("repository");
      Path root = Path.of(property("root"));
      install(repository, "loophalt-parent", root.resolve("pom.xml"), null);
      install(
          repository,
          "loophalt-annotations",
          root.resolve("annotations/pom.xml"),
          Artifacts.annotations());
      install(
          repository,
          "loophalt-extension-api",
          root.resolve("extension-api/pom.xml"),
          Artifacts.extensionApi());
      Path settings = Files.writeString(folder.resolve("settings.xml"), settings());
      List<String> command =
          List.of(
              "mvn",
              "-B",
              "-q",
              "-s",
              settings.toString(),
              "-Dmaven.repo.local=" + repository,
              "-Dloophalt.version=" + property("version"),
              "package");
      try (ForkedJvm maven = ForkedJvm.start(command, project)) {
        assertThatRun(maven.finish()).exitedWith(0);
      }
      Path jar = project.resolve("target/acme-agents-loophalt.jar");
      return new OwnProject(jar, application(folder.resolve("application"), jar));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot build own-extension", e);
    }
  }

  /** Plugins, and nothing else, come from what the build of Loophalt has downloaded. */
  private static String settings() {
    return """
    <settings>
      <mirrors>
        <mirror>
          <id>downloaded</id>
          <mirrorOf>*</mirrorOf>
          <url>%s</url>
        </mirror>
      </mirrors>
    </settings>
    """
        .formatted(Path.of(property("repository")).toUri());
  }

  private static void install(Path repository, String artifact, Path pom, @Nullable Path jar)
      throws IOException {
    String version = property("version");
    Path folder = repository.resolve(GROUP + artifact + '/' + version);
    Files.createDirectories(folder);
    Files.copy(pom, folder.resolve(artifact + '-' + version + ".pom"));
    if (jar != null) {
      Files.copy(jar, folder.resolve(artifact + '-' + version + ".jar"));
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

  private static String property(String name) {
    return System.getProperty("loophalt.own-extension." + name, "");
  }
}
