package io.loophalt.core.text;

import io.loophalt.core.fingerprint.Characters;
import io.loophalt.core.fingerprint.DigestList;

/**
 * What a text measures: how far two numbers are apart, as in {@code expected: <256> but was:
 * <190>}, and how long or large something is. When one of them shrinks from check to check, that is
 * progress, whatever the words around it.
 *
 * <p>Each two numbers that follow each other in a line have a gap, told in fiftieths of the larger
 * number. Each duration and each size is a measure of its own, told by its order of magnitude in
 * steps of a seventh or so. So what varies by chance seldom moves them. A measure is named by the
 * words of its line and its place among them.
 *
 * <p>No numbers of this kind are places in files, times of the clock, addresses, versions, ids, and
 * what is {@linkplain NumberMeaning numbered}, such as attempts. A duration is compared with a
 * duration only.
 *
 * <p>Of a long text the last lines are read, then the first. Not thread-safe: one for each text.
 * O(text read).
 */
public final class Measures {

  /** The most that a list gets. */
  public static final int CAPACITY = 8;

  /** The bits that say how much it is; the others name the measure. */
  public static final int AMOUNT = 127;

  /** Of the bits that name it the one that tells a duration or a size from a gap. */
  public static final int ALONE = 128;

  private static final int PARTS = 50;
  private static final int STEPS_OF_A_DECADE = 16;

  /** A hundredth is the least that is told from nothing. */
  private static final int STEPS_BELOW_ONE = 2 * STEPS_OF_A_DECADE;

  private static final int MOST_IN_A_LINE = 4;
  private static final int BITS_OF_ONE = 8;
  private static final int CHARS_OF_AN_END = 800;
  private static final int LONGEST_UNIT = 3;
  private static final int DIGITS_OF_A_GROUP = 3;
  private static final double DECIMAL = 10;

  private final String text;
  private final DigestList into;

  // Of the line at hand.
  private long words;
  private int amounts;
  private int count;
  private boolean anyNumber;
  private double lastNumber;
  private boolean lastIsDuration;

  private Measures(String text, DigestList into) {
    this.text = text;
    this.into = into;
  }

  /** Adds the measures of a text, each once. */
  public static void read(String text, DigestList into) {
    new Measures(text, into).read();
  }

  private void read() {
    int end = text.length();
    int tail = Math.max(0, end - CHARS_OF_AN_END);
    while (end > tail && !into.isFull()) {
      int start = Math.max(tail, text.lastIndexOf('\n', end - 1) + 1);
      if (start > tail || tail == 0) {
        line(start, end);
      }
      end = start - 1;
    }
    int head = Math.min(tail, CHARS_OF_AN_END);
    for (int start = 0; start < head && !into.isFull(); ) {
      int next = text.indexOf('\n', start);
      int lineEnd = next < 0 ? text.length() : next;
      line(start, Math.min(lineEnd, start + CHARS_OF_AN_END));
      start = lineEnd + 1;
    }
  }

  private void line(int from, int to) {
    words = Words.EMPTY;
    amounts = 0;
    count = 0;
    anyNumber = false;
    int at = from;
    while (at < to) {
      char c = text.charAt(at);
      if (Words.isDigit(c)) {
        at = afterNumbers(at, to);
      } else if (Character.isLetter(c)) {
        words = Words.mix(words, Characters.fold(c));
        at = afterDigitsOfName(at + 1, to);
      } else {
        at++;
      }
    }
    for (int i = 0; i < count; i++) {
      int amount = amounts >>> (i * BITS_OF_ONE);
      int name = (LineDigests.folded(words + i) & -(1 << BITS_OF_ONE)) | (amount & ALONE);
      if (!isNamed(name)) {
        into.add(name | (amount & AMOUNT));
      }
    }
  }

  /** Whether another line of the text has the same words: the first that was read counts. */
  private boolean isNamed(int name) {
    for (int i = 0; i < into.size(); i++) {
      if ((into.get(i) & ~AMOUNT) == name) {
        return true;
      }
    }
    return false;
  }

  /** {@code p95}, {@code utf8}: a part of a name. */
  private int afterDigitsOfName(int at, int to) {
    int end = at;
    while (end < to && Words.isDigit(text.charAt(end))) {
      end++;
    }
    return end;
  }

  /** Reads a number, or two with a slash between them, and skips what is more than that. */
  private int afterNumbers(int at, int to) {
    int end = at + 1;
    while (end < to && (Words.isDigit(text.charAt(end)) || joins(end, to))) {
      end++;
    }
    if (!isUnitOrNone(end, to)) {
      return Math.max(end, endOfName(end, to));
    }
    int slash = text.indexOf('/', at);
    if (slash < 0 || slash >= end) {
      number(at, end, end);
    } else if (endOfValue(at, slash) == slash && endOfValue(slash + 1, end) == end) {
      number(at, slash, end);
      number(slash + 1, end, end);
    }
    return end;
  }

  private boolean joins(int at, int to) {
    return ".,/:-".indexOf(text.charAt(at)) >= 0
        && at + 1 < to
        && Words.isDigit(text.charAt(at + 1));
  }

  private boolean isUnitOrNone(int at, int to) {
    int end = endOfName(at, to);
    for (int i = at; i < end; i++) {
      if (!Character.isLetter(text.charAt(i))) {
        return false;
      }
    }
    return end - at <= LONGEST_UNIT || Characters.isUnspaced(text.charAt(at));
  }

  private int endOfName(int at, int to) {
    int end = at;
    while (end < to && (Character.isLetterOrDigit(text.charAt(end)) || text.charAt(end) == '_')) {
      end++;
    }
    return end;
  }

  private void number(int at, int end, int endOfAll) {
    if (endOfValue(at, end) < end
        || NumberMeaning.isPlace(text, at, endOfAll)
        || NumberMeaning.isNumbered(text, at)
        || NumberMeaning.countsAttempts(text, at, endOfAll)
        || NumberMeaning.isEpoch(text, at)
        || NumberMeaning.isProcessOfLog(text, end)
        || NumberMeaning.isThreadOfLog(text, at)) {
      return;
    }
    double number = valueOf(at, end);
    boolean duration = NumberMeaning.isDuration(text, endOfAll);
    if (anyNumber && lastIsDuration == duration && (number > 0 || lastNumber > 0)) {
      double gap = Math.abs(number - lastNumber) / Math.max(number, lastNumber);
      add((int) Math.ceil(PARTS * gap));
    }
    if (duration || NumberMeaning.isSize(text, endOfAll)) {
      int magnitude = (int) (STEPS_OF_A_DECADE * Math.log10(number)) + STEPS_BELOW_ONE;
      add(ALONE | Math.min(AMOUNT, Math.max(0, magnitude)));
    }
    anyNumber = true;
    lastNumber = number;
    lastIsDuration = duration;
  }

  private void add(int amount) {
    if (count < MOST_IN_A_LINE) {
      amounts |= amount << (count * BITS_OF_ONE);
      count++;
    }
  }

  /** Where digits end that have commas between groups of three, and one fraction at most. */
  private int endOfValue(int from, int to) {
    int at = from;
    while (at < to && (Words.isDigit(text.charAt(at)) || isBetweenGroups(at, to))) {
      at++;
    }
    if (at < to && text.charAt(at) == '.') {
      at++;
      while (at < to && Words.isDigit(text.charAt(at))) {
        at++;
      }
    }
    return at;
  }

  private boolean isBetweenGroups(int at, int to) {
    if (text.charAt(at) != ',') {
      return false;
    }
    int end = at + 1;
    while (end < to && Words.isDigit(text.charAt(end))) {
      end++;
    }
    return end - at - 1 == DIGITS_OF_A_GROUP;
  }

  private double valueOf(int from, int to) {
    double value = 0;
    double unit = 0;
    for (int i = from; i < to; i++) {
      char c = text.charAt(i);
      if (c == '.') {
        unit = 1;
      } else if (c != ',') {
        unit /= DECIMAL;
        value = unit > 0 ? value + (c - '0') * unit : value * DECIMAL + (c - '0');
      }
    }
    return value;
  }
}
