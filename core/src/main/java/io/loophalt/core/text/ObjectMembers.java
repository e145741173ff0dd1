package io.loophalt.core.text;

import io.loophalt.core.fingerprint.DigestList;

/**
 * Reads a line that holds an object of JSON, as the tools of servers answer, by its members: one
 * more member, or an envelope around it, makes the others no news.
 *
 * <p>Thread-safe; O(line); allocates nothing.
 */
final class ObjectMembers {

  /** A shorter object says one thing. */
  private static final int SHORTEST_OBJECT = 60;

  private static final WordSet ID = new WordSet(Vocabulary.ARGUMENTS_WITH_AN_ID);

  private ObjectMembers() {}

  /** A line that holds a whole object, as the tools of servers answer. */
  static boolean areIn(String text, int from, int to) {
    if (to - from < SHORTEST_OBJECT) {
      return false;
    }
    char first = text.charAt(from);
    char last = text.charAt(to - 1);
    return (first == '{' && last == '}')
        || (first == '[' && last == ']' && text.charAt(from + 1) == '{');
  }

  /**
   * Reads the members of objects in a line as lines of their own, and the lines in their strings;
   * where one ends, brackets belong to none. A list of numbers, such as a board of a game, says one
   * thing.
   *
   * @param cursors whether places are read from which a next call may go on
   * @return whether such a place was left out
   */
  static boolean read(
      String text, int from, int to, int how, boolean cursors, int most, DigestList into) {
    boolean leftOut = false;
    int start = from;
    boolean inString = false;
    long arrays = 0; // a bit for each open bracket, that of the innermost lowest
    char before = 0;
    int at = from;
    while (at < to && into.size() < most) {
      char c = text.charAt(at);
      if (c == '\\') {
        if (inString && at + 1 < to && text.charAt(at + 1) == 'n') {
          leftOut |= readMember(text, start, at, how, cursors, into);
          start = at + 2;
        }
        at++;
      } else if (c == '"') {
        inString = !inString;
      } else if (!inString) {
        if (c == '[' || c == '{') {
          arrays = (arrays << 1) | (c == '[' ? 1 : 0);
        } else if (c == ']' || c == '}') {
          arrays >>>= 1;
        } else if (c == ',' && ((arrays & 1) == 0 || before == '}' || before == '"')) {
          leftOut |= readMember(text, start, at, how, cursors, into);
          start = at + 1;
        }
      }
      before = c == ' ' ? before : c;
      at++;
    }
    if (at >= to) {
      leftOut |= readMember(text, start, to, how, cursors, into);
    }
    return leftOut;
  }

  /** Whether it was left out, because it is a place. */
  private static boolean readMember(
      String text, int from, int to, int how, boolean cursors, DigestList into) {
    int start = from;
    int end = to;
    while (start < end && "{[ ".indexOf(text.charAt(start)) >= 0) {
      start++;
    }
    while (end > start && "}] ".indexOf(text.charAt(end - 1)) >= 0) {
      end--;
    }
    int name = endOfName(text, start, end);
    if (!cursors && name > 0 && ArgumentShape.isCursor(text, start + 1, name)) {
      return true;
    }
    boolean named = name > 0 && !ID.has(text, LineDigests.startOfWord(text, name), name);
    LineDigests.readLine(text, start, end, how, named, into);
    return false;
  }

  /** Where the name of a member ends; 0 if it has none. */
  private static int endOfName(String text, int from, int to) {
    if (from >= to || text.charAt(from) != '"') {
      return 0;
    }
    int end = text.indexOf('"', from + 1);
    return end < 0 || end + 1 >= to || text.charAt(end + 1) != ':' ? 0 : end;
  }
}
