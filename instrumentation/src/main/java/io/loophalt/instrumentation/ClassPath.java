package io.loophalt.instrumentation;

import java.io.Closeable;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import net.bytebuddy.dynamic.ClassFileLocator;

/** The class files of folders and jars, to be read and not loaded. */
final class ClassPath implements Closeable {

  private static final String SUFFIX = ".class";

  /** Where Spring Boot and web containers have an application's classes and jars. */
  private static final List<String> INSIDE = List.of("BOOT-INF/", "WEB-INF/");

  private final List<ClassFileLocator> entries = new ArrayList<>();

  /** Of jars that are in another one. */
  private final List<Path> copies = new ArrayList<>();

  private final TreeSet<String> classNames = new TreeSet<>();

  private ClassPath() {}

  /**
   * Opens a class path as the JVM takes it: folders and jars, {@code folder/*} for all jars of a
   * folder; and what is in the jar or war of a whole application.
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
          new File(entry.substring(0, entry.length() - 1)).listFiles((folder, name) -> isJar(name));
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

  private void addJar(File file) throws IOException {
    addJar(file, file.toString());
  }

  @SuppressWarnings("StreamResourceLeak") // entries() of a jar holds nothing open of its own
  private void addJar(File file, String name) throws IOException {
    JarFile jar;
    try {
      jar = new JarFile(file, /* verify= */ false);
    } catch (IOException broken) {
      throw new IOException(
          name + " is on the class path and is no jar: " + broken.getMessage(), broken);
    }
    entries.add(new ClassFileLocator.ForJarFile(jar));
    jar.stream().forEach(each -> addName(each.getName()));
    for (String inside : INSIDE) {
      List<JarEntry> its =
          jar.stream()
              .filter(each -> each.getName().startsWith(inside))
              .sorted(Comparator.comparing(JarEntry::getName))
              .toList();
      if (!its.isEmpty()) {
        addApplication(jar, name, inside, its);
      }
    }
  }

  /** The classes of an application of one file, and the jars that it has in it. */
  private void addApplication(JarFile jar, String name, String inside, List<JarEntry> its)
      throws IOException {
    String classes = inside + "classes/";
    entries.add(new InFolder(jar, classes));
    for (JarEntry each : its) {
      String entry = each.getName();
      if (entry.startsWith(classes)) {
        addName(entry.substring(classes.length()));
      } else if (entry.startsWith(inside + "lib") && isJar(entry)) {
        addCopy(jar, each, entry + " in " + name);
      }
    }
  }

  /** A copy is read, so that nothing of it has to be kept in memory. */
  private void addCopy(JarFile jar, JarEntry entry, String name) throws IOException {
    Path copy = Files.createTempFile("loophalt", ".jar");
    copies.add(copy);
    try (InputStream in = jar.getInputStream(entry)) {
      Files.copy(in, copy, StandardCopyOption.REPLACE_EXISTING);
    }
    addJar(copy.toFile(), name);
  }

  private static boolean isJar(String name) {
    return name.toLowerCase(Locale.ROOT).endsWith(".jar");
  }

  /** Class files below a folder in a jar. */
  private record InFolder(JarFile jar, String folder) implements ClassFileLocator {
    @Override
    public Resolution locate(String name) throws IOException {
      JarEntry entry = jar.getJarEntry(folder + name.replace('.', '/') + SUFFIX);
      if (entry == null) {
        return new Resolution.Illegal(name);
      }
      try (InputStream in = jar.getInputStream(entry)) {
        return new Resolution.Explicit(in.readAllBytes());
      }
    }

    @Override
    public void close() {}
  }

  /** Of a file that may be a class; those for other Java versions are not looked at. */
  private void addName(String file) {
    if (file.endsWith(SUFFIX)
        && !file.startsWith("META-INF/")
        && INSIDE.stream().noneMatch(file::startsWith)
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
    for (Path copy : copies) {
      Files.deleteIfExists(copy);
    }
  }
}
