package io.loophalt.presets;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.io.JsonStringEncoder;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.Iterator;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * The argument normalisation of the {@code agent-studio} preset: values in lower case, without
 * directories, dates, UUIDs and whole numbers; objects as compact JSON with sorted keys; the first
 * 200 characters.
 *
 * <p>Thread-safe. Linear in the length of the arguments beside the sorting of keys.
 */
final class AgentStudioArguments {

  private static final int LENGTH = 200;
  private static final ObjectMapper JSON = new ObjectMapper();

  private static final Pattern VOLATILE =
      Pattern.compile(
          "\\b\\d{4}-\\d{2}-\\d{2}"
              + "(?:[t ]\\d{2}:\\d{2}(?::\\d{2}(?:\\.\\d++)?+)?+(?:z|[+-]\\d{2}:?+\\d{2})?+)?+\\b"
              + "|\\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\\b"
              + "|\\b\\d++\\b");

  private AgentStudioArguments() {}

  /** The normalised form of arguments, given as compact JSON or plain text. */
  static String normalize(String arguments) {
    StringBuilder out = new StringBuilder(LENGTH);
    if (arguments.startsWith("{") || arguments.startsWith("[")) {
      try {
        write(JSON.readTree(arguments), out);
      } catch (JsonProcessingException plainText) {
        out.append(value(arguments));
      }
    } else {
      out.append(value(arguments));
    }
    return out.substring(0, Math.min(LENGTH, out.length()));
  }

  private static void write(JsonNode node, StringBuilder out) {
    if (out.length() >= LENGTH) {
      return;
    }
    if (node.isObject()) {
      Map<String, JsonNode> sorted = new TreeMap<>();
      node.properties().forEach(property -> sorted.put(property.getKey(), property.getValue()));
      char separator = '{';
      for (Map.Entry<String, JsonNode> property : sorted.entrySet()) {
        out.append(separator);
        quote(property.getKey(), out);
        out.append(':');
        write(property.getValue(), out);
        separator = ',';
      }
      out.append(sorted.isEmpty() ? "{}" : "}");
    } else if (node.isArray()) {
      char separator = '[';
      for (Iterator<JsonNode> elements = node.elements(); elements.hasNext(); separator = ',') {
        out.append(separator);
        write(elements.next(), out);
      }
      out.append(node.isEmpty() ? "[]" : "]");
    } else if (node.isTextual()) {
      quote(value(node.textValue()), out);
    } else if (node.isNumber()) {
      out.append(value(node.asText()));
    } else {
      out.append(node.asText());
    }
  }

  private static void quote(String text, StringBuilder out) {
    out.append('"');
    JsonStringEncoder.getInstance().quoteAsString(text, out);
    out.append('"');
  }

  private static String value(String text) {
    return VOLATILE.matcher(withoutDirectories(text.toLowerCase(Locale.ROOT))).replaceAll("");
  }

  /** Of each word only what follows its last slash. */
  private static String withoutDirectories(String text) {
    if (text.indexOf('/') < 0) {
      return text;
    }
    StringBuilder out = new StringBuilder(text.length());
    int wordStart = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '/') {
        out.setLength(wordStart);
      } else {
        out.append(c);
        if (Character.isWhitespace(c)) {
          wordStart = out.length();
        }
      }
    }
    return out.toString();
  }
}
