package io.loophalt.core.text;

import io.loophalt.core.fingerprint.DigestList;

/**
 * Reads a line that holds an object of JSON, as the tools of servers answer, by its members: one
 * more member, or an envelope around it, makes the others no news.
 *
 * <p>Thread-safe; O(line); allocates nothing.
 */
public final class ObjectMembers {

  /** A shorter object says one thing. */
  private static final int SHORTEST_OBJECT = 60;

  /** Of one thing its state says all. */
  private static final int LEAST_STATES = 2;

  private static final int LONGEST_STATE = 40;
  private static final int TIMES = 0x9E3779B1;

  // The lowest bits of the states; a board has the lowest one.
  private static final int MARKS = 3;
  private static final int WAITS = 2;

  private static final WordSet STATES = new WordSet(Vocabulary.MEMBERS_WITH_A_STATE);
  private static final WordSet WAITING = new WordSet(Vocabulary.STATES_OF_WAITING);
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

  /**
   * How many of the things in a list are in which state, such as checks and pods, in whatever order
   * they stand and whatever else is told of them: a digest that is even, 0 if fewer than two tell a
   * state in words. O(text).
   */
  public static int statesIn(String text) {
    if (text.isEmpty() || "{[".indexOf(text.charAt(0)) < 0 || TextEnds.isLong(text)) {
      return 0;
    }
    int lists = 0;
    int states = 0;
    int all = 0;
    boolean waits = false;
    int at = 0;
    while (at < text.length()) {
      char c = text.charAt(at);
      lists += c == '[' ? 1 : c == ']' ? -1 : 0;
      if (c != '"') {
        at++;
        continue;
      }
      int end = endOfString(text, at);
      boolean isName = lists > 0 && Words.regionMatches(text, end, "\":");
      if (isName && ArgumentShape.anyWordIn(text, at + 1, end, STATES)) {
        int value = startOfValue(text, end + 2);
        int valueEnd = endOfState(text, value);
        if (valueEnd > value) {
          states++;
          all += TIMES * LineDigests.folded(Words.mix(Words.EMPTY, text, value, valueEnd));
          waits |= WAITING.isAnywhereIn(text, value, valueEnd);
        }
      }
      at = end + 1;
    }
    int digest = (all & ~MARKS) == 0 ? MARKS + 1 : all & ~MARKS;
    return states < LEAST_STATES ? 0 : digest | (waits ? WAITS : 0);
  }

  /** Whether {@link #statesIn} tells that one of the things waits for something. */
  public static boolean anyWaits(int statesOrBoard) {
    return (statesOrBoard & MARKS) == WAITS;
  }

  private static int endOfString(String text, int quote) {
    int at = quote + 1;
    while (at < text.length() && text.charAt(at) != '"') {
      at += text.charAt(at) == '\\' ? 2 : 1;
    }
    return Math.min(at, text.length());
  }

  private static int startOfValue(String text, int from) {
    int at = from;
    while (at < text.length() && " \"".indexOf(text.charAt(at)) >= 0) {
      at++;
    }
    return at;
  }

  /**
   * Where a word ends, or a few, as {@code in_progress} or {@code true}; where it began if none.
   */
  private static int endOfState(String text, int from) {
    int at = from;
    while (at < text.length()
        && at - from <= LONGEST_STATE
        && (Character.isLetter(text.charAt(at))
            || (at > from && "_- ".indexOf(text.charAt(at)) >= 0))) {
      at++;
    }
    boolean ends = at < text.length() && "\",}]\n\r".indexOf(text.charAt(at)) >= 0;
    return ends ? at : from;
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
