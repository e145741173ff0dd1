package io.loophalt.core.policy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A pattern of {@link VolatileParts} over plain text.
 *
 * <p>Stars take all they can get and give nothing back, so that a match is found or refused in one
 * look. That, and because no pattern can name the star that is put in the place of what is left
 * out, is why leaving out twice is the same as once. Immutable.
 */
final class TextPattern {

  private static final String STAR = "*";
  private static final String ALSO_IN_A_RUN = "-_.:+/=%@~#$^!?*";

  /** What stands before, between and behind the stars; the last may be empty. */
  private final String[] words;

  /** Of the star behind each of the words, whether it is a double one. */
  private final boolean[] doubled;

  private TextPattern(List<String> words, boolean[] doubled) {
    this.words = words.toArray(new String[0]);
    this.doubled = doubled;
  }

  /**
   * Reads a pattern.
   *
   * @throws IllegalArgumentException if it can match nothing, or anything; the message says why
   */
  static TextPattern parse(String pattern) {
    if (pattern.isBlank()) {
      throw new IllegalArgumentException("a blank pattern leaves nothing out");
    }
    List<String> words = new ArrayList<>();
    boolean[] doubled = new boolean[pattern.length()];
    int from = 0;
    for (int star = pattern.indexOf('*'); star >= 0; star = pattern.indexOf('*', from)) {
      doubled[words.size()] = pattern.startsWith("**", star);
      words.add(pattern.substring(from, star));
      from = star + (pattern.startsWith("**", star) ? 2 : 1);
    }
    words.add(pattern.substring(from));
    check(pattern, words, doubled);
    return new TextPattern(words, doubled);
  }

  private static void check(String pattern, List<String> words, boolean[] doubled) {
    if (words.size() == 1) {
      throw new IllegalArgumentException(
          said(pattern)
              + " has no * for what varies; a member of JSON would be "
              + said("$." + pattern.strip()));
    }
    if (words.get(0).isBlank()) {
      throw new IllegalArgumentException(
          said(pattern) + " begins with what varies: write what stands before it, too");
    }
    for (int i = 1; i < words.size(); i++) {
      String word = words.get(i);
      if (word.isEmpty() && i < words.size() - 1) {
        throw new IllegalArgumentException(said(pattern) + " has more than two stars in a row");
      }
      if (!word.isEmpty() && takes(doubled[i - 1], word.charAt(0))) {
        throw new IllegalArgumentException(
            said(pattern)
                + " can never match: "
                + (doubled[i - 1]
                    ? "** takes the rest of the line up to a \" or \\"
                    : "* takes all letters, digits and " + ALSO_IN_A_RUN)
                + ", and so "
                + said(word.substring(0, 1))
                + ", too");
      }
    }
  }

  private static String said(String text) {
    return "'" + text + "'";
  }

  private static boolean takes(boolean doubled, char c) {
    return doubled ? isInLine(c) : isInRun(c);
  }

  private static boolean isInRun(char c) {
    return c < 0x80
        ? (c >= '0' && c <= '9')
            || (c >= 'A' && c <= 'Z')
            || (c >= 'a' && c <= 'z')
            || ALSO_IN_A_RUN.indexOf(c) >= 0
        : Character.isLetterOrDigit(c) || Character.isSurrogate(c);
  }

  /** A quote may end the JSON text in which the line stands, and a backslash the line. */
  private static boolean isInLine(char c) {
    return c != '\n' && c != '\r' && c != '"' && c != '\\';
  }

  /** The text with a star for what each pattern's stars stand for. */
  static String leaveOut(String text, TextPattern[] patterns) {
    int limit = Math.min(text.length(), VolatileParts.MOST_CHARACTERS);
    int[] next = null;
    for (int i = 0; i < patterns.length; i++) {
      int found = patterns[i].find(text, 0, limit);
      if (found < limit) {
        next = next == null ? limits(patterns.length, limit) : next;
        next[i] = found;
      }
    }
    return next == null ? text : leaveOut(text, limit, patterns, next);
  }

  private static int[] limits(int size, int limit) {
    int[] limits = new int[size];
    Arrays.fill(limits, limit);
    return limits;
  }

  /** Goes from match to match; of patterns that match at one place the first counts. */
  private static String leaveOut(String text, int limit, TextPattern[] patterns, int[] next) {
    VolatileParts.Replacing replacing = new VolatileParts.Replacing(text);
    int at = 0;
    while (true) {
      int nearest = -1;
      int begins = limit;
      for (int i = 0; i < patterns.length; i++) {
        if (next[i] < at) {
          next[i] = patterns[i].find(text, at, limit);
        }
        if (next[i] < begins) {
          nearest = i;
          begins = next[i];
        }
      }
      if (nearest < 0) {
        return replacing.whole();
      }
      if (patterns[nearest].match(text, begins, limit, null) < 0) {
        next[nearest] = patterns[nearest].find(text, begins + 1, limit);
      } else {
        at = patterns[nearest].match(text, begins, limit, replacing);
      }
    }
  }

  /** Where the first words stand next; the limit if nowhere before it. */
  private int find(String text, int from, int limit) {
    int found = text.indexOf(words[0], from);
    return found < 0 || found >= limit ? limit : found;
  }

  /**
   * Where what begins here ends, -1 if it is no match.
   *
   * @param replacing takes what is left out, null if it is only to be found
   */
  private int match(
      String text, int begins, int limit, VolatileParts.@Nullable Replacing replacing) {
    int at = begins + words[0].length();
    for (int i = 1; i < words.length; i++) {
      int end = at;
      while (end < limit && takes(doubled[i - 1], text.charAt(end))) {
        end++;
      }
      if (end <= at || !text.startsWith(words[i], end)) {
        return -1;
      }
      if (replacing != null) {
        replacing.replace(at, end, STAR);
      }
      at = end + words[i].length();
    }
    return at;
  }
}
