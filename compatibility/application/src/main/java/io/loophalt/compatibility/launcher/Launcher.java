package io.loophalt.compatibility.launcher;

import java.io.File;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.net.URL;
import java.util.Arrays;

/**
 * Runs an application in a class loader of its own.
 *
 * <p>Arguments: a {@link LoaderKind}, the application's jars (separated as a class path is), its
 * main class, and the application's own arguments.
 */
public final class Launcher {

  private Launcher() {}

  /** Entry point. */
  public static void main(String[] args) throws ReflectiveOperationException, IOException {
    ClassLoader loader = LoaderKind.valueOf(args[0]).over(jars(args[1]));
    Thread.currentThread().setContextClassLoader(loader);
    Class<?> main = Class.forName(args[2], true, loader);
    String[] rest = Arrays.copyOfRange(args, 3, args.length);
    try {
      main.getMethod("main", String[].class).invoke(null, (Object) rest);
    } catch (InvocationTargetException e) {
      throw new IllegalStateException(args[2] + " failed", e.getCause());
    }
  }

  private static URL[] jars(String path) throws IOException {
    String[] files = path.split(File.pathSeparator, -1);
    URL[] urls = new URL[files.length];
    for (int i = 0; i < files.length; i++) {
      urls[i] = new File(files[i]).toURI().toURL();
    }
    return urls;
  }
}
