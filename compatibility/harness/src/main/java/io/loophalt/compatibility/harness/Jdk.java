package io.loophalt.compatibility.harness;

import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * One JDK of this machine.
 *
 * @param home its home folder
 * @param feature its feature release, such as 17
 * @param version its full version, for reports
 */
public record Jdk(Path home, int feature, String version) {

  private static final int OLDEST_SUPPORTED = 17;
  private static final int FIRST_WITH_ONE_STEP_AOT_CACHE = 25;
  private static final List<Jdk> ALL = findAll();

  /**
   * Every JDK that can be found without being told: the running one, the one of {@code JAVA_HOME},
   * and the neighbours of both, which is where operating systems and installers put them. Each
   * once, oldest first; never empty.
   */
  public static List<Jdk> all() {
    return ALL;
  }

  /** The JDK that runs this test. */
  public static Jdk running() {
    Path home = realPath(Path.of(System.getProperty("java.home")));
    return ALL.stream()
        .filter(jdk -> jdk.feature == Runtime.version().feature())
        .filter(jdk -> jdk.home.equals(home))
        .findFirst()
        .orElseThrow(
            () -> new IllegalStateException("the tests run on " + home + ", which is not a JDK"));
  }

  /** Those that can write an ahead-of-time cache while they run an application (JEP 514). */
  public static List<Jdk> allWithAotCache() {
    return since(FIRST_WITH_ONE_STEP_AOT_CACHE);
  }

  /** Those on which a class of tests runs, as {@link SinceJdk} says. */
  public static List<Jdk> allOf(Class<?> tests) {
    SinceJdk since = tests.getAnnotation(SinceJdk.class);
    return since(since == null ? 0 : since.value());
  }

  /**
   * Those from a feature release on; never empty.
   *
   * @throws IllegalStateException if this machine has none: what needs one would be run nowhere
   */
  static List<Jdk> since(int feature) {
    List<Jdk> jdks = ALL.stream().filter(jdk -> jdk.feature >= feature).toList();
    if (jdks.isEmpty()) {
      throw new IllegalStateException(
          "this test needs a JDK "
              + feature
              + " or newer, and there is only "
              + ALL
              + "; install one beside them");
    }
    return jdks;
  }

  /**
   * Those before a feature release; never empty.
   *
   * @throws IllegalStateException if this machine has none: what needs one would be run nowhere
   */
  public static List<Jdk> before(int feature) {
    List<Jdk> jdks = ALL.stream().filter(jdk -> jdk.feature < feature).toList();
    if (jdks.isEmpty()) {
      throw new IllegalStateException(
          "this test needs a JDK before "
              + feature
              + ", and there is only "
              + ALL
              + "; install one beside them");
    }
    return jdks;
  }

  /** A command of this JDK, such as {@code java}. */
  public String command(String name) {
    return executable(home, name).toString();
  }

  @Override
  public String toString() {
    return "JDK " + version;
  }

  private static List<Jdk> findAll() {
    Map<String, Jdk> byRelease = new LinkedHashMap<>();
    for (Path home : candidates()) {
      Path release = home.resolve("release");
      if (Files.isRegularFile(release) && Files.isExecutable(executable(home, "javac"))) {
        Properties facts = read(release);
        String version = unquoted(facts.getProperty("JAVA_VERSION", "0"));
        Jdk jdk = new Jdk(home, Runtime.Version.parse(version).feature(), version);
        if (jdk.feature >= OLDEST_SUPPORTED) {
          byRelease.putIfAbsent(new TreeMap<>(facts).toString(), jdk);
        }
      }
    }
    return byRelease.values().stream()
        .sorted(Comparator.comparingInt(Jdk::feature).thenComparing(Jdk::version))
        .toList();
  }

  private static List<Path> candidates() {
    List<Path> given = new ArrayList<>();
    given.add(realPath(Path.of(System.getProperty("java.home"))));
    String javaHome = System.getenv("JAVA_HOME");
    if (javaHome != null && Files.isDirectory(Path.of(javaHome))) {
      given.add(realPath(Path.of(javaHome)));
    }
    List<Path> candidates = new ArrayList<>(given);
    for (Path home : given) {
      for (Path neighbour : neighbours(bundle(home))) {
        candidates.add(neighbour);
        candidates.add(neighbour.resolve("Contents").resolve("Home"));
      }
    }
    return candidates;
  }

  /** On macOS a JDK is a bundle and its home is two folders down in it. */
  private static Path bundle(Path home) {
    boolean inBundle = home.endsWith(Path.of("Contents", "Home"));
    return inBundle ? home.resolve("..").resolve("..").normalize() : home;
  }

  private static List<Path> neighbours(Path folder) {
    Path parent = folder.getParent();
    if (parent == null) {
      return List.of();
    }
    try (Stream<Path> all = Files.list(parent)) {
      return all.filter(Files::isDirectory).map(Jdk::realPath).sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot list " + parent, e);
    }
  }

  private static Path executable(Path home, String name) {
    boolean windows = System.getProperty("os.name", "").startsWith("Windows");
    return home.resolve("bin").resolve(windows ? name + ".exe" : name);
  }

  private static Properties read(Path release) {
    Properties properties = new Properties();
    try (Reader reader = Files.newBufferedReader(release)) {
      properties.load(reader);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + release, e);
    }
    return properties;
  }

  private static String unquoted(String value) {
    return value.replace("\"", "");
  }

  private static Path realPath(Path path) {
    try {
      return path.toRealPath();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot resolve " + path, e);
    }
  }
}
