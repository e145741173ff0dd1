package io.loophalt.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What others compile against stands in files, so that a review sees each change. */
class PublicSignaturesTest {

  private static final String REGENERATE = "loophalt.regenerate";

  @ParameterizedTest(name = "{0}")
  @MethodSource
  void theCommittedSignaturesAreThoseOfTheClasses(String name, List<String> packages)
      throws IOException {
    Path file = Path.of("..", "docs", "api", name + ".txt");
    String present = PublicSignatures.of(packages.toArray(new String[0]));
    if (Boolean.getBoolean(REGENERATE)) {
      Files.writeString(file, present);
    }
    String committed = Files.readString(file);

    assertThat(difference(committed, present))
        .as(
            "changes of what others compile against, in %s. If they are meant, run mvn -pl agent"
                + " -am test -Dtest=PublicSignaturesTest -Dsurefire.failIfNoSpecifiedTests=false"
                + " -D%s=true and commit the file",
            file, REGENERATE)
        .isEmpty();
    assertThat(present).as("the order of %s", file).isEqualTo(committed);
  }

  static Stream<Arguments> theCommittedSignaturesAreThoseOfTheClasses() {
    return Stream.of(
        Arguments.of(
            "extension-api",
            List.of(
                "io.loophalt.extension",
                "io.loophalt.extension.reflect",
                "io.loophalt.extension.sdk")),
        Arguments.of("core", List.of("io.loophalt.core")));
  }

  /** Lines that are gone and lines that came, each with its type. */
  private static List<String> difference(String committed, String present) {
    List<String> before = members(committed);
    List<String> now = members(present);
    return Stream.concat(
            before.stream().filter(line -> !now.contains(line)).map(line -> "- " + line),
            now.stream().filter(line -> !before.contains(line)).map(line -> "+ " + line))
        .toList();
  }

  private static List<String> members(String signatures) {
    List<String> members = new ArrayList<>();
    String type = "";
    for (String line : signatures.split("\n")) {
      if (line.startsWith("  ")) {
        members.add(type + ": " + line.strip());
      } else if (!line.isEmpty()) {
        type = line;
        members.add(line);
      }
    }
    return members;
  }
}
