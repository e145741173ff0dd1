package io.loophalt.compatibility.ownextension;

import static io.loophalt.compatibility.harness.OutcomeAssert.assertThatRun;
import static io.loophalt.compatibility.ownextension.OwnProject.property;

import io.loophalt.compatibility.harness.Artifacts;
import io.loophalt.compatibility.harness.ForkedJvm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Maven as a user has it: with a local repository in which nothing of Loophalt is but the artifacts
 * that a user has.
 *
 * @param repository the local repository
 * @param settings from where all else comes
 */
record Maven(Path repository, Path settings) {

  private static final String GROUP = "io/loophalt/";

  /** Sets it up in a folder. */
  static Maven of(Path folder) throws IOException {
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
    return new Maven(
        repository, Files.writeString(folder.resolve("settings.xml"), onlyWhatIsDownloaded()));
  }

  /** Runs it in the folder of a project, which has to end well. */
  void run(Path project, String... arguments) {
    List<String> command = new ArrayList<>();
    command.addAll(List.of("mvn", "-B", "-s", settings.toString()));
    command.add("-Dmaven.repo.local=" + repository);
    command.add("-Dloophalt.version=" + property("version"));
    command.addAll(List.of(arguments));
    try (ForkedJvm maven = ForkedJvm.start(command, project)) {
      assertThatRun(maven.finish()).exitedWith(0);
    }
  }

  /** Plugins, and nothing else, come from what the build of Loophalt has downloaded. */
  private static String onlyWhatIsDownloaded() {
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
}
