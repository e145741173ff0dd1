package io.loophalt.compatibility.harness;

import static io.loophalt.compatibility.harness.OutcomeAssert.assertThatRun;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * The application of a module whose framework has class files that the compiler of the build may be
 * too old to read: it is compiled by the test, with the newest JDK of this machine.
 */
public final class SourceApplication {

  private SourceApplication() {}

  /**
   * Compiles the sources in {@code loophalt.application.sources}.
   *
   * @param release the first feature release that is to run them; there must be such a JDK
   * @return the application and all that it needs, as a class path
   */
  public static Path[] compile(int release) {
    Path classes = Path.of(System.getProperty("loophalt.application.classes", ""));
    Path[] classPath = Artifacts.withDependencies(classes);
    List<Jdk> jdks = Jdk.since(release);
    List<String> command = new ArrayList<>();
    command.add(jdks.get(jdks.size() - 1).command("javac"));
    command.addAll(List.of("--release", String.valueOf(release), "-parameters", "-proc:none"));
    command.addAll(List.of("-Xlint:all,-classfile,-options", "-Werror"));
    command.addAll(List.of("-cp", Application.path(classPath), "-d", classes.toString()));
    command.addAll(sources(Path.of(System.getProperty("loophalt.application.sources", ""))));
    try (ForkedJvm compiler = ForkedJvm.start(command, create(classes))) {
      assertThatRun(compiler.finish()).exitedWith(0);
    }
    return classPath;
  }

  private static Path create(Path folder) {
    try {
      return Files.createDirectories(folder);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot make " + folder, e);
    }
  }

  private static List<String> sources(Path folder) {
    try (Stream<Path> files = Files.walk(folder)) {
      return files.map(Path::toString).filter(file -> file.endsWith(".java")).toList();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot list " + folder, e);
    }
  }
}
