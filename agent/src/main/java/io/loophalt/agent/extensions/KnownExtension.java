package io.loophalt.agent.extensions;

import io.loophalt.extension.Extension;
import io.loophalt.runtime.policy.FrameworkSwitches;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What is known of an extension before anything of it is asked: when the agent starts, no class of
 * ours is loaded for a framework that may never come. Thread-safe.
 */
public final class KnownExtension {

  /** Where the index of our own is, which the build writes: a line for each, in columns. */
  static final String INDEX = "io/loophalt/agent/extensions/index.txt";

  /** Between columns. */
  static final char COLUMN = '\t';

  /** Between packages. */
  static final char PACKAGE = ' ';

  private final String name;
  private final String title;
  private final String[] packages;
  private final @Nullable String jar;
  private final String className;
  private volatile @Nullable Extension made;

  /** One of the agent's own, which is made when it is first asked for. */
  KnownExtension(String name, String title, String[] packages, String className) {
    this.name = name;
    this.title = title;
    this.packages = packages;
    this.jar = null;
    this.className = className;
  }

  /** One of a user's, which had to be made to be known. */
  KnownExtension(String name, String title, String[] packages, String jar, Extension made) {
    this.name = name;
    this.title = title;
    this.packages = packages;
    this.jar = jar;
    this.className = made.getClass().getName();
    this.made = made;
  }

  /** The agent's own; the list is the caller's. */
  public static List<KnownExtension> ofTheAgent() {
    ClassLoader ours = KnownExtension.class.getClassLoader();
    try (InputStream in = ours.getResourceAsStream(INDEX)) {
      if (in == null) {
        throw new IllegalStateException(INDEX + " is missing from the agent");
      }
      return parse(new String(in.readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException unreadable) {
      throw new IllegalStateException(INDEX + " cannot be read", unreadable);
    }
  }

  static List<KnownExtension> parse(String index) {
    List<KnownExtension> known = new ArrayList<>();
    int begin = 0;
    for (int end = index.indexOf('\n'); end >= 0; end = index.indexOf('\n', begin)) {
      String[] columns = split(index.substring(begin, end), COLUMN);
      known.add(new KnownExtension(columns[0], columns[1], split(columns[3], PACKAGE), columns[2]));
      begin = end + 1;
    }
    return known;
  }

  /** Without a regular expression, which would cost time when the agent starts. */
  private static String[] split(String text, char separator) {
    List<String> parts = new ArrayList<>();
    int begin = 0;
    for (int end = text.indexOf(separator); end >= 0; end = text.indexOf(separator, begin)) {
      parts.add(text.substring(begin, end));
      begin = end + 1;
    }
    parts.add(text.substring(begin));
    return parts.toArray(new String[0]);
  }

  /** The name by which a configuration switches it off. */
  public String name() {
    return name;
  }

  /** What people call the framework. */
  public String title() {
    return title;
  }

  /** Beginnings of the names of its classes; not to be written to. */
  public String[] packages() {
    return packages;
  }

  /** The user's jar that it is from, as it was named; null for one of the agent's own. */
  public @Nullable String jar() {
    return jar;
  }

  /** What messages call it: by its jar, where it has one. */
  public String described() {
    return jar == null ? "Loophalt's own " + name : "the extension " + name + " of " + jar;
  }

  /** The names that are switched off and that none of these has. */
  public static List<String> unknown(FrameworkSwitches switches, List<KnownExtension> known) {
    Set<String> unknown = new TreeSet<>(switches.off());
    for (KnownExtension each : known) {
      unknown.remove(each.name);
    }
    return List.copyOf(unknown);
  }

  /** The extension itself. */
  public Extension extension() {
    Extension known = made;
    if (known != null) {
      return known;
    }
    try {
      ClassLoader ours = KnownExtension.class.getClassLoader();
      Object own = Class.forName(className, true, ours).getDeclaredConstructor().newInstance();
      made = (Extension) own;
    } catch (ReflectiveOperationException broken) {
      throw new IllegalStateException(className + " cannot be made", broken);
    }
    return Objects.requireNonNull(made);
  }
}
