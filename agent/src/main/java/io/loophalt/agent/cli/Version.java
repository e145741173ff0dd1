package io.loophalt.agent.cli;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/** The version of the agent jar. */
public final class Version {

  private static final String RESOURCE = "loophalt-version.txt";

  private Version() {}

  /** As the build named it. */
  public static String current() {
    try (InputStream in = Version.class.getClassLoader().getResourceAsStream(RESOURCE)) {
      return in == null
          ? "unknown version"
          : new String(in.readAllBytes(), StandardCharsets.UTF_8).trim();
    } catch (IOException unreadable) {
      return "unknown version";
    }
  }
}
