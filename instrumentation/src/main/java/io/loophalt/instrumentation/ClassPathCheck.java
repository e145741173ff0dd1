package io.loophalt.instrumentation;

import io.loophalt.core.policy.Glob;
import io.loophalt.instrumentation.DeclaredPath.Target;
import io.loophalt.runtime.policy.ValuePath;
import io.loophalt.runtime.policy.WeavingPolicy;
import io.loophalt.runtime.policy.WeavingPolicy.MethodPattern;
import io.loophalt.runtime.policy.WeavingPolicy.ModelPattern;
import io.loophalt.runtime.policy.WeavingPolicy.RunPattern;
import io.loophalt.runtime.policy.WeavingPolicy.ToolPattern;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import net.bytebuddy.description.annotation.AnnotationDescription;
import net.bytebuddy.description.method.MethodDescription;
import net.bytebuddy.description.type.TypeDescription;
import net.bytebuddy.dynamic.ClassFileLocator;
import net.bytebuddy.pool.TypePool;

/**
 * Says which methods of a class path a configuration would weave, and where its paths lead: what a
 * live agent can only say when it is too late. Class files are read, no class is loaded.
 */
public final class ClassPathCheck {

  /**
   * One line of the report.
   *
   * @param text what a person reads
   * @param problem whether something in the configuration matches nothing or leads nowhere
   */
  public record Line(String text, boolean problem) {}

  private final ClassPath classPath;
  private final TypePool types;
  private final List<Line> report = new ArrayList<>();
  private final Set<String> unreadable = new HashSet<>();

  private ClassPathCheck(ClassPath classPath, WeavingPolicy weaving) {
    this.classPath = classPath;
    this.types =
        TypePool.Default.WithLazyResolution.of(
            new ClassFileLocator.Compound(
                classPath.locator(),
                new Weaver.StandIns(weaving.toolAnnotations()),
                ClassFileLocator.ForClassLoader.of(ClassPathCheck.class.getClassLoader()),
                ClassFileLocator.ForClassLoader.ofPlatformLoader()));
  }

  /**
   * Checks what a configuration weaves.
   *
   * @param classPath folders and jars, as the JVM takes them
   * @throws IOException naming an entry that is not there or cannot be read
   */
  public static List<Line> check(WeavingPolicy weaving, String classPath) throws IOException {
    try (ClassPath open = ClassPath.open(classPath)) {
      ClassPathCheck check = new ClassPathCheck(open, weaving);
      check.annotations(weaving.toolAnnotations());
      for (ToolPattern tool : weaving.tools()) {
        check.pattern("tools", tool.method(), Map.of());
      }
      for (RunPattern run : weaving.runs()) {
        check.pattern("runs", run.method(), run.paths());
      }
      for (ModelPattern model : weaving.models()) {
        check.pattern("models", model.method(), model.paths());
      }
      return List.copyOf(check.report);
    }
  }

  private void annotations(Set<String> own) throws IOException {
    List<String> wanted = new ArrayList<>(WeavingPlan.ANNOTATIONS);
    wanted.addAll(own);
    for (String annotation : wanted) {
      List<MethodDescription> woven = new ArrayList<>();
      List<MethodDescription> refused = new ArrayList<>();
      for (MethodDescription method : annotatedWith(annotation)) {
        (MethodMatch.refusal(method) == null ? woven : refused).add(method);
      }
      if (!woven.isEmpty()) {
        say(false, "@" + annotation + " marks " + count(woven.size()));
        woven.forEach(method -> say(false, "  " + described(method)));
      } else if (own.contains(annotation)) {
        say(
            true,
            "weave.tool-annotations: "
                + annotation
                + (refused.isEmpty()
                    ? " marks no method of the class path"
                    : " marks no method that can be woven"));
      }
      if (!refused.isEmpty()) {
        say(false, "@" + annotation + " has no effect on " + count(refused.size()));
        refused.forEach(
            method ->
                say(
                    false,
                    "  " + described(method) + " is NOT woven: " + MethodMatch.refusal(method)));
      }
    }
  }

  private List<MethodDescription> annotatedWith(String annotation) throws IOException {
    ClassFileScan scan = new ClassFileScan(List.of(WeavingPlan.descriptor(annotation)));
    List<MethodDescription> found = new ArrayList<>();
    for (String name : classPath.classNames()) {
      if (!scan.finds(classPath.locator().locate(name).resolve())) {
        continue;
      }
      for (MethodDescription method : declaredMethods(name)) {
        for (AnnotationDescription each : method.getDeclaredAnnotations()) {
          if (each.getAnnotationType().getName().equals(annotation) && !method.isBridge()) {
            found.add(method);
          }
        }
      }
    }
    return found;
  }

  /** None of a broken class file, which is said once. */
  private List<MethodDescription> declaredMethods(String name) {
    try {
      return List.copyOf(types.describe(name).resolve().getDeclaredMethods());
    } catch (RuntimeException broken) { // ASM has no exception of its own for them.
      if (unreadable.add(name)) {
        say(false, name + " cannot be read as a class file: " + broken);
      }
      return List.of();
    }
  }

  private void pattern(String key, MethodPattern pattern, Map<String, ValuePath> paths)
      throws IOException {
    List<MethodDescription> found = matched(pattern);
    String subject = pattern.place() + ": weave." + key + ": " + pattern;
    if (found.isEmpty()) {
      say(true, subject + " matches no method of the class path" + nearest(pattern));
      return;
    }
    say(false, subject + " matches " + count(found.size()));
    for (MethodDescription method : found) {
      String refusal = MethodMatch.refusal(method);
      say(
          refusal != null,
          "  " + described(method) + (refusal == null ? "" : " is NOT woven: " + refusal));
      if (refusal == null) {
        paths.forEach((name, path) -> path(name, path, method));
      }
    }
  }

  private void path(String key, ValuePath path, MethodDescription method) {
    Target target = DeclaredPath.follow(path, method);
    TypeDescription.Generic type = target.type();
    if (type == null) {
      say(
          true,
          "    " + path.place() + ": " + key + ": " + path + " leads NOWHERE: " + target.remark());
    } else {
      say(
          false,
          "    "
              + key
              + ": "
              + path
              + (target.remark().isEmpty()
                  ? " is " + type.getTypeName()
                  : " may lead somewhere: " + target.remark()));
    }
  }

  private List<MethodDescription> matched(MethodPattern pattern) {
    return methods(
        pattern.className(),
        method ->
            !method.isBridge()
                && !method.isSynthetic()
                && MethodMatch.matches(pattern, method.getDeclaringType().asErasure(), method));
  }

  private List<MethodDescription> methods(String className, Predicate<MethodDescription> wanted) {
    Glob classes = new Glob(className);
    List<MethodDescription> found = new ArrayList<>();
    for (String name : classPath.classNames()) {
      if (!classes.matches(name)) {
        continue;
      }
      for (MethodDescription method : declaredMethods(name)) {
        if (wanted.test(method)) {
          found.add(method);
        }
      }
    }
    return found;
  }

  /** What a pattern that matches nothing may have meant. */
  private String nearest(MethodPattern pattern) {
    if (classPath.classNames().stream().noneMatch(new Glob(pattern.className())::matches)) {
      return "; there is no class " + pattern.className();
    }
    Glob name = new Glob(pattern.methodName());
    String others =
        methods(pattern.className(), method -> name.matches(method.getInternalName())).stream()
            .map(ClassPathCheck::described)
            .collect(Collectors.joining(", "));
    return others.isEmpty()
        ? "; " + pattern.className() + " declares no " + pattern.methodName()
        : "; there is " + others;
  }

  private static String described(MethodDescription method) {
    return method.getDeclaringType().asErasure().getName()
        + '.'
        + method.getInternalName()
        + method.getParameters().asTypeList().asErasures().stream()
            .map(TypeDescription::getActualName)
            .collect(Collectors.joining(", ", "(", ")"));
  }

  private static String count(int methods) {
    return methods == 1 ? "1 method" : methods + " methods";
  }

  private void say(boolean problem, String text) {
    report.add(new Line(text, problem));
  }
}
