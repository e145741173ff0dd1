package io.loophalt.extension.reflect;

import java.util.Collection;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Writes as JSON what a framework keeps as maps and lists, such as the answer of a tool: so it
 * reads as the same answer does that comes as a text, by the names and values of its members.
 *
 * <p>Maps and collections in their order, texts, numbers and verdicts; anything else is a text, by
 * its {@code toString}. What is nested deeper than {@value #MOST_LEVELS} levels is left out, and
 * what follows on {@value #MOST_CHARACTERS} characters. O(text).
 */
public final class JsonText {

  private static final int MOST_LEVELS = 32;
  private static final int MOST_CHARACTERS = 1 << 20;

  private final StringBuilder json = new StringBuilder();

  private JsonText() {}

  /**
   * The value as JSON; a text that is all of it stands without quotes.
   *
   * @throws ApplicationException with what the value, or something in it, has thrown
   */
  public static String of(@Nullable Object value) {
    if (value == null) {
      return "";
    }
    try {
      if (!(value instanceof Map || value instanceof Collection)) {
        return value.toString();
      }
      JsonText text = new JsonText();
      text.append(value, 0);
      return text.json.toString();
    } catch (Throwable theirs) {
      throw ApplicationException.of("reading a " + value.getClass().getName(), theirs);
    }
  }

  private void append(@Nullable Object value, int level) {
    if (value == null || level > MOST_LEVELS) {
      json.append("null");
    } else if (value instanceof Map<?, ?> members) {
      appendMembers(members, level);
    } else if (value instanceof Collection<?> elements) {
      appendElements(elements, level);
    } else if (value instanceof Number || value instanceof Boolean) {
      json.append(value);
    } else {
      quote(value.toString());
    }
  }

  private void appendMembers(Map<?, ?> members, int level) {
    json.append('{');
    String comma = "";
    for (Map.Entry<?, ?> member : members.entrySet()) {
      if (json.length() > MOST_CHARACTERS) {
        break;
      }
      json.append(comma);
      quote(String.valueOf(member.getKey()));
      json.append(':');
      append(member.getValue(), level + 1);
      comma = ",";
    }
    json.append('}');
  }

  private void appendElements(Collection<?> elements, int level) {
    json.append('[');
    String comma = "";
    for (Object element : elements) {
      if (json.length() > MOST_CHARACTERS) {
        break;
      }
      json.append(comma);
      append(element, level + 1);
      comma = ",";
    }
    json.append(']');
  }

  private void quote(String text) {
    json.append('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '"' -> json.append("\\\"");
        case '\\' -> json.append("\\\\");
        case '\n' -> json.append("\\n");
        case '\r' -> json.append("\\r");
        case '\t' -> json.append("\\t");
        default -> json.append(c);
      }
    }
    json.append('"');
  }
}
