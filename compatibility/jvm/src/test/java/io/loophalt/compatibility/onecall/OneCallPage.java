package io.loophalt.compatibility.onecall;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The part of {@code docs/one-call.md} that is written from a recording.
 *
 * @param entering from the caller to the tool
 * @param leaving from the tool to the caller, while nothing is wrong
 * @param halting the same where the run is halted
 */
record OneCallPage(CallPath entering, CallPath leaving, CallPath halting, SourceTree sources) {

  private static final String BEGIN = "<!-- recorded: begin -->\n";
  private static final String END = "<!-- recorded: end -->\n";
  private static final int WIDTH = 118;

  /** The same of the agent whose one package had the gate, runs and values. */
  private static final Map<String, String> BEFORE =
      Map.of(
          "entering", "| entering, before | 24 | 5 | 83 | 37 | 16 | 4 | 0 |",
          "leaving", "| leaving, before | 43 | 6 | 324 | 108 | 19 | 45 | 0 |",
          "a halt", "| a halt, before | 53 | 8 | 424 | 182 | 29 | 60 | 4 |");

  /** What stands between the two marks of a page. */
  static String recorded(Path page) throws IOException {
    String text = Files.readString(page);
    return text.substring(begin(page, text), end(page, text));
  }

  /** Puts the text between the two marks of a page. */
  static void replace(Path page, String recorded) throws IOException {
    String text = Files.readString(page);
    Files.writeString(
        page, text.substring(0, begin(page, text)) + recorded + text.substring(end(page, text)));
  }

  private static int begin(Path page, String text) {
    return found(page, text, BEGIN) + BEGIN.length();
  }

  private static int end(Path page, String text) {
    return found(page, text, END);
  }

  private static int found(Path page, String text, String mark) {
    int at = text.indexOf(mark);
    if (at < 0) {
      throw new IllegalStateException(page + " should have a line " + mark.strip());
    }
    return at;
  }

  /** What is to stand there. */
  String text() {
    List<String> lines = new ArrayList<>();
    lines.add("");
    lines.add(
        "| | files | packages | changes of file | changes of package | calls down | calls back |"
            + " events told |");
    lines.add("|---|---:|---:|---:|---:|---:|---:|---:|");
    figures(lines, "entering", entering);
    figures(lines, "leaving", leaving);
    figures(lines, "a halt", halting);

    Set<String> known = new HashSet<>();
    lines.add("");
    lines.add("### Entering: from the caller to the tool");
    list(lines, entering.files(), known);
    lines.add("");
    lines.add("### Leaving: from the tool to the caller");
    list(lines, leaving.files(), known);
    lines.add("");
    lines.add("### What a halt enters besides");
    List<String> besides = new ArrayList<>(halting.files());
    besides.removeAll(leaving.files());
    list(lines, besides, known);
    lines.add("");
    return String.join("\n", lines);
  }

  private static void figures(List<String> lines, String name, CallPath path) {
    lines.add(BEFORE.get(name));
    lines.add(path.row(name + ", now"));
  }

  /** By module; what a class does is said where it comes first. */
  private void list(List<String> lines, List<String> files, Set<String> known) {
    Map<String, List<String>> byModule = new LinkedHashMap<>();
    for (String file : files) {
      byModule.computeIfAbsent(sources.moduleOf(file), module -> new ArrayList<>()).add(file);
    }
    byModule.forEach(
        (module, types) -> {
          lines.add("");
          lines.add("In `" + module + "`:");
          lines.add("");
          for (String type : types) {
            String name = "- `" + type.replaceFirst("^io\\.loophalt\\.", "") + "`";
            lines.addAll(
                wrapped(known.add(type) ? name + ": " + sources.firstSentence(type) : name));
          }
        });
  }

  private static Collection<String> wrapped(String item) {
    List<String> lines = new ArrayList<>();
    StringBuilder line = new StringBuilder();
    for (String word : item.split(" ")) {
      if (line.length() + 1 + word.length() > WIDTH) {
        lines.add(line.toString());
        line.setLength(0);
        line.append(' ');
      }
      line.append(line.length() == 0 ? "" : " ").append(word);
    }
    lines.add(line.toString());
    return lines;
  }
}
