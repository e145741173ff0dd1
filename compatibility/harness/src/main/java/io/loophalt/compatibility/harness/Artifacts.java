package io.loophalt.compatibility.harness;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** The jars under test, where the build says they are. */
public final class Artifacts {

  private Artifacts() {}

  /** The agent, as a user downloads it. */
  public static Path agent() {
    return jar("agent");
  }

  /** What applications compile against. */
  public static Path annotations() {
    return jar("annotations");
  }

  /** What extensions compile against, beside the annotations. */
  public static Path extensionApi() {
    return jar("extension-api");
  }

  /** The applications of this module. */
  public static Path applications() {
    return jar("applications");
  }

  /** What the applications of all modules share. */
  public static Path shared() {
    return jar("shared");
  }

  /** The application of this module and all that it needs, as a class path. */
  public static Path[] applicationClassPath() {
    return withDependencies(applications());
  }

  /** What the application of this module needs, behind the application itself. */
  static Path[] withDependencies(Path application) {
    String dependencies = System.getProperty("loophalt.application.dependencies", "");
    return Stream.concat(
            Stream.of(application), Stream.of(dependencies.split(File.pathSeparator)).map(Path::of))
        .toArray(Path[]::new);
  }

  /** The launcher that stands at the root of every Spring Boot jar. */
  public static Path springBootLoader() {
    return jar("spring-boot-loader");
  }

  /** An agent of somebody else, which rewrites application classes too. */
  public static Path anotherAgent() {
    return jar("another-agent");
  }

  /** That of OpenTelemetry. */
  public static Path openTelemetryAgent() {
    return jar("opentelemetry-agent");
  }

  /** What has calls that may block throw on event loops. */
  public static Path blockHound() {
    return jar("blockhound");
  }

  private static Path jar(String name) {
    String property = "loophalt.jar." + name;
    String value = System.getProperty(property, "");
    Path jar = Path.of(value);
    if (!Files.isRegularFile(jar)) {
      throw new IllegalStateException(
          "system property "
              + property
              + " should name a jar but is '"
              + value
              + "'; run these tests by 'mvn verify', or set the property");
    }
    return jar;
  }
}
