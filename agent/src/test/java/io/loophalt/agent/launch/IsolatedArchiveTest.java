package io.loophalt.agent.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class IsolatedArchiveTest {

  private Path folder;
  private Path files;

  @BeforeEach
  void someFiles(@TempDir Path temporary) throws IOException {
    folder = temporary;
    files = Files.createDirectory(folder.resolve("files"));
  }

  @Test
  void everyFileIsFoundByItsName() throws IOException {
    Random random = new Random(1);
    for (int i = 0; i < 300; i++) {
      byte[] content = new byte[random.nextInt(5_000)];
      random.nextBytes(content);
      write("some/where/File" + i, content);
    }

    IsolatedArchive archive = new IsolatedArchive(jar());

    for (int i = 0; i < 300; i++) {
      String name = "some/where/File" + i;
      assertThat(archive.find(name)).as(name).isEqualTo(Files.readAllBytes(files.resolve(name)));
    }
  }

  @Test
  void filesWhoseNamesHaveOneHashAreTwoFiles() throws IOException {
    write("Aa", "first");
    write("BB", "second");

    IsolatedArchive archive = new IsolatedArchive(jar());

    assertThat("Aa".hashCode()).isEqualTo("BB".hashCode());
    assertThat(archive.find("Aa")).asString().isEqualTo("first");
    assertThat(archive.find("BB")).asString().isEqualTo("second");
  }

  @Test
  void whatIsNotThereIsNotFound() throws IOException {
    write("Aa", "");

    IsolatedArchive archive = new IsolatedArchive(jar());

    assertThat(archive.find("Aa")).isEmpty();
    assertThat(archive.find("BB")).as("of the same hash").isNull();
    assertThat(archive.find("Aaa")).isNull();
    assertThat(archive.find("")).isNull();
  }

  @Test
  void whatIsReadAtEachStartIsNotDeflated() throws IOException {
    String content = "a class ".repeat(1_000);
    write("io/loophalt/agent/Own", content);
    write("net/library/Other", content);

    IsolatedArchive archive = new IsolatedArchive(jar());

    assertThat(archive.find("io/loophalt/agent/Own")).asString().isEqualTo(content);
    assertThat(archive.find("net/library/Other")).asString().isEqualTo(content);
    assertThat(archive().length).isBetween(content.length(), content.length() + 1_000);
  }

  @Test
  void theSameFilesGiveTheSameArchive() throws IOException {
    for (String name : new String[] {"b", "a", "c/a"}) {
      write(name, "content of " + name);
    }

    assertThat(archive()).isEqualTo(archive());
  }

  @Test
  void ownClassesAreLoadedBeforeThoseOfParentsAndJdkClassesByThem() throws Exception {
    String own = "javax.sql.DataSource";
    write(own.replace('.', '/') + ".class", bytesOf(own));

    ClassLoader loader = new IsolatedClassLoader(jar());

    assertThat(loader.loadClass(own).getClassLoader())
        .as("of a class that the parent has as well")
        .isSameAs(loader);
    assertThat(loader.loadClass(own)).isSameAs(loader.loadClass(own));
    assertThat(loader.loadClass("java.sql.Driver").getClassLoader())
        .isSameAs(ClassLoader.getPlatformClassLoader());
    assertThat(Map.class).isSameAs(loader.loadClass("java.util.Map"));
  }

  @Test
  void resourcesAreOpenedByNameAndByUrl() throws IOException {
    write("about/us.txt", "we are here");

    ClassLoader loader = new IsolatedClassLoader(jar());

    try (InputStream byName = Objects.requireNonNull(loader.getResourceAsStream("about/us.txt"));
        InputStream byUrl =
            Objects.requireNonNull(loader.getResource("about/us.txt")).openStream()) {
      assertThat(byName).hasContent("we are here");
      assertThat(byUrl).hasContent("we are here");
    }
    assertThat(loader.getResource("about/them.txt")).isNull();
    assertThat(loader.getResourceAsStream("about/them.txt")).isNull();
  }

  private static byte[] bytesOf(String className) throws IOException {
    try (InputStream in =
        Objects.requireNonNull(
            ClassLoader.getSystemResourceAsStream(className.replace('.', '/') + ".class"))) {
      return in.readAllBytes();
    }
  }

  private void write(String name, String content) throws IOException {
    write(name, content.getBytes(StandardCharsets.UTF_8));
  }

  private void write(String name, byte[] content) throws IOException {
    Path file = files.resolve(name);
    Files.createDirectories(Objects.requireNonNull(file.getParent()));
    Files.write(file, content);
  }

  private byte[] archive() throws IOException {
    ByteArrayOutputStream archive = new ByteArrayOutputStream();
    IsolatedArchiveWriter.write(files, archive);
    return archive.toByteArray();
  }

  private File jar() throws IOException {
    Path jar = folder.resolve("agent.jar");
    byte[] archive = archive();
    CRC32 sum = new CRC32();
    sum.update(archive);
    ZipEntry entry = new ZipEntry(IsolatedArchive.ENTRY);
    entry.setMethod(ZipEntry.STORED);
    entry.setSize(archive.length);
    entry.setCrc(sum.getValue());
    try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(jar))) {
      out.putNextEntry(entry);
      out.write(archive);
    }
    return jar.toFile();
  }
}
