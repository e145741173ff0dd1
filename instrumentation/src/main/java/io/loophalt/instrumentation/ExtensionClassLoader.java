package io.loophalt.instrumentation;

import io.loophalt.extension.Extension;
import io.loophalt.extension.reflect.MissingGetters;
import io.loophalt.runtime.safety.InternalErrorBreaker;
import java.net.URL;
import java.net.URLClassLoader;
import org.jspecify.annotations.Nullable;

/**
 * Loads the classes of one extension of a user's, which see the JDK, the extension API and each
 * other, and nothing else of the agent: whatever libraries it brings never meet ours.
 *
 * <p>Its name begins with {@link InternalErrorBreaker#EXTENSION}, by which errors of an extension
 * are known as the agent's. Thread-safe, parallel capable.
 */
public final class ExtensionClassLoader extends URLClassLoader implements MissingGetters {

  private static final String ANNOTATIONS = "io.loophalt.";
  private static final String API = "io.loophalt.extension.";
  private static final String REFLECTION = "io.loophalt.extension.reflect.";
  private static final String SDK = "io.loophalt.extension.sdk.";

  static {
    registerAsParallelCapable();
  }

  private final String jarName;
  private volatile @Nullable MissingGetters listener;

  /** The loader of a jar. */
  public ExtensionClassLoader(String jarName, URL jar) {
    super(
        InternalErrorBreaker.EXTENSION + jarName,
        new URL[] {jar},
        ClassLoader.getPlatformClassLoader());
    this.jarName = jarName;
  }

  /** The name of its jar. */
  public String jarName() {
    return jarName;
  }

  /** From now on, methods that are not there are said to it. */
  public void tellMissing(MissingGetters listener) {
    this.listener = listener;
  }

  @Override
  public void isMissing(Class<?> type, String method, Class<?> asking) {
    MissingGetters told = listener;
    if (told != null) {
      told.isMissing(type, method, asking);
    }
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    return isOfTheApi(name)
        ? Class.forName(name, false, Extension.class.getClassLoader())
        : super.loadClass(name, resolve);
  }

  private static boolean isOfTheApi(String name) {
    String room = name.substring(0, name.lastIndexOf('.') + 1);
    return room.equals(ANNOTATIONS)
        || room.equals(API)
        || room.equals(REFLECTION)
        || room.equals(SDK);
  }
}
