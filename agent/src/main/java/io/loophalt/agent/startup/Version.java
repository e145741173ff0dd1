package io.loophalt.agent.startup;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/** The version of the agent jar. */
final class Version {

  private static final String RESOURCE = "loophalt-version.txt";

  private Version() {}

  static String current() {
    try (InputStream in = Version.class.getClassLoader().getResourceAsStream(RESOURCE)) {
      return in == null
          ? "unknown version"
          : new String(in.readAllBytes(), StandardCharsets.UTF_8).trim();
    } catch (IOException unreadable) {
      return "unknown version";
    }
  }
}
