package io.loophalt.compatibility.ownextension;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The page that walks through the project {@code own-extension} shows the code that is there. */
class ExtensionsPageTest {

  private static final Path PAGE = Path.of("../../docs/extensions.md");
  private static final Path PROJECT = Path.of("../own-extension");
  private static final Path SERVICES =
      PROJECT.resolve("src/main/resources/META-INF/services/io.loophalt.extension.Extension");

  @Test
  void theJavaCodeIsPartOfTheSources() throws IOException {
    String sources = sources();

    assertThat(blocks("java"))
        .hasSizeGreaterThanOrEqualTo(4)
        .allSatisfy(block -> assertThat(sources).contains(withoutIndents(block)));
  }

  @Test
  void thePomIsThatOfTheProjectWithoutTheVersionsOfPlugins() throws IOException {
    List<String> pom = Files.readAllLines(PROJECT.resolve("pom.xml"));

    assertThat(blocks("xml")).hasSize(1);
    assertThat(pom).containsSubsequence(blocks("xml").get(0).lines().toList());
  }

  @Test
  void theNameOfTheExtensionIsTheOneThatIsFound() throws IOException {
    assertThat(blocks("text")).contains(Files.readString(SERVICES));
  }

  /** Blocks of code in a language. */
  private static List<String> blocks(String language) throws IOException {
    return Pattern.compile("```" + language + "\\n(.*?)```", Pattern.DOTALL)
        .matcher(Files.readString(PAGE))
        .results()
        .map((MatchResult block) -> block.group(1))
        .toList();
  }

  private static String sources() throws IOException {
    StringBuilder sources = new StringBuilder();
    try (Stream<Path> files = Files.walk(PROJECT.resolve("src"))) {
      for (Path file : files.filter(each -> each.toString().endsWith(".java")).toList()) {
        sources.append(withoutIndents(Files.readString(file)));
      }
    }
    return sources.toString();
  }

  private static String withoutIndents(String code) {
    return code.lines().map(line -> line.strip() + '\n').collect(Collectors.joining());
  }
}
