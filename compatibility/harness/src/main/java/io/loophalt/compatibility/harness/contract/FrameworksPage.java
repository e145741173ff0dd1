package io.loophalt.compatibility.harness.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** What {@code docs/frameworks.md} says that can be checked. */
public final class FrameworksPage {

  private static final String BEGIN = "<!-- excuses: begin -->";
  private static final String END = "<!-- excuses: end -->";
  private static final int HEADER_LINES = 2;
  private static final int CAPABILITY = 3;

  private FrameworksPage() {}

  /** Checks that the page says what a framework is excused from and why, and nothing else. */
  public static void saysOf(String framework, List<Excuse> excuses) {
    assertThat(excuses(file()).stream().filter(row -> framework(row).equals(framework)))
        .as("what docs/frameworks.md says that '%s' cannot do, and why", framework)
        .containsExactlyElementsOf(excuses.stream().map(each -> each.row(framework)).toList());
  }

  /** The page in the folder that the build names. */
  static Path file() {
    return Path.of(System.getProperty("loophalt.docs", "")).resolve("frameworks.md");
  }

  /** The rows of the table of what frameworks are excused from. */
  static List<String> excuses(Path page) {
    List<String> lines = lines(page);
    int begin = lines.indexOf(BEGIN);
    int end = lines.indexOf(END);
    if (begin < 0 || end < begin) {
      throw new IllegalStateException(
          page + " should have a table between '" + BEGIN + "' and '" + END + "'");
    }
    return lines.subList(begin + 1, end).stream()
        .filter(line -> line.startsWith("|"))
        .skip(HEADER_LINES)
        .toList();
  }

  /** Whose row it is. */
  static String framework(String row) {
    return row.substring(1, row.indexOf('|', 1)).strip();
  }

  /** From what it is excused. */
  static String excusedFrom(String row) {
    return row.split("\\|")[CAPABILITY].strip();
  }

  private static List<String> lines(Path page) {
    try {
      return Files.readAllLines(page);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + page, e);
    }
  }
}
