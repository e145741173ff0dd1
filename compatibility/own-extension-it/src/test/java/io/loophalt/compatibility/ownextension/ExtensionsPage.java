package io.loophalt.compatibility.ownextension;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The page {@code docs/extensions.md}, as someone reads it who follows it. */
final class ExtensionsPage {

  private static final Path FILE = Path.of("../../docs/extensions.md");

  /** A block of code below the name of its file, which may come in parts. */
  private static final Pattern NAMED =
      Pattern.compile("(?ms)^`([^`\n]+)`(, part \\d+ of \\d+)?:\n\n```\\w+\n(.*?)^```$");

  private static final Pattern BLOCK = Pattern.compile("(?ms)^```(\\w+)\n(.*?)^```$");

  /** A command, and right below it what it prints. */
  private static final Pattern COMMAND =
      Pattern.compile("(?ms)^```shell\n([^\n]+)\n```\n(?:\n```text\n(.*?)^```$)?");

  private static final String COMMANDS_OF_THE_PROJECT = "\n## 6. ";

  /**
   * A command of the page.
   *
   * @param line what is typed
   * @param printed the lines that it prints; none if the page shows none
   */
  record Command(String line, List<String> printed) {}

  private ExtensionsPage() {}

  /** The files of the page in full, by their paths in the folder of the project. */
  static Map<String, String> files() {
    Map<String, String> files = new TreeMap<>();
    Matcher named = NAMED.matcher(text());
    while (named.find()) {
      files.merge(named.group(1), named.group(3), (before, part) -> before + '\n' + part);
    }
    return files;
  }

  /** All blocks of code in a language, whether they are parts of files or not. */
  static List<String> blocks(String language) {
    return BLOCK
        .matcher(text())
        .results()
        .filter(block -> block.group(1).equals(language))
        .map(block -> block.group(2))
        .toList();
  }

  /** What is typed in the folder of the project, in this order. */
  static List<Command> commands() {
    String page = text();
    return COMMAND
        .matcher(page)
        .region(page.indexOf(COMMANDS_OF_THE_PROJECT), page.length())
        .results()
        .map(
            command ->
                new Command(
                    command.group(1),
                    command.group(2) == null ? List.of() : command.group(2).lines().toList()))
        .toList();
  }

  private static String text() {
    try {
      return Files.readString(FILE);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + FILE, e);
    }
  }
}
