package io.loophalt.core.text;

import io.loophalt.core.fingerprint.Characters;
import io.loophalt.core.fingerprint.DigestList;

/**
 * What a text measures: how far two numbers are apart, as in {@code expected: <256> but was:
 * <190>}, and how long or large something is. When one of them shrinks from check to check, that is
 * progress, whatever the words around it.
 *
 * <p>Two numbers that follow each other in a line, or alone in two lines that do, have a gap, told
 * in parts of the larger one, of which there are 120; next to 0 the gap is the other number. Each
 * duration and each size is a measure of its own, told by its order of magnitude in steps of a
 * fourteenth or so, from a hundredth to a million of its unit. So what varies by chance seldom
 * moves them.
 *
 * <p>A measure is named by the words of its line and its place among them. The gap of a duration, a
 * size, or of what has a limit is named by the smaller number as well: what waits for its end, or
 * uses up what there is, comes no nearer to a goal by that.
 *
 * <p>No numbers of this kind are places in files, times of the clock, addresses, versions, ids,
 * powers of ten, and what is {@linkplain NumberMeaning numbered}, such as attempts. A duration is
 * compared with a duration only.
 *
 * <p>Of a long text the last lines are read, then the first. Not thread-safe: one for each text.
 * O(text read).
 */
public final class Measures {

  /** The most that a list gets. */
  public static final int CAPACITY = 8;

  /** The bits that say how much it is; the others name the measure. */
  public static final int AMOUNT = 255;

  /** Of the bits that name it the one that tells a duration or a size from a gap. */
  public static final int ALONE = 256;

  /** The most places that {@link #numbers} fills. */
  public static final int NUMBERS = 9;

  /** The bits of one of these that tell what it is. */
  public static final int KIND_OF_A_NUMBER = 3;

  /** It tells how long something has gone on. */
  public static final int SPAN = 1;

  /** It tells how long something took. */
  public static final int MEASURED_TIME = 2;

  /** Names the number of lines, as the words of a line name what it measures. */
  private static final int LINES = 0x2C69_6E00;

  private static final int LONGEST_WITH_NUMBERS = 4_000;
  private static final int LONGEST_WITHOUT_NUMBERS = 2_000;
  private static final String NAN = "nan";

  /** Stands for a number, or what is left out. */
  private static final char IN_PLACE = '#';

  private static final int PARTS = 120;
  private static final int STEPS_OF_A_DECADE = 32;

  /** A hundredth is the least that is told from nothing. */
  private static final int STEPS_BELOW_ONE = 2 * STEPS_OF_A_DECADE;

  /** Next to 0 so much is told exactly, and more by its order of magnitude. */
  private static final int TOLD_EXACTLY = 100;

  private static final int MOST_IN_A_LINE = 3;
  private static final int BITS_OF_ONE = 9;
  private static final int CHARS_OF_AN_END = 800;
  private static final int LONGEST_UNIT = 3;
  private static final int DIGITS_OF_A_GROUP = 3;
  private static final double DECIMAL = 10;

  /** How much of a whole is told, where all of it is so much. */
  public static final int WHOLE = 1_000_000;

  /** In place of a share, where none is told. */
  public static final int NO_SHARE = -1;

  private static final int CHARS_OF_A_STATUS = 400;
  private static final int PERCENT = 100;

  /** Lines without a number between two with one each. */
  private static final int MOST_BETWEEN = 1;

  private static final WordSet DONE = new WordSet(Vocabulary.STATES_OF_AN_ITEM_THAT_IS_DONE);

  private final String text;
  private final DigestList into;

  // Of the line at hand.
  private long words;
  private int amounts;
  private int count;
  private int numbers;
  private boolean isLimited;

  /** The smaller numbers of the gaps that are named by them as well. */
  private long limits;

  private double lastNumber;
  private boolean lastIsDuration;
  private boolean lastIsAlone;
  private int endOfLast;

  // Of the last line that had one number.
  private long wordsBefore;
  private double numberBefore;
  private boolean isDurationBefore;
  private int linesSince = MOST_BETWEEN + 1;

  private Measures(String text, DigestList into) {
    this.text = text;
    this.into = into;
  }

  /** Adds the measures of a text, each once. */
  public static void read(String text, DigestList into) {
    new Measures(text, into).read();
  }

  /** The measure of how many lines there are: of what is to be done, none is left at last. */
  public static int ofLines(int count) {
    return LINES | Math.min(AMOUNT, count);
  }

  /**
   * How much is done of what a status tells of, in parts of {@link #WHOLE}: {@code 12/480}, {@code
   * 12 of 480}, {@code 2.5 %}; {@link #NO_SHARE} if it tells no such thing. Attempts and seconds
   * are none. O(1).
   */
  public static int shareIn(String text) {
    int to = Math.min(text.length(), CHARS_OF_A_STATUS);
    for (int at = 0; at < to; at++) {
      if (!Words.isDigit(text.charAt(at))) {
        continue;
      }
      int end = Words.endOfNumber(text, at);
      boolean begins = at == 0 || " \t\n([:=|,\"'".indexOf(text.charAt(at - 1)) >= 0;
      if (begins
          && !isPlaceInABuild(text, at)
          && !NumberMeaning.isNumbered(text, at)
          && !NumberMeaning.countsAttempts(text, at, end)) {
        double part = valueIn(text, at, end);
        int next = end < to && text.charAt(end) == ' ' ? end + 1 : end;
        double whole = next < to && text.charAt(next) == '%' ? PERCENT : wholeBehind(text, end, to);
        if (whole > 0 && part <= whole) {
          return (int) (WHOLE * (part / whole));
        }
      }
      at = end;
    }
    return NO_SHARE;
  }

  /**
   * How many items of a list of things to do are done, by what stands beside them: {@code [x]},
   * {@code "status": "completed"}. O(text).
   */
  public static int itemsDoneIn(CharSequence text) {
    int done = 0;
    int length = text.length();
    int at = 0;
    while (at < length) {
      char c = text.charAt(at);
      if (c == '[' && at + 2 < length && text.charAt(at + 2) == ']') {
        done += Words.lower(text.charAt(at + 1)) == 'x' ? 1 : 0;
        at += 3;
      } else if (Character.isLetter(c)) {
        int end = at + 1;
        while (end < length && (Character.isLetter(text.charAt(end)) || text.charAt(end) == '_')) {
          end++;
        }
        done += DONE.has(text, at, end) && isState(text, at, end) ? 1 : 0;
        at = end;
      } else {
        done += "✓✔✅".indexOf(c) >= 0 ? 1 : 0;
        at++;
      }
    }
    return done;
  }

  /**
   * Whether a word stands where a list has the state of an item, as in {@code "status": "done"},
   * {@code "done": true} and {@code [done]}, and not in a sentence or as the name of a member.
   */
  private static boolean isState(CharSequence text, int from, int to) {
    int behind = afterMarks(text, to, text.length());
    int ends = to;
    while (ends < behind && text.charAt(ends) != ':' && text.charAt(ends) != '=') {
      ends++;
    }
    if (ends < behind) {
      return Words.regionMatches(text, behind, "true");
    }
    int before = from - 1;
    while (before >= 0 && " \"'".indexOf(text.charAt(before)) >= 0) {
      before--;
    }
    return before >= 0 && ":=[(：（".indexOf(text.charAt(before)) >= 0;
  }

  /** The number behind a slash or a word for a whole, with nothing but that in between; or 0. */
  private static double wholeBehind(String text, int from, int to) {
    int at = afterMarks(text, from, to);
    int word = Words.endOfWord(text, at, to);
    boolean slash = from < to && text.charAt(from) == '/';
    if (!slash && (at == from || !NumberMeaning.WHOLES.has(text, at, word))) {
      return 0;
    }
    int number = slash ? from + 1 : afterMarks(text, word, to);
    int end = number < to ? Words.endOfNumber(text, number) : number;
    boolean isNone =
        end == number
            || (end < text.length() && "/-:".indexOf(text.charAt(end)) >= 0)
            || NumberMeaning.countsAttempts(text, number, end)
            || NumberMeaning.isDuration(text, end);
    return isNone ? 0 : valueIn(text, number, end);
  }

  private static int afterMarks(CharSequence text, int from, int to) {
    int at = from;
    while (at < to && " =:,\"".indexOf(text.charAt(at)) >= 0) {
      at++;
    }
    return at;
  }

  private static double valueIn(CharSequence text, int from, int to) {
    double value = 0;
    double unit = 1;
    boolean fraction = false;
    for (int at = from; at < to; at++) {
      if (text.charAt(at) == '.') {
        fraction = true;
      } else {
        unit = fraction ? unit / DECIMAL : unit;
        value =
            fraction
                ? value + (text.charAt(at) - '0') * unit
                : value * DECIMAL + (text.charAt(at) - '0');
      }
    }
    return value;
  }

  /**
   * Adds a digest of the words of a text, and behind it its numbers, each as the bits of a {@code
   * float}, of which the last two tell its kind; {@code 3m5s} is one number of seconds. Left out
   * are times of the clock, UUIDs, hexadecimal numbers, and what is made of letters and digits in
   * quick change. Adds nothing for a text of more than 4,000 characters, or with more than eight
   * numbers, or none.
   */
  public static void numbers(String text, DigestList into) {
    int length = text.length();
    into.clear();
    if (length > LONGEST_WITH_NUMBERS) {
      return;
    }
    into.add(0);
    Measures reader = new Measures(text, into);
    reader.words = Words.EMPTY;
    int at = 0;
    while (at < length) {
      at = reader.afterWordOrNumber(at, length);
    }
    if (into.size() == 1 || into.isCut()) {
      into.clear();
    } else {
      into.set(0, LineDigests.folded(reader.words));
    }
  }

  /**
   * Whether at least half of the lines of a short text, and two at least, have {@code nan} where a
   * number is expected: nothing was measured. O(text), of which 2,000 characters at most.
   */
  public static boolean areNoNumbers(String text) {
    int length = Math.min(text.length(), LONGEST_WITHOUT_NUMBERS);
    int lines = 0;
    int without = 0;
    int start = 0;
    while (start < length) {
      int end = text.indexOf('\n', start);
      end = end < 0 ? length : Math.min(end, length);
      lines += end > start ? 1 : 0;
      without += holdsNaN(text, start, end) ? 1 : 0;
      start = end + 1;
    }
    return without > 1 && 2 * without >= lines;
  }

  private static boolean holdsNaN(String text, int from, int to) {
    for (int at = from; at + NAN.length() <= to; at++) {
      int end = at + NAN.length();
      if (Words.lower(text.charAt(at)) == 'n'
          && Words.regionMatches(text, at, NAN)
          && (at == from || !Character.isLetterOrDigit(text.charAt(at - 1)))
          && (end == to || !Character.isLetterOrDigit(text.charAt(end)))) {
        return true;
      }
    }
    return false;
  }

  private int afterWordOrNumber(int at, int to) {
    char c = text.charAt(at);
    boolean name = Words.isDigit(c) || Character.isLetter(c);
    if (!name) {
      words = c <= ' ' ? words : Words.mix(words, c);
      return at + 1;
    }
    int moment = Words.isDigit(c) ? endOfMoment(at) : at;
    if (moment > at) {
      words = Words.mix(words, IN_PLACE);
      return moment;
    }
    int end = at;
    int changes = 0;
    while (end < to && Character.isLetterOrDigit(text.charAt(end))) {
      boolean digit = Words.isDigit(text.charAt(end));
      changes += end > at && digit != Words.isDigit(text.charAt(end - 1)) ? 1 : 0;
      end++;
    }
    double seconds = NumberMeaning.secondsOfSpan(text, at, end);
    if (seconds >= 0) {
      words = Words.mix(words, IN_PLACE);
      addNumber(seconds, SPAN);
      return end;
    }
    int unchosen = LineDigests.endOfUnchosen(text, at, end, to, endOfLast);
    if (changes > 1 || unchosen > at) {
      words = Words.mix(words, IN_PLACE);
      endOfLast = Math.max(end, unchosen);
      return endOfLast;
    }
    if (!Words.isDigit(c)) {
      words = Words.mix(words, text, at, end);
      return end;
    }
    return afterPlainNumber(at, to);
  }

  private void addNumber(double value, int kind) {
    into.add((Float.floatToIntBits((float) value) & ~KIND_OF_A_NUMBER) | kind);
  }

  private int endOfMoment(int at) {
    int end = TimestampScanner.dateTime(text, at);
    return end < 0 ? TimestampScanner.clock(text, at) : end;
  }

  private int afterPlainNumber(int at, int to) {
    int end = at;
    while (end < to && (Words.isDigit(text.charAt(end)) || joins(end, to))) {
      end++;
    }
    end = endOfValue(at, end);
    words = Words.mix(words, IN_PLACE);
    if (!NumberMeaning.isEpoch(text, at)) {
      int kind = NumberMeaning.isDuration(text, end) ? kindOfDuration(at, end) : 0;
      addNumber(isNegative(at) ? -valueOf(at, end) : valueOf(at, end), kind);
    }
    return Math.max(end, at + 1);
  }

  private int kindOfDuration(int at, int end) {
    int unit = text.charAt(end) == ' ' ? end + 1 : end;
    int endOfUnit = Words.endOfWord(text, unit, text.length());
    return LineDigests.isUnit(text, at, unit, endOfUnit) ? MEASURED_TIME : SPAN;
  }

  private void read() {
    int length = text.length();
    int tail = length - CHARS_OF_AN_END;
    lines(tail <= 0 ? 0 : text.indexOf('\n', tail) + 1, length);
    if (tail > 0 && !into.isFull()) {
      linesSince = MOST_BETWEEN + 1;
      lines(0, Math.min(tail, CHARS_OF_AN_END));
    }
  }

  /** Reads whole lines; nothing of a text without any that ends there. */
  private void lines(int from, int to) {
    int start = from;
    while (start < to) {
      int end = text.indexOf('\n', start);
      line(start, end < 0 ? text.length() : Math.min(end, start + CHARS_OF_AN_END));
      start = end < 0 ? to : end + 1;
    }
  }

  private void line(int from, int to) {
    words = Words.EMPTY;
    amounts = 0;
    count = 0;
    numbers = 0;
    isLimited = false;
    limits = 0;
    int at = LineDigests.afterSeconds(text, from, to);
    while (at < to) {
      char c = text.charAt(at);
      if (Words.isDigit(c)) {
        at = afterNumbers(at, to);
      } else if (Character.isLetter(c)) {
        at = afterDigitsOfName(afterWord(at, to), to);
      } else {
        at++;
      }
    }
    for (int i = 0; i < count; i++) {
      int amount = amounts >>> (i * BITS_OF_ONE);
      add(((amount & ALONE) == 0 ? words ^ limits : words) + i, amount);
    }
    if (numbers == 1) {
      if (linesSince <= MOST_BETWEEN && isDurationBefore == lastIsDuration) {
        add(words ^ (wordsBefore * 31), gap(numberBefore, lastNumber));
      }
      wordsBefore = words;
      numberBefore = lastNumber;
      isDurationBefore = lastIsDuration;
      linesSince = 0;
    } else {
      linesSince = numbers == 0 ? linesSince + 1 : MOST_BETWEEN + 1;
    }
  }

  private void add(long named, int amount) {
    int name = (LineDigests.folded(named) & -(1 << BITS_OF_ONE)) | (amount & ALONE);
    if (isNamed(name)) {
      return;
    }
    if (into.isFull()) {
      into.removeFirst(); // What stands at the end is worth more.
    }
    into.add(name | (amount & AMOUNT));
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

  private int afterWord(int at, int to) {
    int end = Words.endOfWord(text, at, to);
    isLimited |= NumberMeaning.saysLimit(text, at, end);
    for (int i = at; i < end; i++) {
      words = Words.mix(words, Characters.fold(text.charAt(i)));
    }
    return Math.max(end, at + 1);
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
    if (!isUnitOrNone(end, to) || isPowerOfTen(end, to)) {
      return afterAll(end, to);
    }
    int slash = slashIn(at, end);
    if (slash == end) {
      number(at, end, end);
    } else if (!isPlaceInABuild(text, at)
        && endOfValue(at, slash) == slash
        && endOfValue(slash + 1, end) == end) {
      number(at, slash, end);
      number(slash + 1, end, end);
    }
    return end;
  }

  /** {@code [38/47] Linking app}: how far a build has got, in whatever order it goes. */
  private static boolean isPlaceInABuild(CharSequence text, int at) {
    if (at == 0 || text.charAt(at - 1) != '[' || (at > 1 && text.charAt(at - 2) != '\n')) {
      return false;
    }
    int end = at;
    while (end < text.length() && (Words.isDigit(text.charAt(end)) || text.charAt(end) == '/')) {
      end++;
    }
    return end + 1 < text.length() && text.charAt(end) == ']' && text.charAt(end + 1) == ' ';
  }

  /** The first one of the numbers, their end if there is none: never the rest of a long text. */
  private int slashIn(int at, int to) {
    int slash = at;
    while (slash < to && text.charAt(slash) != '/') {
      slash++;
    }
    return slash;
  }

  /** {@code 3.2e-05}. */
  private boolean isPowerOfTen(int at, int to) {
    return at + 2 < to
        && Words.lower(text.charAt(at)) == 'e'
        && "+-".indexOf(text.charAt(at + 1)) >= 0
        && Words.isDigit(text.charAt(at + 2));
  }

  /** The rest of what is no number: {@code 0m3.512s}, {@code 3.2e-05}, {@code 0x1f}. */
  private int afterAll(int at, int to) {
    int end = at;
    while (end < to
        && (Character.isLetterOrDigit(text.charAt(end))
            || text.charAt(end) == '_'
            || isPowerOfTen(end - 1, to)
            || joins(end, to))) {
      end++;
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
    boolean duration = NumberMeaning.isDuration(text, endOfAll);
    if (endOfValue(at, end) < end
        || (duration && lastIsDuration && numbers > 0 && at - endOfLast <= 1)
        || NumberMeaning.isPlace(text, at, endOfAll)
        || NumberMeaning.isNumbered(text, at)
        || NumberMeaning.countsAttempts(text, at, endOfAll)
        || NumberMeaning.isEpoch(text, at)
        || NumberMeaning.isProcessOfLog(text, end)
        || NumberMeaning.isThreadOfLog(text, at)
        || (text.startsWith("..", end) && LineDigests.isMeasuredTime(text, at, end))) {
      return;
    }
    double number = isNegative(at) ? -valueOf(at, end) : valueOf(at, end);
    boolean alone =
        duration
            || NumberMeaning.isSize(text, endOfAll)
            || NumberMeaning.isMeasure(text, at)
            || isMeasuredTime(at, end);
    if (numbers > 0 && lastIsDuration == duration) {
      add(gap(lastNumber, number));
      if (alone || lastIsAlone || isLimited || hasLimit(endOfAll)) {
        limits ^= Double.doubleToLongBits(Math.min(number, lastNumber));
      }
    }
    if (alone) {
      double magnitude = STEPS_OF_A_DECADE * Math.log10(number) + STEPS_BELOW_ONE;
      add(ALONE | (int) Math.min(AMOUNT, Math.max(0, magnitude)));
    }
    numbers++;
    lastNumber = number;
    lastIsDuration = duration;
    lastIsAlone = alone;
    int unit = endOfAll < text.length() && text.charAt(endOfAll) == ' ' ? endOfAll + 1 : endOfAll;
    endOfLast = Words.endOfWord(text, unit, text.length());
  }

  /** {@code time=12.3}, or the end of a range, {@code time=0.02..41.7}. */
  private boolean isMeasuredTime(int at, int end) {
    if (!text.startsWith("..", at - 2)) {
      return LineDigests.isMeasuredTime(text, at, end);
    }
    int start = at - 2;
    while (start > 0 && (Words.isDigit(text.charAt(start - 1)) || text.charAt(start - 1) == '.')) {
      start--;
    }
    return LineDigests.isMeasuredTime(text, start, at - 2);
  }

  /** {@code 12 warnings, 100 allowed}: the word behind the last number. */
  private boolean hasLimit(int end) {
    int at = end;
    while (at < text.length() && text.charAt(at) == ' ') {
      at++;
    }
    int endOfNext = Words.endOfWord(text, at, text.length());
    return endOfNext > at && NumberMeaning.saysLimit(text, at, endOfNext);
  }

  private boolean isNegative(int at) {
    return at > 0
        && text.charAt(at - 1) == '-'
        && (at == 1 || " \t(<[{:=,\"'".indexOf(text.charAt(at - 2)) >= 0);
  }

  private static int gap(double one, double other) {
    double larger = Math.max(Math.abs(one), Math.abs(other));
    if (one != 0 && other != 0) {
      return (int) Math.ceil(PARTS * Math.min(2, Math.abs(one - other) / larger));
    }
    double beyond =
        larger > TOLD_EXACTLY ? STEPS_OF_A_DECADE * Math.log10(larger / TOLD_EXACTLY) : 0;
    return (int) Math.min(AMOUNT, Math.ceil(Math.min(larger, TOLD_EXACTLY) + beyond));
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
    while (at < to && (Words.isDigit(text.charAt(at)) || isBetweenGroups(from, at, to))) {
      at++;
    }
    if (at < to && (text.charAt(at) == '.' || isDecimalComma(from, at))) {
      at++;
      while (at < to && Words.isDigit(text.charAt(at))) {
        at++;
      }
    }
    return at;
  }

  /** {@code 0,85}: the first comma, and no group of three behind it, or nothing before it. */
  private boolean isDecimalComma(int from, int at) {
    if (text.charAt(at) != ',' || text.indexOf(',', from) != at) {
      return false;
    }
    int end = at + 1;
    while (end < text.length() && Words.isDigit(text.charAt(end))) {
      end++;
    }
    boolean nothing = at == from + 1 && text.charAt(from) == '0';
    return end > at + 1 && (nothing || end - at - 1 != DIGITS_OF_A_GROUP);
  }

  private boolean isBetweenGroups(int from, int at, int to) {
    if (text.charAt(at) != ',' || isDecimalComma(from, at)) {
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
      if (c == '.' || (c == ',' && isDecimalComma(from, i))) {
        unit = 1;
      } else if (c != ',') {
        unit /= DECIMAL;
        value = unit > 0 ? value + (c - '0') * unit : value * DECIMAL + (c - '0');
      }
    }
    return value;
  }
}
