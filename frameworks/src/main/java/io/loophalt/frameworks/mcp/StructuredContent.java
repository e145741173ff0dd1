package io.loophalt.frameworks.mcp;

import java.util.Map;

/**
 * Whether the structured content of a result says more than its text.
 *
 * <p>MCP recommends that a server repeats the structured content in the text, as JSON, and many
 * servers word it there or wrap the text in it. Their results count by the text alone; what a text
 * that is the same each time leaves unsaid counts, too.
 */
final class StructuredContent {

  /** So many values are looked for in a text; where it says these, it says them all. */
  private static final int MOST_VALUES = 64;

  private final String text;
  private int left = MOST_VALUES;

  private StructuredContent(String text) {
    this.text = text;
  }

  /**
   * Whether a text is JSON, or each value of the structured content stands in it as a word: a text,
   * a number but zero, and true. What is empty, zero, false or null says nothing. O(text) for each
   * of the first {@value #MOST_VALUES} values.
   */
  static boolean isSaidBy(String text, Object structured) {
    return isJson(text) || new StructuredContent(text).says(structured);
  }

  private static boolean isJson(String text) {
    int from = 0;
    int to = text.length();
    while (from < to && text.charAt(from) <= ' ') {
      from++;
    }
    while (to > from && text.charAt(to - 1) <= ' ') {
      to--;
    }
    return to - from > 1
        && ((text.charAt(from) == '{' && text.charAt(to - 1) == '}')
            || (text.charAt(from) == '[' && text.charAt(to - 1) == ']'));
  }

  private boolean says(Object value) {
    if (value instanceof Map<?, ?> members) {
      return saysAll(members.values());
    }
    if (value instanceof Iterable<?> elements) {
      return saysAll(elements);
    }
    left--;
    if (value instanceof String || value instanceof Number || value instanceof Boolean) {
      String word = value.toString().strip();
      return isNothing(value, word) || hasWord(word);
    }
    return false; // of the application's, which is not asked to print itself for this
  }

  private boolean saysAll(Iterable<?> values) {
    for (Object value : values) {
      if (left > 0 && value != null && !says(value)) {
        return false;
      }
    }
    return true;
  }

  private static boolean isNothing(Object value, String word) {
    return value instanceof Number number
        ? number.doubleValue() == 0
        : word.isEmpty() || Boolean.FALSE.equals(value);
  }

  /** A word is not said by a longer one, nor a number by one of which it is a part. */
  private boolean hasWord(String word) {
    int at = text.indexOf(word);
    while (at >= 0 && (goesOn(at, -1) || goesOn(at + word.length() - 1, 1))) {
      at = text.indexOf(word, at + 1);
    }
    return at >= 0;
  }

  /** Whether the word with a character goes on behind it, or in front of it: {@code 1.5}. */
  private boolean goesOn(int at, int direction) {
    int next = at + direction;
    if (isOfNumber(at) && isPoint(next)) {
      return isOfNumber(next + direction);
    }
    return isOfWord(at) && isOfWord(next);
  }

  private boolean isOfWord(int at) {
    return at >= 0 && at < text.length() && Character.isLetterOrDigit(text.charAt(at));
  }

  private boolean isOfNumber(int at) {
    return at >= 0 && at < text.length() && Character.isDigit(text.charAt(at));
  }

  private boolean isPoint(int at) {
    return at >= 0 && at < text.length() && (text.charAt(at) == '.' || text.charAt(at) == ',');
  }
}
