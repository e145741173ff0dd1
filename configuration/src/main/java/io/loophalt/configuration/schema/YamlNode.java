package io.loophalt.configuration.schema;

import io.loophalt.configuration.Variables;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A YAML document without YAML: scalars, lists and mappings, each with its place. */
public sealed interface YamlNode {

  /** Where it begins. */
  SourceLocation place();

  /** Nodes in it and below it, itself included, what aliases stand for counted each time. */
  int size();

  /** How a person would call it, such as {@code the number 5} or {@code a list}. */
  String described();

  /**
   * What a scalar is by the core schema of YAML 1.2, in which {@code off} and {@code no} are text.
   */
  enum Kind {
    NOTHING,
    TRUTH,
    INTEGER,
    DECIMAL,
    TEXT
  }

  /**
   * A single value.
   *
   * @param text as written, without quotes
   * @param quoted whether it was quoted or a block, which makes it text whatever it looks like; one
   *     with variables in it is text, too
   * @param withVariables what is written in the file, if the text has values of {@link Variables}
   *     in it; else null
   */
  record Scalar(SourceLocation place, String text, boolean quoted, @Nullable String withVariables)
      implements YamlNode {

    /** The text, for a message: without the values of variables. */
    String shown() {
      String written = withVariables;
      return written == null ? text : written;
    }

    public Kind kind() {
      if (quoted) {
        return Kind.TEXT;
      }
      return switch (text) {
        case "", "~", "null", "Null", "NULL" -> Kind.NOTHING;
        case "true", "True", "TRUE", "false", "False", "FALSE" -> Kind.TRUTH;
        default -> numberOrText();
      };
    }

    private Kind numberOrText() {
      int i = text.charAt(0) == '-' || text.charAt(0) == '+' ? 1 : 0;
      int whole = digits(i);
      i += whole;
      if (whole > 0 && i == text.length()) {
        return Kind.INTEGER;
      }
      int fraction = 0;
      if (i < text.length() && text.charAt(i) == '.') {
        fraction = digits(i + 1);
        i += 1 + fraction;
      }
      if (whole + fraction == 0) {
        return Kind.TEXT;
      }
      if (i < text.length() && (text.charAt(i) == 'e' || text.charAt(i) == 'E')) {
        i++;
        i += i < text.length() && (text.charAt(i) == '-' || text.charAt(i) == '+') ? 1 : 0;
        int exponent = digits(i);
        i = exponent == 0 ? -1 : i + exponent;
      }
      return i == text.length() ? Kind.DECIMAL : Kind.TEXT;
    }

    private int digits(int from) {
      int to = from;
      while (to < text.length() && text.charAt(to) >= '0' && text.charAt(to) <= '9') {
        to++;
      }
      return to - from;
    }

    @Override
    public int size() {
      return 1;
    }

    @Override
    public String described() {
      return switch (kind()) {
        case NOTHING -> "left empty";
        case TRUTH -> text;
        case INTEGER, DECIMAL -> "the number " + (text.length() > 30 ? Quote.of(text) : text);
        case TEXT -> shown().isEmpty() ? "an empty text" : "the text " + Quote.of(shown());
      };
    }
  }

  /** Values in a row. */
  record Listing(SourceLocation place, List<YamlNode> items, int size) implements YamlNode {

    @Override
    public String described() {
      return "a list";
    }
  }

  /** Keys and values in the order of the file, no key twice. */
  record Mapping(SourceLocation place, List<Entry> entries, int size) implements YamlNode {

    @Override
    public String described() {
      return "keys with values";
    }
  }

  /** One key and its value. */
  record Entry(String key, SourceLocation place, YamlNode value) {

    /** The key as a value; text whatever it looks like. */
    Scalar keyAsText() {
      return new Scalar(place, key, true, null);
    }
  }
}
