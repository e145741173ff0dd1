package io.loophalt.instrumentation;

import java.io.Closeable;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.ProviderNotFoundException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.TreeSet;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import net.bytebuddy.dynamic.ClassFileLocator;

/** The class files of folders and jars, to be read and not loaded. */
final class ClassPath implements Closeable {

  private static final String SUFFIX = ".class";

  /** Where Spring Boot and web containers have an application's classes and jars. */
  private static final List<String> INSIDE = List.of("BOOT-INF/", "WEB-INF/");

  private final List<ClassFileLocator> entries = new ArrayList<>();

  /** Those that are in another one come before it. */
  private final Deque<FileSystem> archives = new ArrayDeque<>();

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
    addNames(folder.toPath());
  }

  private void addNames(Path root) throws IOException {
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
      throw noJar(file.toString(), broken);
    }
    entries.add(new ClassFileLocator.ForJarFile(jar));
    jar.stream().forEach(each -> addName(each.getName()));
    for (String inside : INSIDE) {
      if (jar.stream().anyMatch(each -> each.getName().startsWith(inside))) {
        addInside(file, inside);
      }
    }
  }

  /**
   * What is in an application of one file: its classes, and jars, which are read where they are.
   */
  private void addInside(File file, String inside) throws IOException {
    Path root = archive(file.toPath(), file.toString());
    Path classes = root.resolve(inside).resolve("classes");
    if (Files.isDirectory(classes)) {
      addArchived(classes);
    }
    List<Path> jars;
    try (Stream<Path> files = Files.walk(root.resolve(inside))) {
      jars = files.filter(each -> each.toString().endsWith(".jar")).sorted().toList();
    }
    for (Path jar : jars) {
      addArchived(archive(jar, jar + " in " + file));
    }
  }

  private void addArchived(Path root) throws IOException {
    entries.add(new Archived(root));
    addNames(root);
  }

  /** The root of what is in a jar, which may be in another one. */
  private Path archive(Path jar, String name) throws IOException {
    try {
      FileSystem opened = FileSystems.newFileSystem(jar, (ClassLoader) null);
      archives.push(opened);
      return opened.getPath("/");
    } catch (IOException broken) {
      throw noJar(name, broken);
    } catch (ProviderNotFoundException withoutModule) {
      throw new IOException(
          name + " cannot be looked into: this runtime lacks the module jdk.zipfs", withoutModule);
    }
  }

  private static IOException noJar(String name, IOException broken) {
    return new IOException(
        name + " is on the class path and is no jar: " + broken.getMessage(), broken);
  }

  /** Class files below a folder in a jar. */
  private record Archived(Path root) implements ClassFileLocator {
    @Override
    public Resolution locate(String name) throws IOException {
      Path file = root.resolve(name.replace('.', '/') + SUFFIX);
      return Files.isRegularFile(file)
          ? new Resolution.Explicit(Files.readAllBytes(file))
          : new Resolution.Illegal(name);
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
    for (FileSystem archive : archives) {
      archive.close();
    }
  }
}
