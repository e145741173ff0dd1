package io.loophalt.core.text;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Writes the class {@code Vocabulary} from the word lists of the languages, when the project is
 * built; it is not in the jar. Runs before anything is compiled, so it uses nothing but the JDK.
 *
 * <p>Each list becomes a constant that {@code WordSet} reads: a trie in characters. First whether
 * case counts (0 or 1), the length of the longest entry, the first initial in ASCII and how many
 * initials the table has; the table, the place of a node for each initial; the place of the node of
 * the other initials; the nodes. A node is its head (the number of its children, and {@code 0x1000}
 * if an entry ends here), the characters of the children in order, and their places. Place 0 is
 * none.
 */
final class VocabularyWriter {

  private static final String CASE_COUNTS = " (case counts)";
  private static final int MAX_CHILDREN = 0xFFF;
  private static final int ENDS = 0x1000;
  private static final int ASCII = 0x80;

  /** Of a constant in a class file: JVM specification, 4.4.7. */
  private static final int MAX_BYTES = 0xFFFF;

  /** Define the lists; a list of another language must be one of theirs. */
  private static final List<String> DEFINING = List.of("any.words", "english.words");

  private final Map<String, WordList> lists = new LinkedHashMap<>();

  /** A list of all languages, and whether its entries are found as they are written only. */
  private record WordList(boolean caseCounts, Node entries) {}

  private static final class Node {
    final TreeMap<Character, Node> children = new TreeMap<>();
    boolean ends;
    int place;
  }

  private VocabularyWriter() {}

  /** From a folder of {@code *.words} to a folder of sources. */
  public static void main(String[] folders) throws IOException {
    VocabularyWriter writer = new VocabularyWriter();
    Path languages = Path.of(folders[0]);
    for (String defining : DEFINING) {
      writer.read(languages.resolve(defining));
    }
    try (Stream<Path> files = Files.list(languages)) {
      for (Path file : files.sorted().toList()) {
        String name = file.getFileName().toString();
        if (name.endsWith(".words") && !DEFINING.contains(name)) {
          writer.read(file);
        }
      }
    }
    Path source = Path.of(folders[1], "io", "loophalt", "core", "text", "Vocabulary.java");
    String text = writer.source();
    if (!Files.exists(source) || !Files.readString(source).equals(text)) {
      Files.createDirectories(source.getParent());
      Files.writeString(source, text);
    }
  }

  /** What a {@code WordSet} of these entries is made from. */
  static String pack(boolean caseCounts, List<String> entries) {
    WordList list = new WordList(caseCounts, new Node());
    for (String entry : entries) {
      add(list, entry);
    }
    return packed(list);
  }

  private void read(Path file) {
    boolean defines = DEFINING.contains(file.getFileName().toString());
    Set<String> seen = new HashSet<>();
    String heading = "";
    WordList list = null;
    int number = 0;
    for (String line : lines(file)) {
      number++;
      try {
        if (line.isBlank() || line.startsWith("#")) {
          continue;
        }
        if (!Character.isWhitespace(line.charAt(0))) {
          heading = line.strip();
          list = list(heading, defines);
        } else if (list == null) {
          throw new IllegalArgumentException("an entry before the name of a list");
        } else {
          for (String entry : entries(line)) {
            add(list, entry);
            if (!seen.add(heading + entry)) {
              throw new IllegalArgumentException("\"" + entry + "\" stands in this list already");
            }
          }
        }
      } catch (IllegalArgumentException e) {
        throw new IllegalArgumentException(file + ":" + number + ": " + e.getMessage(), e);
      }
    }
  }

  private static List<String> lines(Path file) {
    try {
      return Files.readAllLines(file);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + file + " as UTF-8", e);
    }
  }

  private WordList list(String heading, boolean defines) {
    if (!heading.endsWith(":")) {
      throw new IllegalArgumentException(
          "the name of a list ends with a colon, and entries stand further to the right");
    }
    String described = heading.substring(0, heading.length() - 1);
    boolean caseCounts = described.endsWith(CASE_COUNTS);
    String name =
        caseCounts ? described.substring(0, described.length() - CASE_COUNTS.length()) : described;
    WordList known = lists.get(name);
    if (known != null) {
      return known;
    }
    if (!defines) {
      throw new IllegalArgumentException("no list is called \"" + name + "\": " + lists.keySet());
    }
    WordList list = new WordList(caseCounts, new Node());
    lists.put(name, list);
    return list;
  }

  /** The entries of a line: commas between them; quotes around one with a comma or outer blank. */
  private static List<String> entries(String line) {
    List<String> entries = new ArrayList<>();
    StringBuilder entry = new StringBuilder();
    boolean quoted = false;
    for (char c : line.strip().toCharArray()) {
      if (c == '"') {
        quoted = !quoted;
        entry.append(c);
      } else if (c == ',' && !quoted) {
        entries.add(entry.toString());
        entry.setLength(0);
      } else {
        entry.append(c);
      }
    }
    if (quoted) {
      throw new IllegalArgumentException("a quote is not closed");
    }
    if (!entry.toString().isBlank()) {
      entries.add(entry.toString());
    }
    entries.replaceAll(VocabularyWriter::unquoted);
    return entries;
  }

  private static String unquoted(String entry) {
    String bare = entry.strip();
    String text =
        bare.length() > 1 && bare.startsWith("\"") && bare.endsWith("\"")
            ? bare.substring(1, bare.length() - 1)
            : bare;
    if (text.isEmpty()) {
      throw new IllegalArgumentException("an empty entry");
    }
    return text;
  }

  private static void add(WordList list, String entry) {
    Node node = list.entries;
    for (int i = 0; i < entry.length(); i++) {
      char c = entry.charAt(i);
      char key = list.caseCounts ? c : Character.toLowerCase(c);
      node = node.children.computeIfAbsent(key, absent -> new Node());
    }
    node.ends = true;
  }

  private String source() {
    StringBuilder source = new StringBuilder();
    source.append("package io.loophalt.core.text;\n\n");
    source.append("/** The word lists of src/main/languages, packed for WordSet. */\n");
    source.append("@javax.annotation.processing.Generated(\"VocabularyWriter\")\n");
    source.append("final class Vocabulary {\n");
    lists.forEach(
        (name, list) -> {
          String constant = name.toUpperCase(Locale.ROOT).replace(' ', '_').replace('-', '_');
          source.append("\n  static final String ").append(constant).append(" =\n      \"");
          for (char c : packed(list).toCharArray()) {
            source.append(escaped(c));
          }
          source.append("\";\n");
        });
    return source.append("\n  private Vocabulary() {}\n}\n").toString();
  }

  private static String escaped(char c) {
    if (c >= 0x7F) {
      return String.format("\\u%04x", (int) c);
    }
    return c < ' ' || c == '"' || c == '\\' ? String.format("\\%03o", (int) c) : String.valueOf(c);
  }

  private static String packed(WordList list) {
    List<Character> initials = new ArrayList<>();
    Node others = new Node();
    list.entries.children.forEach(
        (c, child) -> {
          if (c < ASCII) {
            initials.add(c);
          } else {
            others.children.put(c, child);
          }
        });
    char first = initials.isEmpty() ? 0 : initials.get(0);
    int count = initials.isEmpty() ? 0 : initials.get(initials.size() - 1) - first + 1;
    StringBuilder packed = new StringBuilder();
    packed.append((char) (list.caseCounts ? 1 : 0));
    packed.append((char) depth(list.entries)).append(first).append((char) count);
    int table = packed.length();
    packed.setLength(table + count + 1);
    list.entries.children.forEach(
        (initial, node) -> {
          if (initial < ASCII) {
            append(packed, node);
            packed.setCharAt(table + initial - first, (char) node.place);
          }
        });
    append(packed, others);
    packed.setCharAt(table + count, (char) others.place);
    int bytes = 0;
    for (int i = 0; i < packed.length(); i++) {
      char c = packed.charAt(i);
      bytes += c > 0 && c < ASCII ? 1 : c < 0x800 ? 2 : 3;
    }
    if (bytes > MAX_BYTES) {
      throw new IllegalArgumentException("a list is too long for a constant: " + bytes + " bytes");
    }
    return packed.toString();
  }

  private static int depth(Node node) {
    int deepest = 0;
    for (Node child : node.children.values()) {
      deepest = Math.max(deepest, 1 + depth(child));
    }
    return deepest;
  }

  private static void append(StringBuilder packed, Node node) {
    int children = node.children.size();
    if (children > MAX_CHILDREN) {
      throw new IllegalArgumentException("more than " + MAX_CHILDREN + " ways to go on");
    }
    node.place = packed.length();
    packed.append((char) (children | (node.ends ? ENDS : 0)));
    for (char c : node.children.keySet()) {
      packed.append(c);
    }
    int places = packed.length();
    packed.setLength(places + children);
    int place = places;
    for (Node child : node.children.values()) {
      append(packed, child);
      packed.setCharAt(place++, (char) child.place);
    }
  }
}
