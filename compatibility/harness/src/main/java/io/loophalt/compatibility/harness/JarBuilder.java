package io.loophalt.compatibility.harness;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.zip.CRC32;

/**
 * Puts a jar together from other jars and files, nested jars included. Entries are stored, not
 * compressed, because nested jars must be.
 */
public final class JarBuilder {

  private final Manifest manifest = new Manifest();
  private final Map<String, byte[]> entries = new LinkedHashMap<>();

  /** Starts with an empty manifest. */
  public JarBuilder() {
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
  }

  /** Adds a main attribute to the manifest. */
  public JarBuilder attribute(String name, String value) {
    manifest.getMainAttributes().putValue(name, value);
    return this;
  }

  /**
   * Adds those entries of a jar whose names are wanted below a folder ({@code ""} for the root).
   */
  public JarBuilder entriesOf(Path jar, Predicate<String> wanted, String folder) {
    try (JarFile source = new JarFile(jar.toFile())) {
      for (JarEntry entry : (Iterable<JarEntry>) source.stream()::iterator) {
        String name = entry.getName();
        if (!entry.isDirectory() && !name.equals(JarFile.MANIFEST_NAME) && wanted.test(name)) {
          try (InputStream in = source.getInputStream(entry)) {
            entries.put(folder + name, in.readAllBytes());
          }
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + jar, e);
    }
    return this;
  }

  /** Adds a file, which may be a jar, under a name of its own. */
  public JarBuilder file(Path file, String name) {
    try {
      entries.put(name, Files.readAllBytes(file));
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + file, e);
    }
    return this;
  }

  /** Writes the jar. */
  public Path write(Path jar) {
    try (JarOutputStream out =
        new JarOutputStream(new BufferedOutputStream(Files.newOutputStream(jar)), manifest)) {
      for (String folder : folders()) {
        out.putNextEntry(stored(folder, new byte[0]));
        out.closeEntry();
      }
      for (Map.Entry<String, byte[]> entry : entries.entrySet()) {
        out.putNextEntry(stored(entry.getKey(), entry.getValue()));
        out.write(entry.getValue());
        out.closeEntry();
      }
    } catch (IOException e) {
      throw new UncheckedIOException("cannot write " + jar, e);
    }
    return jar;
  }

  /** Folders have entries of their own, parents first; Spring Boot's launcher looks for them. */
  private Set<String> folders() {
    Set<String> folders = new LinkedHashSet<>();
    for (String name : List.copyOf(entries.keySet())) {
      for (int slash = name.indexOf('/'); slash >= 0; slash = name.indexOf('/', slash + 1)) {
        folders.add(name.substring(0, slash + 1));
      }
    }
    folders.remove("META-INF/");
    return folders;
  }

  private static JarEntry stored(String name, byte[] content) {
    CRC32 crc = new CRC32();
    crc.update(content);
    JarEntry entry = new JarEntry(name);
    entry.setMethod(JarEntry.STORED);
    entry.setSize(content.length);
    entry.setCrc(crc.getValue());
    entry.setTime(0);
    return entry;
  }
}
