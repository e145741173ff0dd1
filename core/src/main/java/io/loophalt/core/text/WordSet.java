package io.loophalt.core.text;

import io.loophalt.core.fingerprint.Characters;

/**
 * The words and phrases of one list of {@code src/main/languages}, of all languages together, made
 * into a trie when the project is built: how many words a list has makes no difference to the time
 * that a look takes.
 *
 * <p>A word of a script that is written without blanks ({@link Characters#isUnspaced}) needs no
 * border behind it. Thread-safe; allocates nothing after construction; a look reads no more
 * characters than the longest entry has.
 */
final class WordSet {

  static final int NONE = -1;

  // What the packed form is, is told at VocabularyWriter, which makes it.
  private static final int CASE_COUNTS = 0;
  private static final int LONGEST = 1;
  private static final int FIRST_INITIAL = 2;
  private static final int INITIALS = 3;
  private static final int TABLE = 4;
  private static final int CHILDREN = 0xFFF;
  private static final int ENDS = 0x1000;

  private final char[] packed;
  private final boolean caseCounts;
  private final int longest;
  private final int firstInitial;
  private final int initials;

  /**
   * @param packed a constant of {@code Vocabulary}
   */
  WordSet(String packed) {
    this.packed = packed.toCharArray();
    this.caseCounts = this.packed[CASE_COUNTS] != 0;
    this.longest = this.packed[LONGEST];
    this.firstInitial = this.packed[FIRST_INITIAL];
    this.initials = this.packed[INITIALS];
  }

  /** Whether this range is one of the words, or begins with one that needs no border. */
  boolean has(CharSequence text, int from, int to) {
    int node = from < to ? root(text.charAt(from)) : 0;
    for (int at = from + 1; node != 0; at++) {
      if ((packed[node] & ENDS) != 0 && (at == to || Characters.isUnspaced(text.charAt(at - 1)))) {
        return true;
      }
      node = at < to ? child(node, text.charAt(at)) : 0;
    }
    return false;
  }

  /** Whether this range is one of the words, or holds one that needs no border. */
  boolean isIn(CharSequence text, int from, int to) {
    if (has(text, from, to)) {
      return true;
    }
    for (int at = from + 1; at < to; at++) {
      if (Characters.isUnspaced(text.charAt(at)) && has(text, at, to)) {
        return true;
      }
    }
    return false;
  }

  /** Whether this range is one of the words, or ends with one that needs no border. */
  boolean endsIn(CharSequence text, int from, int to) {
    if (endOf(text, from, to) == to) {
      return true;
    }
    for (int at = Math.max(from + 1, to - longest); at < to; at++) {
      if (Characters.isUnspaced(text.charAt(at)) && endOf(text, at, to) == to) {
        return true;
      }
    }
    return false;
  }

  /** Whether any word of the text, split at what is neither letter nor digit, is one of these. */
  boolean isAnywhereIn(CharSequence text) {
    return isAnywhereIn(text, 0, text.length());
  }

  /** Whether any word of the range, split at what is neither letter nor digit, is one of these. */
  boolean isAnywhereIn(CharSequence text, int from, int to) {
    int at = from;
    while (at < to) {
      if (!Characters.isLetterOrDigit(text.charAt(at))) {
        at++;
        continue;
      }
      int end = at;
      while (end < to && Characters.isLetterOrDigit(text.charAt(end))) {
        end++;
      }
      if (isIn(text, at, end)) {
        return true;
      }
      at = end;
    }
    return false;
  }

  /** Whether one of the entries begins here, whatever follows it. */
  boolean startsAt(CharSequence text, int at) {
    return endBeyond(text, at, at) != NONE;
  }

  /** Whether one of the entries ends here, whatever precedes it. */
  boolean endsAt(CharSequence text, int end) {
    for (int at = Math.max(0, end - longest); at < end; at++) {
      if (endOf(text, at, end) == end) {
        return true;
      }
    }
    return false;
  }

  /** Whether one of the entries begins here and no letter or digit goes on with it. */
  boolean standsAt(CharSequence text, int at) {
    for (int end = endBeyond(text, at, at); end != NONE; end = endBeyond(text, at, end)) {
      if (end == text.length()
          || !Character.isLetterOrDigit(text.charAt(end))
          || Characters.isUnspaced(text.charAt(end - 1))) {
        return true;
      }
    }
    return false;
  }

  /** Where the longest entry ends that begins here and is a word of its own; {@link #NONE}. */
  int endOfWordAt(CharSequence text, int at) {
    int word = NONE;
    for (int end = endBeyond(text, at, at); end != NONE; end = endBeyond(text, at, end)) {
      boolean border =
          end == text.length()
              || !Characters.isWord(text.charAt(end))
              || Characters.isUnspaced(text.charAt(end - 1));
      word = border ? end : word;
    }
    return word;
  }

  /** Where the shortest entry ends that begins here and ends beyond a place; {@link #NONE}. */
  int endBeyond(CharSequence text, int at, int beyond) {
    int length = text.length();
    int node = at >= 0 && at < length ? root(text.charAt(at)) : 0;
    for (int end = at + 1; node != 0; end++) {
      if ((packed[node] & ENDS) != 0 && end > beyond) {
        return end;
      }
      node = end < length ? child(node, text.charAt(end)) : 0;
    }
    return NONE;
  }

  /**
   * Marks, for each first character in ASCII, which letters in ASCII may follow it: bit {@code c &
   * 31} of the mask of the first.
   */
  void markBeginnings(int[] followers) {
    for (char first = 0; first < followers.length; first++) {
      int node = root(first);
      if (node != 0 && (packed[node] & ENDS) != 0) {
        followers[first] = -1;
      }
      for (int i = 1; node != 0 && i <= (packed[node] & CHILDREN); i++) {
        followers[first] |= 1 << packed[node + i];
      }
    }
  }

  /** Where the longest entry ends that begins here and does not go beyond a limit. */
  private int endOf(CharSequence text, int at, int limit) {
    int longestEnd = NONE;
    int node = at < limit ? root(text.charAt(at)) : 0;
    for (int end = at + 1; node != 0; end++) {
      longestEnd = (packed[node] & ENDS) != 0 ? end : longestEnd;
      node = end < limit ? child(node, text.charAt(end)) : 0;
    }
    return longestEnd;
  }

  /** The node of the first character; 0 if no entry begins with it. */
  private int root(char c) {
    char folded = folded(c);
    int initial = folded - firstInitial;
    if (initial >= 0 && initial < initials) {
      return packed[TABLE + initial];
    }
    // Nearly all text is ASCII, and no initial in ASCII is left for the others' node.
    return folded < 0x80 ? 0 : childOf(packed[TABLE + initials], folded);
  }

  private int child(int node, char c) {
    return childOf(node, folded(c));
  }

  /** The character as the trie has it. Most letters of a text are small ones already. */
  private char folded(char c) {
    return caseCounts || (c >= 'a' && c <= 'z') ? c : Characters.fold(c);
  }

  /** Children are sorted by their characters; 0 if there is none of this one. */
  private int childOf(int node, char c) {
    int children = packed[node] & CHILDREN;
    if (children == 1) {
      return packed[node + 1] == c ? packed[node + 2] : 0;
    }
    int low = node + 1;
    int high = node + children;
    while (low <= high) {
      int middle = (low + high) >>> 1;
      char found = packed[middle];
      if (found == c) {
        return packed[middle + children];
      }
      if (found < c) {
        low = middle + 1;
      } else {
        high = middle - 1;
      }
    }
    return 0;
  }
}
