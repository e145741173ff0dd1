package io.loophalt.instrumentation;

import java.io.Closeable;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.TreeSet;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import net.bytebuddy.dynamic.ClassFileLocator;

/** The class files of folders and jars, to be read and not loaded. */
final class ClassPath implements Closeable {

  private static final String SUFFIX = ".class";

  private final List<ClassFileLocator> entries = new ArrayList<>();
  private final TreeSet<String> classNames = new TreeSet<>();

  private ClassPath() {}

  /**
   * Opens a class path as the JVM takes it: folders and jars, {@code folder/*} for all jars of a
   * folder.
   *
   * @throws IOException naming an entry that is not there or cannot be read
   */
  static ClassPath open(String text) throws IOException {
    ClassPath opened = new ClassPath();
    try {
      for (String entry : text.split(File.pathSeparator, -1)) {
        if (!entry.isEmpty()) {
          opened.add(entry);
        }
      }
      return opened;
    } catch (IOException | UncheckedIOException unreadable) {
      opened.close();
      throw unreadable;
    }
  }

  private void add(String entry) throws IOException {
    if (entry.endsWith("*")) {
      File[] jars =
          new File(entry.substring(0, entry.length() - 1))
              .listFiles(
                  (folder, name) -> name.toLowerCase(java.util.Locale.ROOT).endsWith(".jar"));
      if (jars == null) {
        throw new IOException(entry + " is on the class path and there is no such folder");
      }
      Arrays.sort(jars);
      for (File jar : jars) {
        addJar(jar);
      }
      return;
    }
    File file = new File(entry);
    if (file.isDirectory()) {
      addFolder(file);
    } else if (file.isFile()) {
      addJar(file);
    } else {
      throw new IOException(entry + " is on the class path and does not exist");
    }
  }

  private void addFolder(File folder) throws IOException {
    entries.add(new ClassFileLocator.ForFolder(folder));
    Path root = folder.toPath();
    try (Stream<Path> files = Files.walk(root)) {
      files
          .map(file -> root.relativize(file).toString().replace(File.separatorChar, '/'))
          .forEach(this::addName);
    }
  }

  @SuppressWarnings("StreamResourceLeak") // entries() of a jar holds nothing open of its own
  private void addJar(File file) throws IOException {
    JarFile jar;
    try {
      jar = new JarFile(file, /* verify= */ false);
    } catch (IOException broken) {
      throw new IOException(
          file + " is on the class path and is no jar: " + broken.getMessage(), broken);
    }
    entries.add(new ClassFileLocator.ForJarFile(jar));
    jar.stream().forEach(each -> addName(each.getName()));
  }

  /** Of a file that may be a class; those for other Java versions are not looked at. */
  private void addName(String file) {
    if (file.endsWith(SUFFIX)
        && !file.startsWith("META-INF/")
        && !file.endsWith("module-info.class")
        && !file.endsWith("package-info.class")) {
      classNames.add(file.substring(0, file.length() - SUFFIX.length()).replace('/', '.'));
    }
  }

  /** All classes, sorted by name. */
  Collection<String> classNames() {
    return classNames;
  }

  ClassFileLocator locator() {
    return new ClassFileLocator.Compound(entries);
  }

  @Override
  public void close() throws IOException {
    for (ClassFileLocator entry : entries) {
      entry.close();
    }
  }
}
