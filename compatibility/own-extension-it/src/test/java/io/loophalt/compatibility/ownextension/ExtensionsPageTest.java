package io.loophalt.compatibility.ownextension;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The page that walks through the project {@code own-extension} holds all that is in it. */
class ExtensionsPageTest {

  private static final Path PROJECT = Path.of("../own-extension");

  /** What the page has and the project has not, as its tests bring it. */
  private static final String CONFIGURATION = "loophalt.yaml";

  @Test
  void thePageHasEveryFileOfTheProjectInFull() throws IOException {
    Map<String, String> onThePage = ExtensionsPage.files();

    assertThat(onThePage.remove(CONFIGURATION)).isNotBlank();
    assertThat(onThePage).containsExactlyInAnyOrderEntriesOf(filesOfTheProject());
  }

  @Test
  void whatElseIsShownOfItIsPartOfTheSources() throws IOException {
    String sources =
        filesOfTheProject().values().stream()
            .map(ExtensionsPageTest::withoutIndents)
            .collect(Collectors.joining());

    assertThat(ExtensionsPage.blocks("java"))
        .hasSizeGreaterThanOrEqualTo(4)
        .allSatisfy(block -> assertThat(sources).contains(withoutIndents(block)));
  }

  private static Map<String, String> filesOfTheProject() throws IOException {
    Map<String, String> contents = new TreeMap<>();
    try (Stream<Path> files = Files.walk(PROJECT)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        Path path = PROJECT.relativize(file);
        if (!path.startsWith("target")) {
          contents.put(path.toString().replace('\\', '/'), Files.readString(file));
        }
      }
    }
    return contents;
  }

  private static String withoutIndents(String code) {
    return code.lines().map(line -> line.strip() + '\n').collect(Collectors.joining());
  }
}
