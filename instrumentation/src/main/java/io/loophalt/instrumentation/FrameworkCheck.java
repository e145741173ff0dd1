package io.loophalt.instrumentation;

import io.loophalt.extension.Artifact;
import io.loophalt.extension.ChokePoint;
import io.loophalt.runtime.safety.Log;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.security.CodeSource;
import java.security.ProtectionDomain;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import net.bytebuddy.description.method.MethodDescription;
import net.bytebuddy.dynamic.ClassFileLocator;
import net.bytebuddy.pool.TypePool;
import org.jspecify.annotations.Nullable;

/**
 * Says once when a known framework is there and methods by which its calls are seen are not: its
 * private and mangled names drift between versions, and an off switch that is silently absent is
 * worse than none.
 *
 * <p>It reads class files beside the marker class and loads nothing. Where a loader does not show
 * its class files, nothing can be known and nothing is said. Thread-safe.
 */
final class FrameworkCheck {

  private final Log log;
  private final Set<String> said = ConcurrentHashMap.newKeySet();

  FrameworkCheck(Log log) {
    this.log = log;
  }

  /**
   * Looks at a framework whose marker class is being loaded.
   *
   * @param domain of the marker class; null if unknown
   */
  void check(Artifact framework, ClassLoader loader, @Nullable ProtectionDomain domain)
      throws IOException {
    List<String> unguarded = unguarded(framework, ClassFileLocator.ForClassLoader.of(loader));
    if (unguarded.isEmpty()) {
      return;
    }
    String warning =
        framework.name()
            + ' '
            + version(framework, loader, domain)
            + " was found, but not the methods by which its "
            + String.join(" and ", unguarded)
            + " are seen: they are NOT guarded. Name methods of your own under 'weave' in"
            + " loophalt.yaml, or use a version that docs/frameworks.md lists";
    if (said.add(warning)) {
      log.warn(warning);
    }
  }

  /** The parts of which no method is there; none if the class files cannot be seen. */
  static List<String> unguarded(Artifact framework, ClassFileLocator classes) throws IOException {
    List<String> missing = new ArrayList<>();
    if (!classes.locate(framework.marker()).isResolved()) {
      return missing;
    }
    for (Artifact.Part part : framework.parts()) {
      if (!isThere(part, classes)) {
        missing.add(part.unguarded());
      }
    }
    return missing;
  }

  /** Lazily: types that a method mentions may be of libraries that are not there. */
  private static boolean isThere(Artifact.Part part, ClassFileLocator classes) throws IOException {
    TypePool types = TypePool.Default.WithLazyResolution.of(classes);
    for (ChokePoint point : part.points()) {
      if (!classes.locate(point.className()).isResolved()) {
        continue;
      }
      for (MethodDescription method :
          types.describe(point.className()).resolve().getDeclaredMethods()) {
        if (MethodMatch.matches(point, method) && MethodMatch.refusal(method) == null) {
          return true;
        }
      }
    }
    return false;
  }

  /** From the jar of the marker class, else from what Maven leaves in the framework's. */
  private static String version(
      Artifact framework, ClassLoader loader, @Nullable ProtectionDomain domain) {
    CodeSource source = domain == null ? null : domain.getCodeSource();
    URL location = source == null ? null : source.getLocation();
    String version =
        location == null ? null : JarVersion.byName(location.toString(), framework.artifact());
    if (version == null) {
      try (InputStream in =
          loader.getResourceAsStream(JarVersion.properties(framework.artifact()))) {
        version = in == null ? null : JarVersion.version(in);
      } catch (IOException unreadable) {
        // Then it is not known: the warning is what matters.
      }
    }
    return version == null ? "of unknown version" : version;
  }
}
