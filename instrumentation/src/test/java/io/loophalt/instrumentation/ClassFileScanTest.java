package io.loophalt.instrumentation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import net.bytebuddy.jar.asm.ClassReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The scan of raw class bytes against a library that really reads them. */
class ClassFileScanTest {

  /** In the JDK on methods and types of many packages. */
  private static final String WANTED = "Ljava/lang/Deprecated;";

  private final ClassFileScan scan = new ClassFileScan(List.of(WANTED));

  @ParameterizedTest
  @ValueSource(strings = {"java.base", "java.sql"})
  void findsExactlyTheClassesOfTheJdkThatHoldTheText(String module) throws IOException {
    Path root = FileSystems.getFileSystem(URI.create("jrt:/")).getPath("modules", module);

    assertAgreement(classFilesUnder(root));
  }

  @Test
  void findsExactlyTheClassesOfTheProjectThatHoldTheText() throws Exception {
    for (Class<?> each : List.of(ClassFileScan.class, ClassFileScanTest.class)) {
      URI folder = each.getProtectionDomain().getCodeSource().getLocation().toURI();
      ClassFileScan ours = new ClassFileScan(List.of("Lio/loophalt/AgentTool;"));
      for (byte[] file : classFilesUnder(Path.of(folder))) {
        assertThat(ours.finds(file))
            .as(new ClassReader(file).getClassName())
            .isEqualTo(holds(file, "Lio/loophalt/AgentTool;"));
      }
    }
  }

  @Test
  void noTruncatedClassFileThrowsAndWhatStandsBeforeTheCutIsFound() throws IOException {
    byte[] file = bytesOf(WeaverTest.class);
    for (String text : List.of("Lorg/junit/jupiter/api/Test;", "Lno/such/Annotation;")) {
      ClassFileScan one = new ClassFileScan(List.of(text));
      boolean found = false;
      for (int length = 0; length <= file.length; length++) {
        boolean now = one.finds(Arrays.copyOf(file, length));
        assertThat(now || !found).as("found at %s bytes, not at %s", length - 1, length).isTrue();
        found = now;
      }
      assertThat(found).as(text).isEqualTo(holds(file, text));
    }
  }

  @Test
  void noMalformedBytesThrow() throws IOException {
    Random random = new Random(20261122);
    byte[] file = bytesOf(WeaverTest.class);
    for (int i = 0; i < 20_000; i++) {
      byte[] broken = Arrays.copyOf(file, 600);
      for (int change = 0; change < 5; change++) {
        broken[random.nextInt(broken.length)] = (byte) random.nextInt();
      }
      scan.finds(broken);
      byte[] noise = new byte[random.nextInt(200)];
      random.nextBytes(noise);
      assertThat(scan.finds(noise)).as("found in noise").isFalse();
    }
  }

  @Test
  void aTextThatOnlyBeginsAlikeIsNotIt() throws IOException {
    byte[] file = bytesOf(WeaverTest.class);

    assertThat(new ClassFileScan(List.of("Lorg/junit/jupiter/api/Test;")).finds(file)).isTrue();
    assertThat(new ClassFileScan(List.of("Lorg/junit/jupiter/api/Tes")).finds(file)).isFalse();
    assertThat(new ClassFileScan(List.of("Lorg/junit/jupiter/api/Tests;")).finds(file)).isFalse();
    assertThat(new ClassFileScan(List.of()).finds(file)).isFalse();
  }

  @Test
  void anyOneOfSeveralTextsIsEnough() throws IOException {
    byte[] file = bytesOf(WeaverTest.class);

    assertThat(
            new ClassFileScan(List.of("Lno/such/Annotation;", "Lorg/junit/jupiter/api/Test;"))
                .finds(file))
        .isTrue();
  }

  private void assertAgreement(List<byte[]> files) {
    Set<String> found = new TreeSet<>();
    Set<String> holding = new TreeSet<>();
    for (byte[] file : files) {
      String name = new ClassReader(file).getClassName();
      if (scan.finds(file)) {
        found.add(name);
      }
      if (holds(file, WANTED)) {
        holding.add(name);
      }
    }
    assertThat(holding).as("classes that hold %s", WANTED).isNotEmpty();
    assertThat(found).isEqualTo(holding);
  }

  /** Whether a text stands in the constant pool, as another reader sees it. */
  private static boolean holds(byte[] file, String text) {
    byte[] wanted = text.getBytes(StandardCharsets.UTF_8);
    ClassReader reader = new ClassReader(file);
    for (int i = 1; i < reader.getItemCount(); i++) {
      int at = reader.getItem(i);
      // The second number of a long has no item; a text has the tag 1, a length and its bytes.
      if (at > 0
          && reader.readByte(at - 1) == 1
          && reader.readUnsignedShort(at) == wanted.length
          && Arrays.equals(file, at + 2, at + 2 + wanted.length, wanted, 0, wanted.length)) {
        return true;
      }
    }
    return false;
  }

  private static List<byte[]> classFilesUnder(Path root) throws IOException {
    List<byte[]> files = new ArrayList<>();
    try (Stream<Path> paths = Files.walk(root)) {
      paths
          .filter(path -> path.toString().endsWith(".class"))
          .filter(path -> !path.endsWith("module-info.class"))
          .forEach(path -> files.add(read(path)));
    }
    assertThat(files).as("class files under %s", root).isNotEmpty();
    return files;
  }

  private static byte[] read(Path path) {
    try {
      return Files.readAllBytes(path);
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  private static byte[] bytesOf(Class<?> type) throws IOException {
    try (InputStream in =
        Objects.requireNonNull(type.getResourceAsStream(type.getSimpleName() + ".class"))) {
      return in.readAllBytes();
    }
  }
}
