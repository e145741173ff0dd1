package io.loophalt.configuration;

import io.loophalt.PrintableText;
import io.loophalt.configuration.schema.ConfigException;
import io.loophalt.configuration.schema.Quote;
import io.loophalt.configuration.schema.SourceLocation;
import io.loophalt.configuration.schema.YamlNode;
import io.loophalt.configuration.schema.YamlNode.Entry;
import io.loophalt.configuration.schema.YamlNode.Listing;
import io.loophalt.configuration.schema.YamlNode.Mapping;
import io.loophalt.configuration.schema.YamlNode.Scalar;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.error.Mark;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.events.AliasEvent;
import org.yaml.snakeyaml.events.DocumentStartEvent;
import org.yaml.snakeyaml.events.Event;
import org.yaml.snakeyaml.events.MappingEndEvent;
import org.yaml.snakeyaml.events.MappingStartEvent;
import org.yaml.snakeyaml.events.NodeEvent;
import org.yaml.snakeyaml.events.ScalarEvent;
import org.yaml.snakeyaml.events.SequenceEndEvent;
import org.yaml.snakeyaml.events.SequenceStartEvent;
import org.yaml.snakeyaml.events.StreamEndEvent;
import org.yaml.snakeyaml.parser.ParserImpl;
import org.yaml.snakeyaml.reader.ReaderException;
import org.yaml.snakeyaml.reader.StreamReader;

/**
 * Turns YAML text into nodes; the only class that touches SnakeYAML.
 *
 * <p>It reads SnakeYAML's events and not its object or node graph: no class is ever constructed by
 * name, scalars are judged by YAML 1.2 (in YAML 1.1 {@code off} is a truth value), and every limit
 * is checked here, where the place of the fault is known. Anchors and aliases work within a limit
 * on what they expand to; tags, merge keys, duplicate keys and further documents are refused.
 */
final class YamlReader {

  private static final int MAX_DEPTH = 20;
  private static final int MAX_NODES = 20_000;

  // What the mistakes found here look like when they are mended, each valid as it stands.
  private static final String SYNTAX = "tools: {\"read_*\": {effect: read}}";
  private static final String TOGETHER = "ceilings: {steps: 200, wall-clock: 10m}";
  private static final String SHARED =
      "tasks: {search: &long {ladder: {nudge: 5, halt: 10}}, review: *long}";
  private static final String NESTED = "tasks: {search: {ladder: {nudge: 5, halt: 10}}}";
  private static final String PLAIN = "mode: observe";
  private static final String ESCAPED =
      "ladder: [{at: 5, do: halt, message: \"Stop.\\nSay what is missing.\"}]";

  /** To the parser, which reads YAML 1.1; in YAML 1.2 and to people they stand inside a line. */
  private static final String LINE_ENDS_ELSEWHERE = "\u0085\u2028\u2029";

  private final String name;
  private final Variables variables;
  private final ParserImpl parser;
  private final Map<String, YamlNode> anchors = new HashMap<>();
  private int nodes;

  private YamlReader(String name, String text, Variables variables) {
    this.name = name;
    this.variables = variables;
    LoaderOptions options = new LoaderOptions();
    options.setCodePointLimit(SourceText.MAX_BYTES);
    this.parser = new ParserImpl(new StreamReader(text), options);
  }

  /**
   * The one document of a text, or null when it holds none.
   *
   * @param name the file as the user named it
   * @param variables for the values in it
   */
  static @Nullable YamlNode read(String name, String text, Variables variables) {
    for (int i = 0; i < text.length(); i++) {
      if (LINE_ENDS_ELSEWHERE.indexOf(text.charAt(i)) >= 0) {
        throw notAllowed(name, text.substring(0, i), text.charAt(i));
      }
    }
    try {
      return new YamlReader(name, text, variables).document();
    } catch (ReaderException e) {
      String before = text.substring(0, text.offsetByCodePoints(0, e.getPosition()));
      throw notAllowed(name, before, e.getCodePoint());
    } catch (MarkedYAMLException e) {
      throw notYaml(name, text, e);
    }
  }

  private static ConfigException notAllowed(String name, String before, int character) {
    return ConfigException.ofFile(
        SourceText.end(name, before),
        String.format(
            "the character U+%04X is not allowed; remove it, or write an escape in double quotes",
            character),
        ESCAPED);
  }

  private @Nullable YamlNode document() {
    parser.getEvent();
    if (parser.getEvent() instanceof StreamEndEvent) {
      return null;
    }
    YamlNode root = node(parser.getEvent(), 1);
    parser.getEvent();
    Event next = parser.getEvent();
    if (next instanceof DocumentStartEvent) {
      throw ConfigException.ofFile(
          place(next),
          "a second document begins here; a configuration is one document, and what is for one task"
              + " stands under 'tasks'",
          NESTED);
    }
    return root instanceof Scalar scalar && scalar.kind() == YamlNode.Kind.NOTHING ? null : root;
  }

  /** A value and not a key, which has no variables. */
  private YamlNode value(Event event, int depth) {
    YamlNode node = node(event, depth);
    return node instanceof Scalar scalar ? variables.in(scalar) : node;
  }

  private YamlNode node(Event event, int depth) {
    if (depth > MAX_DEPTH) {
      throw ConfigException.ofFile(
          place(event),
          "nested more than " + MAX_DEPTH + " levels deep; no setting needs that",
          NESTED);
    }
    if (event instanceof AliasEvent alias) {
      return aliased(alias);
    }
    count(event, 1);
    refuseTag(event);
    YamlNode node;
    if (event instanceof ScalarEvent scalar) {
      node = new Scalar(place(event), scalar.getValue(), !scalar.isPlain(), null);
    } else if (event instanceof SequenceStartEvent) {
      node = listing(event, depth);
    } else {
      node = mapping(event, depth);
    }
    String anchor = ((NodeEvent) event).getAnchor();
    if (anchor != null) {
      anchors.put(anchor, node);
    }
    return node;
  }

  private YamlNode aliased(AliasEvent alias) {
    YamlNode node = anchors.get(alias.getAnchor());
    if (node == null) {
      throw ConfigException.ofFile(
          place(alias),
          "no anchor "
              + Quote.of("&" + alias.getAnchor())
              + " ends before this alias; write the value out",
          SHARED);
    }
    count(alias, node.size());
    return node;
  }

  private void count(Event event, int more) {
    nodes += more;
    if (nodes > MAX_NODES) {
      throw ConfigException.ofFile(
          place(event),
          "more than "
              + MAX_NODES
              + " values, aliases written out; no configuration needs that many",
          SHARED);
    }
  }

  private void refuseTag(Event event) {
    String tag = null;
    if (event instanceof ScalarEvent scalar) {
      tag = scalar.getTag();
    } else if (event instanceof SequenceStartEvent start) {
      tag = start.getTag();
    } else if (event instanceof MappingStartEvent start) {
      tag = start.getTag();
    }
    if (tag != null) {
      throw ConfigException.ofFile(
          place(event),
          "the tag " + Quote.of(tag) + " is not allowed; write the value without it",
          PLAIN);
    }
  }

  private Listing listing(Event start, int depth) {
    List<YamlNode> items = new ArrayList<>();
    int size = 1;
    for (Event e = parser.getEvent(); !(e instanceof SequenceEndEvent); e = parser.getEvent()) {
      YamlNode item = value(e, depth + 1);
      items.add(item);
      size += item.size();
    }
    return new Listing(place(start), items, size);
  }

  private Mapping mapping(Event start, int depth) {
    List<Entry> entries = new ArrayList<>();
    Map<String, SourceLocation> seen = new HashMap<>();
    int size = 1;
    for (Event e = parser.getEvent(); !(e instanceof MappingEndEvent); e = parser.getEvent()) {
      SourceLocation place = place(e);
      String key = key(e, depth);
      SourceLocation first = seen.putIfAbsent(key, place);
      if (first != null) {
        throw new ConfigException(
            place,
            "the key "
                + Quote.of(key)
                + " is here twice, first in line "
                + first.line()
                + "; keep one of them",
            key,
            null,
            TOGETHER);
      }
      YamlNode value = value(parser.getEvent(), depth + 1);
      entries.add(new Entry(key, place, value));
      size += 1 + value.size();
    }
    return new Mapping(place(start), entries, size);
  }

  private String key(Event event, int depth) {
    if (!(node(event, depth + 1) instanceof Scalar key)) {
      throw ConfigException.ofFile(place(event), "a key must be text, not a list or keys", SYNTAX);
    }
    if (key.text().equals("<<") && !key.quoted()) {
      throw new ConfigException(
          place(event),
          "merge keys are not supported; write the settings out, or once at the top level,"
              + " from where all tasks have them",
          key.text(),
          null,
          SHARED);
    }
    return key.text();
  }

  private SourceLocation place(Event event) {
    return place(name, event.getStartMark());
  }

  private static SourceLocation place(String name, Mark mark) {
    return new SourceLocation(name, mark.getLine() + 1, mark.getColumn() + 1);
  }

  private static ConfigException notYaml(String name, String text, MarkedYAMLException e) {
    Mark mark = e.getProblemMark() == null ? e.getContextMark() : e.getProblemMark();
    SourceLocation place = mark == null ? SourceLocation.of(name) : place(name, mark);
    if (mark != null && isTab(text, mark.getIndex())) {
      return ConfigException.ofFile(
          place,
          "a tab where YAML wants spaces; indent with spaces, or write it in one line with braces",
          TOGETHER);
    }
    String problem = e.getProblem() == null ? String.valueOf(e.getContext()) : e.getProblem();
    String context = e.getProblem() == null || e.getContext() == null ? "" : " " + e.getContext();
    return ConfigException.ofFile(
        place, "not valid YAML" + context + ": " + PrintableText.of(problem), SYNTAX);
  }

  private static boolean isTab(String text, int index) {
    return index < text.codePointCount(0, text.length())
        && text.codePointAt(text.offsetByCodePoints(0, index)) == '\t';
  }
}
