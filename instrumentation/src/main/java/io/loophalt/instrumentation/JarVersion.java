package io.loophalt.instrumentation;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.util.Properties;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.jspecify.annotations.Nullable;

/** The version of an artifact, told by the jar that its classes come from. */
final class JarVersion {

  private static final String JAR = ".jar";

  private JarVersion() {}

  /**
   * From the name of the jar, which also nested jars have; with the group in front where Quarkus
   * has packed it. Null if it is another jar, or none.
   *
   * @param location of the code, as a URL
   * @param artifact {@code group:name}
   */
  static @Nullable String byName(String location, String artifact) {
    String name = artifact.substring(artifact.indexOf(':') + 1) + '-';
    int at = location.lastIndexOf(name);
    int begin = at + name.length();
    int end = location.indexOf(JAR, begin);
    boolean isJar =
        at > 0
            && (location.charAt(at - 1) == '/' || location.charAt(at - 1) == '.')
            && end > begin
            && Character.isDigit(location.charAt(begin));
    String version = isJar ? location.substring(begin, end) : "/";
    return version.indexOf('/') < 0 && version.indexOf('!') < 0 ? version : null;
  }

  /**
   * From what Maven leaves in jars, into which others may have been packed. Not from the manifest:
   * in such a jar it is the application's. Null if nothing is said or the file cannot be read.
   */
  static @Nullable String byContent(String location, String artifact) {
    if (!location.startsWith("file:") || !location.endsWith(JAR)) {
      return null;
    }
    try (ZipFile jar = new ZipFile(new File(URI.create(location)))) {
      ZipEntry entry = jar.getEntry(properties(artifact));
      if (entry == null) {
        return null;
      }
      try (InputStream in = jar.getInputStream(entry)) {
        return version(in);
      }
    } catch (IOException | RuntimeException unreadable) {
      return null;
    }
  }

  /** Where Maven leaves the version. */
  static String properties(String artifact) {
    return "META-INF/maven/" + artifact.replace(':', '/') + "/pom.properties";
  }

  /** The version in what Maven has left. */
  static @Nullable String version(InputStream in) throws IOException {
    Properties properties = new Properties();
    properties.load(in);
    return properties.getProperty("version");
  }

  /** The name of the jar, of the innermost where they are nested; null if it is none. */
  static @Nullable String jarName(String location) {
    int end = location.lastIndexOf(JAR);
    String behind = end < 0 ? "" : location.substring(end + JAR.length());
    boolean isJar = end > 0 && (behind.isEmpty() || behind.equals("!/") || behind.equals("/"));
    return isJar
        ? location.substring(location.lastIndexOf('/', end) + 1, end + JAR.length())
        : null;
  }
}
