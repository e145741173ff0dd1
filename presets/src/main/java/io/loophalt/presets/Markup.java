package io.loophalt.presets;

import java.util.regex.Pattern;

/**
 * The mark-up that gemini-cli looks for in a text, by its patterns as observed.
 *
 * <p>Two of them are odd and kept: list items with a dash are none, and a text of nothing but
 * capitals or digits is a divider. Thread-safe. Linear in the length of the text.
 */
final class Markup {

  private static final String FENCE = "```";

  private static final Pattern BLOCK_START =
      Pattern.compile(
          "(?:^|\\n)[ \\t\\r\\f\\x0B]*+(?:\\|.*\\||[|+-]{3}|[*+]\\s|\\d++\\.\\s)"
              + "|(?:^|\\n)(?:#++|>)\\s");

  private Markup() {}

  /** How many code fences there are. */
  static int codeFences(String text) {
    int fences = 0;
    for (int at = text.indexOf(FENCE); at >= 0; at = text.indexOf(FENCE, at + FENCE.length())) {
      fences++;
    }
    return fences;
  }

  /** Whether a table line, list item, heading or quote begins anywhere. */
  static boolean startsBlock(String text) {
    return BLOCK_START.matcher(text).find();
  }

  /** Whether there is nothing but line-drawing characters, capitals and digits among them. */
  static boolean isDivider(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      boolean drawn = (c >= '+' && c <= '_') || c == '*' || (c >= '\u2500' && c <= '\u257F');
      if (!drawn) {
        return false;
      }
    }
    return true;
  }
}
