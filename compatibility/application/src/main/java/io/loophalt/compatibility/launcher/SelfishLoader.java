package io.loophalt.compatibility.launcher;

import java.net.URL;
import java.net.URLClassLoader;
import org.jspecify.annotations.Nullable;

/**
 * Looks into its own jars before it asks a fallback, if it has one; only {@code java.*} always
 * comes from the platform, because the JVM refuses to have it defined anywhere else.
 */
final class SelfishLoader extends URLClassLoader {

  static {
    registerAsParallelCapable();
  }

  private final @Nullable ClassLoader fallback;

  SelfishLoader(URL[] jars, @Nullable ClassLoader fallback) {
    super(jars, null);
    this.fallback = fallback;
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    if (name.startsWith("java.")) {
      return ClassLoader.getPlatformClassLoader().loadClass(name);
    }
    synchronized (getClassLoadingLock(name)) {
      Class<?> loaded = findLoadedClass(name);
      return loaded != null ? loaded : find(name);
    }
  }

  private Class<?> find(String name) throws ClassNotFoundException {
    try {
      return findClass(name);
    } catch (ClassNotFoundException notOurs) {
      if (fallback == null) {
        throw notOurs;
      }
      return fallback.loadClass(name);
    }
  }
}
