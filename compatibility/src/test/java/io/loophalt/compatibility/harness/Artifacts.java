package io.loophalt.compatibility.harness;

import java.nio.file.Files;
import java.nio.file.Path;

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

  /** The applications of this module. */
  public static Path applications() {
    return jar("applications");
  }

  /** The launcher that stands at the root of every Spring Boot jar. */
  public static Path springBootLoader() {
    return jar("spring-boot-loader");
  }

  /** An agent of somebody else, which rewrites application classes too. */
  public static Path anotherAgent() {
    return jar("another-agent");
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
              + "'; run these tests by 'mvn -pl compatibility -am verify', or set the property");
    }
    return jar;
  }
}
