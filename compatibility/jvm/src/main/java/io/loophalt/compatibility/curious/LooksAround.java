package io.loophalt.compatibility.curious;

import io.loophalt.compatibility.report.Lifeline;
import io.loophalt.compatibility.report.Report;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Looks for each class named by an argument through every class loader an application can lay hands
 * on, as a class and as a resource, and reports where it found it.
 */
public final class LooksAround {

  private LooksAround() {}

  /** Entry point. */
  public static void main(String[] args) {
    Lifeline.hold();
    for (String name : args) {
      loaders().forEach((kind, loader) -> look(name, kind, loader));
    }
    Report.fact("done", true);
  }

  private static Map<String, @Nullable ClassLoader> loaders() {
    Map<String, @Nullable ClassLoader> loaders = new LinkedHashMap<>();
    loaders.put("own", LooksAround.class.getClassLoader());
    loaders.put("context", Thread.currentThread().getContextClassLoader());
    loaders.put("system", ClassLoader.getSystemClassLoader());
    loaders.put("platform", ClassLoader.getPlatformClassLoader());
    loaders.put("boot", null);
    return loaders;
  }

  private static void look(String name, String kind, @Nullable ClassLoader loader) {
    Report.fact("class." + kind + "." + name, isClass(name, loader));
    Report.fact("resource." + kind + "." + name, isResource(name, loader));
  }

  private static boolean isClass(String name, @Nullable ClassLoader loader) {
    try {
      Class.forName(name, false, loader);
      return true;
    } catch (ClassNotFoundException e) {
      return false;
    }
  }

  private static boolean isResource(String name, @Nullable ClassLoader loader) {
    String path = name.replace('.', '/') + ".class";
    return loader == null
        ? Object.class.getResource("/" + path) != null
        : loader.getResource(path) != null;
  }
}
