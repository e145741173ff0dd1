package io.loophalt.demo;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The commands of {@code docs/operations.md} and what the page shows of their output. */
final class OperationsPage {

  /** The process id of the page's demo. */
  static final String PID = "5104";

  private static final String PROMPT = "$ ";
  private static final String LEFT_OUT = "...";

  private static final Pattern BLOCK = Pattern.compile("```\\w*\\n(.*?)```", Pattern.DOTALL);
  private static final Pattern IN_A_LINE = Pattern.compile("`(loophalt [^`]+)`");
  private static final Pattern CHANGE = Pattern.compile("With `(.+?)` in place of `(.+?)`");

  private final String text;

  private OperationsPage(String text) {
    this.text = text;
  }

  static OperationsPage read(Path page) throws IOException {
    return new OperationsPage(Files.readString(page));
  }

  /** A command, and what it prints. */
  record Shown(String command, List<String> output) {

    /** Whether a command has printed the same but for what differs from one demo to the next. */
    boolean isLike(List<String> printed) {
      List<String> shown = shapes(output);
      List<String> seen = shapes(printed);
      int leftOut = shown.indexOf(LEFT_OUT);
      if (leftOut < 0) {
        return shown.equals(seen);
      }
      int after = shown.size() - leftOut - 1;
      return seen.size() >= shown.size() - 1
          && seen.subList(0, leftOut).equals(shown.subList(0, leftOut))
          && seen.subList(seen.size() - after, seen.size())
              .equals(shown.subList(leftOut + 1, shown.size()));
    }

    /** The heads of its tables. */
    List<String> heads() {
      return output.stream().filter(OperationsPage::isHead).toList();
    }

    /** What a table has in its rows has no order; a head stays what it is. */
    private static List<String> shapes(List<String> lines) {
      Stream<String> shapes =
          lines.stream().map(line -> isHead(line) ? line : OperationsPage.shape(line));
      return (lines.stream().anyMatch(OperationsPage::isHead) ? shapes.sorted() : shapes).toList();
    }
  }

  /** A line without its numbers, times and digests, and with one blank where there are several. */
  static String shape(String line) {
    String rest =
        line.startsWith("action ") ? line.replaceAll("\\b[0-9a-f]{6}\\b", "DIGEST") : line;
    return rest.replaceAll("\\d{4}-\\d\\d-\\d\\dT[\\d:.]+Z", "TIME")
        .replaceAll("\\b\\d+/\\d+( (nudge|escalate|halt))?", "NEAR")
        .replaceAll("\\b\\d+[smhd]\\b", "AGE")
        .replaceAll("(?<= )/\\S+", "PATH")
        // Two of them are stuck, and shown as such; which the others are changes.
        .replaceAll("ticket-(?![23]\\b)\\d+", "ticket")
        .replaceAll("(?<!ticket-)\\d+", "N")
        .replaceAll(" +", " ")
        // Nothing is near yet where a run has done nothing since it began or was reset.
        .replaceAll(" - AGE$", " NEAR AGE");
  }

  /** Heads of tables are in capitals. */
  static boolean isHead(String line) {
    return line.matches("[A-Z]+( +[A-Z]+)+");
  }

  /** The lines of the block at the top, without what they are for. */
  List<String> atTheTop() {
    return BLOCK
        .matcher(text)
        .results()
        .findFirst()
        .orElseThrow()
        .group(1)
        .lines()
        .map(line -> line.replaceAll(" +#.*", ""))
        .toList();
  }

  /** What stands under a heading with a prompt, in order. */
  List<Shown> shown(String heading) {
    List<Shown> shown = new ArrayList<>();
    for (String block : blocks(heading)) {
      for (String line : block.lines().toList()) {
        if (line.startsWith(PROMPT)) {
          shown.add(new Shown(line.substring(PROMPT.length()), new ArrayList<>()));
        } else if (block.startsWith(PROMPT) && !line.isEmpty()) {
          shown.get(shown.size() - 1).output().add(line);
        }
      }
    }
    return shown;
  }

  /** The lines of the blocks under a heading that have no prompt. */
  List<String> printed(String heading) {
    return blocks(heading).stream()
        .filter(block -> !block.startsWith(PROMPT))
        .flatMap(String::lines)
        .toList();
  }

  /** The commands in the running text under a heading. */
  List<String> inTheText(String heading) {
    return IN_A_LINE
        .matcher(BLOCK.matcher(section(heading)).replaceAll(""))
        .results()
        .map((MatchResult each) -> each.group(1))
        .toList();
  }

  /** What the reader is told to change in the configuration: what for what. */
  List<String> change(String heading) {
    MatchResult change = CHANGE.matcher(section(heading)).results().findFirst().orElseThrow();
    return List.of(change.group(2), change.group(1));
  }

  /** The names of the commands in the first column of the table under a heading. */
  List<String> commandsInTheTable(String heading) {
    return section(heading)
        .lines()
        .filter(line -> line.startsWith("| `"))
        .map(line -> line.substring(0, line.indexOf('|', 1)))
        .flatMap(cell -> Pattern.compile("`(\\w+)").matcher(cell).results())
        .map(name -> name.group(1))
        .toList();
  }

  private List<String> blocks(String heading) {
    return BLOCK.matcher(section(heading)).results().map(each -> each.group(1)).toList();
  }

  private String section(String heading) {
    int begin = text.indexOf("\n## " + heading + '\n');
    if (begin < 0) {
      throw new IllegalStateException("docs/operations.md has no section '" + heading + "'");
    }
    int end = text.indexOf("\n## ", begin + 1);
    return text.substring(begin, end < 0 ? text.length() : end);
  }
}
