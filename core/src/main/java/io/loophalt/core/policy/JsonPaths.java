package io.loophalt.core.policy;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The paths of {@link VolatileParts} into JSON.
 *
 * <p>All steps of all paths stand in a row, and a set of them, in the bits of a number, says how
 * far the paths have come at a place of a document: so one pass follows them all. Immutable.
 */
final class JsonPaths {

  /** Of the bits of a number all but one. */
  private static final int MOST_STEPS = 63;

  /** The bit that says that some path ends at a place. */
  private static final long ENDED = Long.MIN_VALUE;

  private static final int ANY_ELEMENT = -1;
  private static final int NO_ELEMENT = -2;

  /** What is left out becomes a text of this. */
  private static final String STAR = "\"*\"";

  /**
   * A step of a path.
   *
   * @param name of the member it leads to, null for any or for an element
   * @param element position of the element that it leads to, or one of the numbers above
   * @param anywhere whether it may begin at any place below
   * @param last whether the path ends with it
   */
  private record Step(@Nullable String name, int element, boolean anywhere, boolean last) {

    boolean leadsToAMember() {
      return name != null || element == ANY_ELEMENT;
    }
  }

  private final Step[] steps;

  /** The first step of each path. */
  private final long begin;

  /** Those that may begin at any place below. */
  private final long anywhere;

  private JsonPaths(List<Step> steps, long begin) {
    this.steps = steps.toArray(new Step[0]);
    this.begin = begin;
    long deep = 0;
    for (int i = 0; i < this.steps.length; i++) {
      deep |= this.steps[i].anywhere() ? 1L << i : 0;
    }
    this.anywhere = deep;
  }

  /** Puts paths together. */
  static final class Builder {

    private final List<Step> steps = new ArrayList<>();
    private long begin;

    /**
     * Adds a path.
     *
     * @throws IllegalArgumentException if it is none; the message says why
     */
    void add(String path) {
      List<Step> own = new PathParser(path).steps();
      if (steps.size() + own.size() > MOST_STEPS) {
        throw new IllegalArgumentException(
            "the paths of one tool have more than " + MOST_STEPS + " steps in all");
      }
      begin |= 1L << steps.size();
      steps.addAll(own);
    }

    @Nullable JsonPaths build() {
      return steps.isEmpty() ? null : new JsonPaths(steps, begin);
    }
  }

  /** Reads one path. */
  private static final class PathParser {

    private final String path;
    private int at = 1;

    PathParser(String path) {
      this.path = path;
    }

    List<Step> steps() {
      List<Step> steps = new ArrayList<>();
      if (path.length() == 1) {
        throw wrong("leads to the whole; to leave a tool out is 'ignore: true'");
      }
      while (at < path.length()) {
        steps.add(step());
      }
      return steps;
    }

    private Step step() {
      boolean deep = path.startsWith("..", at);
      if (path.charAt(at) == '[') {
        return bracket(false);
      }
      if (path.charAt(at) != '.') {
        throw wrong("has neither . nor [ before '" + path.substring(at) + "'");
      }
      at += deep ? 2 : 1;
      if (deep && at < path.length() && path.charAt(at) == '[') {
        return bracket(true);
      }
      int end = at;
      while (end < path.length() && ".[]'\"()".indexOf(path.charAt(end)) < 0) {
        end++;
      }
      String name = path.substring(at, end).strip();
      if (name.isEmpty()) {
        throw wrong("has no name where one must be, after '" + path.substring(0, at) + "'");
      }
      at = end;
      return name.equals("*") ? new Step(null, ANY_ELEMENT, deep, isLast()) : member(name, deep);
    }

    private Step member(String name, boolean deep) {
      if (name.indexOf('*') >= 0) {
        throw wrong("has a * inside the name '" + name + "'; it stands for a whole name only");
      }
      return new Step(name, NO_ELEMENT, deep, isLast());
    }

    private boolean isLast() {
      return at == path.length();
    }

    private Step bracket(boolean deep) {
      int close = closing();
      String inside = path.substring(at + 1, close).strip();
      at = close + 1;
      if (inside.equals("*")) {
        return new Step(null, ANY_ELEMENT, deep, isLast());
      }
      if (inside.length() > 2
          && (inside.charAt(0) == '\'' || inside.charAt(0) == '"')
          && inside.charAt(inside.length() - 1) == inside.charAt(0)) {
        return member(inside.substring(1, inside.length() - 1), deep);
      }
      if (inside.isEmpty()
          || inside.length() > 6
          || !inside.chars().allMatch(PathParser::isDigit)) {
        throw wrong(
            "has ["
                + inside
                + "], and in brackets can be *, a position from 0, or a name in quotes");
      }
      return new Step(null, Integer.parseInt(inside), deep, isLast());
    }

    private static boolean isDigit(int c) {
      return c >= '0' && c <= '9';
    }

    private int closing() {
      char quote = at + 1 < path.length() ? path.charAt(at + 1) : ' ';
      int from = at;
      if (quote == '\'' || quote == '"') {
        from = path.indexOf(quote, at + 2);
      }
      int close = from < 0 ? -1 : path.indexOf(']', from);
      if (close < 0) {
        throw wrong("has a [ without its ]");
      }
      return close;
    }

    private IllegalArgumentException wrong(String why) {
      return new IllegalArgumentException(
          String.format(Locale.ROOT, "the path '%s' %s", path, why));
    }
  }

  /** The text with a star for what the paths lead to. */
  String leaveOut(String text) {
    int limit = Math.min(text.length(), VolatileParts.MOST_CHARACTERS);
    int from = nextDocument(text, 0, limit);
    return from < 0 ? text : new Reader(text, from, limit).leaveOut();
  }

  /** Where a brace or bracket stands next, or begins a later line; -1 if none does. */
  private static int nextDocument(String text, int from, int limit) {
    int at = from;
    while (at >= 0 && at < limit) {
      while (at < limit && text.charAt(at) <= ' ') {
        at++;
      }
      if (at < limit && (text.charAt(at) == '{' || text.charAt(at) == '[')) {
        return at;
      }
      at = text.indexOf('\n', at);
    }
    return -1;
  }

  /** Those steps that have still to be taken in a member of this name. */
  private long intoMember(long open, String text, int from, int to) {
    long next = open & anywhere;
    for (long left = open; left != 0; left &= left - 1) {
      int i = Long.numberOfTrailingZeros(left);
      Step step = steps[i];
      String name = step.name();
      boolean fits =
          name == null
              ? step.leadsToAMember()
              : name.length() == to - from
                  && text.regionMatches(/* ignoreCase= */ true, from, name, 0, name.length());
      next |= fits ? taken(i) : 0;
    }
    return next;
  }

  /** Those steps that have still to be taken in an element at this position. */
  private long intoElement(long open, int position) {
    long next = open & anywhere;
    for (long left = open; left != 0; left &= left - 1) {
      int i = Long.numberOfTrailingZeros(left);
      int element = steps[i].element();
      next |= element == ANY_ELEMENT || element == position ? taken(i) : 0;
    }
    return next;
  }

  private long taken(int i) {
    return steps[i].last() ? ENDED : 1L << (i + 1);
  }

  /** Passes over the documents of a text. It stops at the first thing that is no JSON. */
  private final class Reader {

    /** Deeper nesting is not read: the pass is recursive, and the caller's stack is not ours. */
    private static final int MAX_NESTING = 128;

    private final String text;
    private final int limit;
    private final VolatileParts.Replacing replacing;
    private int at;

    Reader(String text, int from, int limit) {
      this.text = text;
      this.limit = limit;
      this.at = from;
      this.replacing = new VolatileParts.Replacing(text);
    }

    String leaveOut() {
      while (at >= 0 && value(begin, 0)) {
        at = nextDocument(text, at, limit);
      }
      return replacing.whole();
    }

    /** Passes over a value; false if there is none, or the text ends before it does. */
    private boolean value(long open, int depth) {
      skipBlanks();
      if (at >= limit || depth > MAX_NESTING) {
        return false;
      }
      return switch (text.charAt(at)) {
        case '{' -> object(open, depth);
        case '[' -> array(open, depth);
        case '"' -> string();
        default -> scalar();
      };
    }

    private boolean object(long open, int depth) {
      at++;
      if (next('}')) {
        return true;
      }
      do {
        skipBlanks();
        int name = at + 1;
        if (at >= limit || text.charAt(at) != '"' || !string()) {
          return false;
        }
        long inside = open == 0 ? 0 : intoMember(open, text, name, at - 1);
        if (!next(':') || !inside(inside, depth)) {
          return false;
        }
      } while (next(','));
      return next('}');
    }

    private boolean array(long open, int depth) {
      at++;
      if (next(']')) {
        return true;
      }
      int position = 0;
      do {
        if (!inside(open == 0 ? 0 : intoElement(open, position++), depth)) {
          return false;
        }
      } while (next(','));
      return next(']');
    }

    private boolean inside(long open, int depth) {
      if ((open & ENDED) == 0) {
        return value(open, depth + 1);
      }
      skipBlanks();
      int from = at;
      boolean whole = value(0, depth + 1);
      if (whole) {
        replacing.replace(from, at, STAR);
      }
      return whole;
    }

    private boolean string() {
      for (int i = at + 1; i < limit; i++) {
        char c = text.charAt(i);
        if (c == '"') {
          at = i + 1;
          return true;
        }
        if (c == '\n' || c == '\r') {
          return false;
        }
        i += c == '\\' ? 1 : 0;
      }
      return false;
    }

    private boolean scalar() {
      int from = at;
      while (at < limit && isInScalar(text.charAt(at))) {
        at++;
      }
      return at > from && at < limit;
    }

    private boolean next(char expected) {
      skipBlanks();
      boolean there = at < limit && text.charAt(at) == expected;
      at += there ? 1 : 0;
      return there;
    }

    private void skipBlanks() {
      while (at < limit && text.charAt(at) <= ' ') {
        at++;
      }
    }
  }

  private static boolean isInScalar(char c) {
    return (c >= '0' && c <= '9')
        || (c >= 'a' && c <= 'z')
        || (c >= 'A' && c <= 'Z')
        || c == '-'
        || c == '+'
        || c == '.';
  }
}
