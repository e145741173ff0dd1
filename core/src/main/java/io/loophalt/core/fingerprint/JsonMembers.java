package io.loophalt.core.fingerprint;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Takes members out of arguments as a model wrote them, for the rules that read words.
 *
 * <p>What is no JSON object stays as it is, and one that is cut off is read to its end: a model
 * writes what it likes. Thread-safe.
 */
public final class JsonMembers {

  private static final int HEX_DIGITS = 4;
  private static final String CONTROLS = "bfnrt";
  private static final String CONTROL_CHARACTERS = "\b\f\n\r\t";

  private JsonMembers() {}

  /**
   * A JSON object without the members of these names; any other text as it is. O(text), allocates.
   */
  public static String without(String json, Set<String> names) {
    int at = startOfMembers(json, names);
    if (at < 0) {
      return json;
    }
    StringBuilder left = new StringBuilder("{");
    while (at < json.length()) {
      int to = endOfMember(json, at);
      String member = json.substring(at, to).strip();
      if (!member.isEmpty() && !names.contains(nameOf(member))) {
        left.append(left.length() > 1 ? "," : "").append(member);
      }
      at = after(json, to);
    }
    return left.append('}').toString();
  }

  /**
   * The texts that members of these names hold, themselves or in a list; none of what is no JSON
   * object. O(text), allocates.
   */
  public static List<String> texts(String json, Set<String> names) {
    int at = startOfMembers(json, names);
    if (at < 0) {
      return List.of();
    }
    List<String> texts = new ArrayList<>();
    while (at < json.length()) {
      int to = endOfMember(json, at);
      String member = json.substring(at, to).strip();
      int colon = member.indexOf(':', member.indexOf('"', 1));
      if (colon > 0 && names.contains(nameOf(member))) {
        addTexts(member, colon + 1, texts);
      }
      at = after(json, to);
    }
    return texts;
  }

  /** Where the first member begins; below 0 if there is none, or none is asked for. */
  private static int startOfMembers(String json, Set<String> names) {
    int at = 0;
    while (at < json.length() && Character.isWhitespace(json.charAt(at))) {
      at++;
    }
    return names.isEmpty() || at == json.length() || json.charAt(at) != '{' ? -1 : at + 1;
  }

  /** Where the next member begins, the end of the text if the object ends. */
  private static int after(String json, int member) {
    return member == json.length() || json.charAt(member) == '}' ? json.length() : member + 1;
  }

  /** Adds those of a value that is a text or a list; what stands in objects of a list is left. */
  private static void addTexts(String member, int from, List<String> into) {
    int objects = 0;
    for (int at = from; at < member.length(); at++) {
      char c = member.charAt(at);
      objects += c == '{' ? 1 : c == '}' ? -1 : 0;
      if (c == '"') {
        int end = endOfText(member, at);
        if (objects == 0) {
          into.add(unescaped(member, at + 1, end));
        }
        at = end;
      }
    }
  }

  private static int endOfText(String json, int quote) {
    int at = quote + 1;
    while (at < json.length() && json.charAt(at) != '"') {
      at += json.charAt(at) == '\\' ? 2 : 1;
    }
    return Math.min(at, json.length());
  }

  private static String unescaped(String json, int from, int to) {
    StringBuilder text = new StringBuilder(to - from);
    int at = from;
    while (at < to) {
      char c = json.charAt(at++);
      if (c != '\\' || at == to) {
        text.append(c);
        continue;
      }
      char escaped = json.charAt(at++);
      int unit = escaped == 'u' ? unitAt(json, at, to) : -1;
      if (unit >= 0) {
        text.append((char) unit);
        at += HEX_DIGITS;
      } else {
        int control = CONTROLS.indexOf(escaped);
        text.append(control < 0 ? escaped : CONTROL_CHARACTERS.charAt(control));
      }
    }
    return text.toString();
  }

  /** The character of four hexadecimal digits; below 0 if there are none. */
  private static int unitAt(String json, int from, int to) {
    int unit = from + HEX_DIGITS <= to ? 0 : -1;
    for (int at = from; unit >= 0 && at < from + HEX_DIGITS; at++) {
      char c = json.charAt(at);
      unit = Characters.isHex(c) ? unit * 16 + Character.digit(c, 16) : -1;
    }
    return unit;
  }

  /** The comma or bracket after the member that begins here, or the end of a text cut off. */
  private static int endOfMember(String json, int from) {
    int depth = 0;
    boolean inText = false;
    for (int at = from; at < json.length(); at++) {
      char c = json.charAt(at);
      if (inText) {
        at += c == '\\' ? 1 : 0;
        inText = c != '"';
      } else if (depth == 0 && (c == ',' || c == '}')) {
        return at;
      } else {
        inText = c == '"';
        depth += c == '{' || c == '[' ? 1 : c == '}' || c == ']' ? -1 : 0;
      }
    }
    return json.length();
  }

  /** The name as it is written; a model escapes nothing in names. */
  private static String nameOf(String member) {
    int end = member.startsWith("\"") ? member.indexOf('"', 1) : -1;
    return end < 0 ? "" : member.substring(1, end);
  }
}
