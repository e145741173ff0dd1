package io.loophalt.core.fingerprint;

import java.util.Set;

/**
 * Takes members out of arguments as a model wrote them, for the rules that read words.
 *
 * <p>What is no JSON object stays as it is, and one that is cut off is read to its end: a model
 * writes what it likes. Thread-safe.
 */
public final class JsonMembers {

  private JsonMembers() {}

  /**
   * A JSON object without the members of these names; any other text as it is. O(text), allocates.
   */
  public static String without(String json, Set<String> names) {
    int at = 0;
    while (at < json.length() && Character.isWhitespace(json.charAt(at))) {
      at++;
    }
    if (names.isEmpty() || at == json.length() || json.charAt(at) != '{') {
      return json;
    }
    StringBuilder left = new StringBuilder("{");
    int from = at + 1;
    while (from < json.length()) {
      int to = endOfMember(json, from);
      String member = json.substring(from, to).strip();
      if (!member.isEmpty() && !names.contains(nameOf(member))) {
        left.append(left.length() > 1 ? "," : "").append(member);
      }
      if (to == json.length() || json.charAt(to) == '}') {
        break;
      }
      from = to + 1;
    }
    return left.append('}').toString();
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
    int end = member.charAt(0) == '"' ? member.indexOf('"', 1) : -1;
    return end < 0 ? "" : member.substring(1, end);
  }
}
