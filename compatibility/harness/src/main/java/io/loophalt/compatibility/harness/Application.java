package io.loophalt.compatibility.harness;

import io.loophalt.compatibility.launcher.Launcher;
import io.loophalt.compatibility.launcher.LoaderKind;
import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * An application and the way it is put into a JVM.
 *
 * @param name what a test report calls it
 * @param options what the JVM is told before what to start
 * @param start what the JVM starts: a main class, a module, or a jar
 * @param inLoader the same as arguments of {@link Launcher}, for running it in the test's own JVM;
 *     null if only a JVM of its own will do
 * @param arguments the application's own arguments
 */
public record Application(
    String name,
    List<String> options,
    List<String> start,
    @Nullable List<String> inLoader,
    List<String> arguments) {

  /**
   * For what is over before the second compiler pays, or collecting garbage on more threads: they
   * were half and a fifth of its processor time.
   */
  public static final List<String> FRUGAL = List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC");

  /** What takes that back: a JVM as it is when nobody says anything. */
  public static final List<String> ORDINARY =
      List.of("-XX:TieredStopAtLevel=4", "-XX:-UseSerialGC", "-XX:+UseG1GC");

  /** On the system class path. */
  public static Application onClassPath(String mainClass, Path... jars) {
    return new Application(
        "class path",
        List.of("-cp", path(jars)),
        List.of(mainClass),
        List.of(LoaderKind.FLAT.name(), path(jars), mainClass),
        List.of());
  }

  /**
   * In a class loader of its own. The same jars are on the system class path too, so that a lookup
   * that goes there by mistake finds a type, and the wrong one.
   */
  public static Application inLoader(LoaderKind kind, String mainClass, Path... jars) {
    List<String> inLoader = List.of(kind.name(), path(jars), mainClass);
    return new Application(
        kind.name().toLowerCase(Locale.ROOT).replace('_', '-') + " class loader",
        List.of("-cp", path(jars)),
        concat(List.of(Launcher.class.getName()), inLoader),
        inLoader,
        List.of());
  }

  /** As a named module. */
  public static Application asModule(String module, String mainClass, Path... jars) {
    return new Application(
        "named module",
        List.of("-p", path(jars)),
        List.of("-m", module + "/" + mainClass),
        null,
        List.of());
  }

  /** As a jar that starts itself. */
  public static Application asExecutableJar(String name, Path jar) {
    return new Application(name, List.of(), List.of("-jar", jar.toString()), null, List.of());
  }

  /** The same with these arguments. */
  public Application with(String... arguments) {
    return new Application(name, options, start, inLoader, List.of(arguments));
  }

  /** The same with further options for the JVM; it needs a JVM of its own, therefore. */
  public Application withOptions(String... more) {
    return new Application(name, concat(options, List.of(more)), start, null, arguments);
  }

  /** The same under another name. */
  public Application named(String otherName) {
    return new Application(otherName, options, start, inLoader, arguments);
  }

  @Override
  public String toString() {
    return name;
  }

  /** The jars as a class path. */
  public static String path(Path... jars) {
    return Stream.of(jars).map(Path::toString).collect(Collectors.joining(File.pathSeparator));
  }

  private static List<String> concat(List<String> first, List<String> second) {
    List<String> both = new ArrayList<>(first);
    both.addAll(second);
    return List.copyOf(both);
  }
}
