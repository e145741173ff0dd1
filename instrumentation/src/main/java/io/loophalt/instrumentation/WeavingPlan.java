package io.loophalt.instrumentation;

import io.loophalt.core.policy.Glob;
import io.loophalt.extension.Artifact;
import io.loophalt.extension.ChokePoint;
import io.loophalt.extension.Role;
import io.loophalt.runtime.invocation.Interceptor;
import io.loophalt.runtime.policy.WeavingPolicy;
import io.loophalt.runtime.policy.WeavingPolicy.ModelPattern;
import io.loophalt.runtime.policy.WeavingPolicy.RunPattern;
import io.loophalt.runtime.policy.WeavingPolicy.ToolPattern;
import java.security.ProtectionDomain;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Everything that is to be woven: by annotation, by pattern, and the choke points of known
 * frameworks by exact class name.
 *
 * <p>Thread-safe. Asking costs one hash look-up, one comparison for each family of frameworks, and,
 * where patterns are configured, one for each.
 */
public final class WeavingPlan {

  /** The annotations of Loophalt itself. */
  static final List<String> ANNOTATIONS = List.of("io.loophalt.AgentTool", "io.loophalt.AgentRun");

  private final WeavingPolicy policy;
  private final FrameworkCatalog frameworks;
  private final Function<Role, Interceptor> handlers;

  /** The families of frameworks of which a class was met; their choke points are below. */
  private final Map<String, List<Artifact>> families = new ConcurrentHashMap<>();

  private final Map<String, List<Interception>> interceptions = new ConcurrentHashMap<>();
  private final Map<String, Artifact> frameworkByMarker = new ConcurrentHashMap<>();
  private final Map<String, Artifact> frameworkByWovenClass = new ConcurrentHashMap<>();
  private final Glob[] classPatterns;
  private final ClassFileScan scan;

  /**
   * Combines what is configured with what is known.
   *
   * @param points methods outside any framework
   * @param frameworks what is known of frameworks
   * @param handlers what happens around the calls of their methods
   */
  public WeavingPlan(
      WeavingPolicy policy,
      List<Interception> points,
      FrameworkCatalog frameworks,
      Function<Role, Interceptor> handlers) {
    this.policy = policy;
    this.frameworks = frameworks;
    this.handlers = handlers;
    for (Interception point : points) {
      add(point);
    }
    List<Glob> globs = new ArrayList<>();
    for (ToolPattern pattern : policy.tools()) {
      globs.add(new Glob(pattern.method().className()));
    }
    for (RunPattern pattern : policy.runs()) {
      globs.add(new Glob(pattern.method().className()));
    }
    for (ModelPattern pattern : policy.models()) {
      globs.add(new Glob(pattern.method().className()));
    }
    classPatterns = globs.toArray(new Glob[0]);
    List<String> texts = new ArrayList<>();
    for (String annotation : ANNOTATIONS) {
      texts.add(descriptor(annotation));
    }
    for (String annotation : policy.toolAnnotations()) {
      texts.add(descriptor(annotation));
    }
    scan = new ClassFileScan(texts);
  }

  /** Gets ready for a family of frameworks before the first of its classes is judged. */
  private void meet(String className) {
    String family = frameworks.familyOf(className);
    if (family != null && !families.containsKey(family)) {
      families.computeIfAbsent(family, this::add);
    }
  }

  private List<Artifact> add(String family) {
    List<Artifact> artifacts = frameworks.frameworksOf(family);
    for (Artifact framework : artifacts) {
      Artifact other = frameworkByMarker.put(framework.marker(), framework);
      if (other != null) {
        throw new IllegalArgumentException(
            framework.name() + " and " + other.name() + " have one marker: " + framework.marker());
      }
      for (ChokePoint point : framework.chokePoints()) {
        add(Interception.of(point, handlers.apply(point.role())));
        frameworkByWovenClass.put(point.className(), framework);
      }
    }
    return artifacts;
  }

  /** Says of a class that was woven what is watched by that. */
  void tellOf(String className, @Nullable ProtectionDomain domain, WatchReport report) {
    if (!interceptions.containsKey(className)) {
      report.ownClass(className, domain);
      return;
    }
    String family = frameworks.familyOf(className);
    String title = titleOf(className);
    List<Artifact> artifacts = family == null ? null : families.get(family);
    if (title != null && artifacts != null) {
      report.framework(title, artifacts, className, domain);
    }
  }

  /** Whether a class that was woven shows that there is an agent; a server's requests do not. */
  boolean isOfAgents(String className) {
    return frameworks.familyOf(className) == null || titleOf(className) != null;
  }

  /** What people call the framework that a class with choke points is of; null for none. */
  @Nullable String titleOf(String className) {
    String family = frameworks.familyOf(className);
    return family == null ? null : frameworks.titleOf(family);
  }

  /** An annotation as it stands in class files. */
  static String descriptor(String annotation) {
    return 'L' + annotation.replace('.', '/') + ';';
  }

  private void add(Interception point) {
    List<Interception> ofClass =
        new ArrayList<>(interceptions.getOrDefault(point.className(), List.of()));
    ofClass.add(point);
    interceptions.put(point.className(), ofClass);
  }

  /** Whether the class may hold something to weave, or marks a framework. */
  boolean isCandidate(String className, byte[] classFile) {
    return isCandidateByName(className) || scan.finds(classFile);
  }

  /** Whether the name alone makes it a candidate. */
  boolean isCandidateByName(String className) {
    meet(className);
    if (interceptions.containsKey(className) || frameworkByMarker.containsKey(className)) {
      return true;
    }
    for (Glob pattern : classPatterns) {
      if (pattern.matches(className)) {
        return true;
      }
    }
    return false;
  }

  /** The framework whose presence the class shows, or null. */
  @Nullable Artifact frameworkMarkedBy(String className) {
    return frameworkByMarker.get(className);
  }

  /** The framework of which a class with choke points is, or null. */
  @Nullable Artifact frameworkOf(String wovenClass) {
    return frameworkByWovenClass.get(wovenClass);
  }

  List<Interception> interceptionsOf(String className) {
    List<Interception> points = interceptions.get(className);
    return points == null ? List.of() : points;
  }

  Set<String> toolAnnotations() {
    return policy.toolAnnotations();
  }

  boolean isToolAnnotation(String annotation) {
    return policy.toolAnnotations().contains(annotation);
  }

  List<ToolPattern> toolPatterns() {
    return policy.tools();
  }

  List<RunPattern> runPatterns() {
    return policy.runs();
  }

  List<ModelPattern> modelPatterns() {
    return policy.models();
  }
}
