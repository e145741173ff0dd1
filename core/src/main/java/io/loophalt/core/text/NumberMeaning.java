package io.loophalt.core.text;

import io.loophalt.core.fingerprint.Characters;

/**
 * Tells by what stands around a number in the text of a failure what the number says: how many
 * failures there are, or only which occurrence this is. Thread-safe; allocates nothing; looks no
 * further than a fixed number of characters.
 */
final class NumberMeaning {

  private static final WordSet COUNTED = new WordSet(Vocabulary.COUNTED_THINGS);

  /** Of {@code s}, {@code m}, {@code h} and {@code d}. */
  private static final int[] SECONDS_OF_A_UNIT = {1, 60, 3_600, 86_400};

  private static final WordSet TIME_UNITS = new WordSet(Vocabulary.UNITS_OF_TIME);
  private static final WordSet SIZE_UNITS = new WordSet(Vocabulary.UNITS_OF_SIZE);

  /** A number after one of these says only which occurrence it is. */
  private static final WordSet NUMBERED = new WordSet(Vocabulary.NUMBERED_THINGS);

  /** As in {@code Main.scala:12}. */
  private static final int LONGEST_EXTENSION = 5;

  private static final WordSet MEASURES = new WordSet(Vocabulary.NAMES_OF_A_MEASURE);

  private static final WordSet ATTEMPT = new WordSet(Vocabulary.ATTEMPT);
  private static final WordSet ATTEMPTS = new WordSet(Vocabulary.ATTEMPTS);
  private static final WordSet LEFT = new WordSet(Vocabulary.WORDS_FOR_LEFT);
  private static final WordSet NUMBER_WORDS = new WordSet(Vocabulary.WORDS_FOR_NUMBER);
  private static final WordSet LINE = new WordSet(Vocabulary.WORDS_FOR_A_LINE);
  private static final WordSet BEHIND_A_LINE = new WordSet(Vocabulary.BEHIND_THE_NUMBER_OF_A_LINE);

  private static final WordSet LIMITS = new WordSet(Vocabulary.WORDS_FOR_A_LIMIT);

  /** Words in the names of a pool's threads; items that are tried have other names. */
  private static final WordSet POOL_THREADS = new WordSet(Vocabulary.NAMES_OF_POOL_THREADS);

  static final WordSet WHOLES = new WordSet(Vocabulary.WORDS_FOR_A_WHOLE);
  private static final String BETWEEN_NAME_AND_RATE = ".: =";
  private static final String BEHIND_A_COUNT = ",;)|]}\n\t，；。、）";
  private static final String BETWEEN_CELLS = "|\t ";
  private static final String BETWEEN_COUNTS = ",;:()[]|\t\n";
  private static final int LONGEST_ROW = 300;
  private static final int MOST_ROWS = 30;

  private static final String BETWEEN_NAME_AND_NUMBER = " _-:=#.\"'([";
  private static final int LONGEST_BETWEEN = 4;
  private static final int LONGEST_WORD_FOR_A_LINE = 20;
  private static final int LONGEST_PATH = 300;
  private static final int LONGEST_THREAD = 60;
  private static final int DIGITS_OF_SECONDS = 10;
  private static final int DIGITS_OF_MILLISECONDS = 13;

  private NumberMeaning() {}

  /**
   * Whether the number behind a failure word, or those below it in a table, say that there was
   * none, or how often it was: {@code errors 0}, {@code error count: 0}, {@code failed: 0.02%}. Of
   * a state, such as {@code ErrImagePull 0}, they say nothing.
   */
  static boolean countsNone(CharSequence text, int at, int end, int to) {
    if (isRate(text, at, end, to)) {
      return true;
    }
    int none = afterNone(text, end, to);
    return none < 0 ? headsAColumnOfNone(text, at, end, to) : !isCountedBefore(text, at, none, to);
  }

  /**
   * {@code http_req_failed....: 0.02%}: a rate that is measured under a name says of no call that
   * it failed, unless all did. {@code Upload failed: 37%} tells of a failure.
   */
  private static boolean isRate(CharSequence text, int at, int end, int to) {
    boolean ofAName =
        (at > 0 && text.charAt(at - 1) == '_') || Words.regionMatches(text, end, "..");
    if (!ofAName) {
      return false;
    }
    int value = end;
    while (value < to && BETWEEN_NAME_AND_RATE.indexOf(text.charAt(value)) >= 0) {
      value++;
    }
    int after = value > end ? Words.endOfNumber(text, value) : value;
    if (after == value || after >= to || text.charAt(after) != '%') {
      return false;
    }
    int next = afterBlanks(text, after + 1, to);
    boolean all = Words.regionMatches(text, value, "100");
    return !all && !(next < to && Character.isLetter(text.charAt(next)));
  }

  /** Where a 0 ends that follows; -1 if none does. */
  private static int afterNone(CharSequence text, int end, int to) {
    int value = afterBlanks(text, end, to);
    boolean joined = value == end && Characters.isUnspaced(text.charAt(end - 1));
    boolean apart = value == end + 1 || joined;
    int word = Words.endOfWord(text, value, to);
    if (value > end && WHOLES.has(text, value, word)) {
      value = word;
      while (value < to && " :=".indexOf(text.charAt(value)) >= 0) {
        value++;
      }
    }
    int number = apart ? afterZero(text, value, to) : -1;
    return number >= 0 && isAllOfACount(text, number, to) ? number : -1;
  }

  /**
   * Whether a 0 is all that is told of its name: nothing follows, or another name with its number.
   * In {@code assertion failed: 0 != 1} and {@code failed 0 artifacts uploaded} more is.
   */
  private static boolean isAllOfACount(CharSequence text, int end, int to) {
    if (end < to && Characters.isUnspaced(text.charAt(end))) {
      return true; // A word that counts.
    }
    int next = afterBlanks(text, end, to);
    if (next == to || BEHIND_A_COUNT.indexOf(text.charAt(next)) >= 0) {
      return true;
    }
    int word = Words.endOfWord(text, next, to);
    int number = word;
    while (number < to && " :=".indexOf(text.charAt(number)) >= 0) {
      number++;
    }
    return next > end
        && word > next
        && number > word
        && number < to
        && Words.isDigit(text.charAt(number));
  }

  /** Whether a number counts what a word names: {@code errors: 3}, {@code 4 failed}. */
  static boolean isCounted(CharSequence text, int at, int end, int to) {
    if (at > 1 && text.charAt(at - 1) == ' ' && Words.isDigit(text.charAt(at - 2))) {
      return true;
    }
    int number = end;
    while (number < to
        && number - end < LONGEST_BETWEEN
        && " :=\"".indexOf(text.charAt(number)) >= 0) {
      number++;
    }
    return number > end && number < to && Words.isDigit(text.charAt(number));
  }

  private static boolean isPartOfWord(char c) {
    return Characters.isLetterOrDigit(c) && !Characters.isUnspaced(c);
  }

  /** {@code 0}, {@code 0.0}; -1 if there is another number or none. */
  private static int afterZero(CharSequence text, int from, int to) {
    int at = from;
    while (at < to && (text.charAt(at) == '0' || (at > from && text.charAt(at) == '.'))) {
      at++;
    }
    return at == from || (at < to && Words.isDigit(text.charAt(at))) ? -1 : at;
  }

  /**
   * {@code 3 errors 0 warnings}: the number before the word is its own, and the next one is that of
   * the next word. Not so where words stand before their numbers: {@code done 7 failed 0 busy 5}.
   */
  private static boolean isCountedBefore(CharSequence text, int at, int none, int to) {
    boolean behindANumber =
        at > 1 && text.charAt(at - 1) == ' ' && Words.isDigit(text.charAt(at - 2));
    int next = afterBlanks(text, none, to);
    if (!behindANumber || next != none + 1 || next == to || !isPartOfWord(text.charAt(next))) {
      return false;
    }
    int start = at;
    while (start > 0
        && at - start < LONGEST_ROW
        && BETWEEN_COUNTS.indexOf(text.charAt(start - 1)) < 0) {
      start--;
    }
    return Words.isDigit(text.charAt(afterBlanks(text, start, at)));
  }

  private static int afterBlanks(CharSequence text, int from, int to) {
    int at = from;
    while (at < to && text.charAt(at) == ' ') {
      at++;
    }
    return at;
  }

  /**
   * {@code 0/480 frames failed}, {@code 0 of 480 failed}: none of so many, where the failure word
   * follows at once or behind what is counted; {@code Job 0/4 failed} tells of the job.
   */
  static boolean isOfNone(CharSequence text, int number, int word) {
    for (int i = number; i + 1 < word; i++) {
      if (text.charAt(i) == ' ' && text.charAt(i + 1) == ' ') {
        return false;
      }
    }
    int at = number - 1;
    int words = wordsBetween(text, Words.endOfNumber(text, number), word);
    if (at > 0 && text.charAt(at) == '/') {
      return words == 1 && endsWithZero(text, at);
    }
    if (words > 1) {
      return false;
    }
    boolean whole = false;
    for (int i = 0; i < 2; i++) {
      int end = beforeBlanks(text, at + 1);
      at = end - 1;
      while (at >= 0 && Character.isLetter(text.charAt(at))) {
        at--;
      }
      if (at + 1 == end) {
        break;
      }
      whole |= WHOLES.has(text, at + 1, end);
    }
    return whole && endsWithZero(text, beforeBlanks(text, at + 1));
  }

  private static int wordsBetween(CharSequence text, int from, int to) {
    int words = 0;
    for (int at = from; at < to; at++) {
      boolean letter = Character.isLetter(text.charAt(at));
      words += letter && (at == from || !Character.isLetter(text.charAt(at - 1))) ? 1 : 0;
    }
    return words;
  }

  private static int beforeBlanks(CharSequence text, int end) {
    int at = end;
    while (at > 0 && text.charAt(at - 1) == ' ') {
      at--;
    }
    return at;
  }

  private static boolean endsWithZero(CharSequence text, int end) {
    return end > 0
        && text.charAt(end - 1) == '0'
        && (end == 1 || !(isPartOfWord(text.charAt(end - 2)) || text.charAt(end - 2) == '.'));
  }

  /** Whether a word is the header of a column in which there is nothing but 0 and dashes. */
  private static boolean headsAColumnOfNone(CharSequence text, int at, int end, int to) {
    int start = at;
    while (start > 0 && text.charAt(start - 1) != '\n' && at - start < LONGEST_ROW) {
      start--;
    }
    int row = endOfRow(text, end, to);
    char between = betweenCells(text, start, row);
    if (row == to || between == 0) {
      return false;
    }
    int column = 0;
    int cell = afterBlanks(text, start, row);
    for (int next = afterCell(text, cell, row, between);
        next <= at;
        next = afterCell(text, cell, row, between)) {
      cell = next;
      column++;
    }
    int rows = 0;
    for (int i = 0; i < MOST_ROWS && row + 1 < to; i++) {
      int from = afterBlanks(text, row + 1, to);
      boolean remark = from < to && text.charAt(from) == '(';
      row = endOfRow(text, from, to);
      if (!saysAnything(text, from, row)) {
        continue;
      }
      for (int before = 0; before < column && from <= row; before++) {
        from = afterCell(text, from, row, between);
      }
      if (from > row) {
        return remark && rows > 0; // Below the table.
      }
      int value = afterBlanks(text, from, row);
      int zero = afterZero(text, value, row);
      if (zero < 0 && value < row && text.charAt(value) == '-') {
        zero = value + 1;
      }
      if (zero < 0 || (zero < row && BETWEEN_CELLS.indexOf(text.charAt(zero)) < 0)) {
        return false;
      }
      rows++;
    }
    return rows > 0;
  }

  /** What stands between the cells of a header, ' ' for two blanks; 0 if it is no header. */
  private static char betweenCells(CharSequence text, int from, int to) {
    char between = 0;
    int first = afterBlanks(text, from, to);
    for (int i = first; i < to; i++) {
      char c = text.charAt(i);
      if (Words.isDigit(c) || c == ':') {
        return 0;
      }
      if (c == '|' || (c == '\t' && between != '|')) {
        between = c;
      } else if (c == ' ' && text.charAt(i - 1) == ' ' && between == 0) {
        between = c;
      }
    }
    return between;
  }

  /** Where the next cell begins; beyond the row if there is none. */
  private static int afterCell(CharSequence text, int from, int row, char between) {
    int at = from;
    while (at < row
        && !(text.charAt(at) == between
            && (between != ' ' || (at + 1 < row && text.charAt(at + 1) == ' ')))) {
      at++;
    }
    if (at == row) {
      return row + 1;
    }
    return between == ' ' ? afterBlanks(text, at, row) : at + 1;
  }

  private static int endOfRow(CharSequence text, int from, int to) {
    int at = from;
    while (at < to && text.charAt(at) != '\n') {
      at++;
    }
    return at;
  }

  private static boolean saysAnything(CharSequence text, int from, int to) {
    for (int at = from; at < to; at++) {
      if (Characters.isLetterOrDigit(text.charAt(at))) {
        return true;
      }
    }
    return false;
  }

  /** {@code attempt 3}, {@code try #3}, {@code 3 attempts left}, {@code 3 more tries}. */
  static boolean countsAttempts(CharSequence text, int at, int end) {
    if (isNumberedBy(ATTEMPT, text, at)) {
      return true;
    }
    int next = afterSpace(text, end);
    int endOfNext = Words.endOfWord(text, next, text.length());
    if (next > end && LEFT.has(text, next, endOfNext)) {
      next = afterSpace(text, endOfNext);
      endOfNext = Words.endOfWord(text, next, text.length());
    }
    return next > end && ATTEMPTS.has(text, next, endOfNext);
  }

  /** {@code attempt no. 3}, {@code 3 attempts left}, {@code 3 more tries}; not {@code 3 tries}. */
  static boolean isOneOfAttempts(CharSequence text, int at, int end) {
    if (isNumberedBy(ATTEMPT, text, at)) {
      return true;
    }
    int next = afterSpace(text, end);
    int endOfNext = Words.endOfWord(text, next, text.length());
    int last = afterSpace(text, endOfNext);
    int endOfLast = Words.endOfWord(text, last, text.length());
    return (LEFT.has(text, next, endOfNext) && ATTEMPTS.has(text, last, endOfLast))
        || (ATTEMPTS.has(text, next, endOfNext) && LEFT.has(text, last, endOfLast));
  }

  private static int afterSpace(CharSequence text, int at) {
    return at < text.length() && text.charAt(at) == ' ' ? at + 1 : at;
  }

  /** Whether the name before it says that a number tells only which occurrence this is. */
  static boolean isNumbered(String text, int at) {
    return isNumberedBy(NUMBERED, text, at);
  }

  /** {@code runtime: 12.3}, {@code "bytes": 512}. */
  static boolean isMeasure(String text, int at) {
    return isNumberedBy(MEASURES, text, at);
  }

  /** {@code request 17}, {@code session_id=17}, {@code [pid: 17}, {@code attempt no. 17}. */
  private static boolean isNumberedBy(WordSet names, CharSequence text, int at) {
    int end = endOfNameBefore(text, at);
    int start = startOfWord(text, end);
    if (start == end) {
      return false;
    }
    if (names.endsIn(text, start, end)) {
      return true;
    }
    if (!NUMBER_WORDS.has(text, start, end)) {
      return false;
    }
    int endBefore = endOfNameBefore(text, start);
    return names.endsIn(text, startOfWord(text, endBefore), endBefore);
  }

  private static int endOfNameBefore(CharSequence text, int at) {
    int end = at;
    while (end > 0
        && at - end < LONGEST_BETWEEN
        && BETWEEN_NAME_AND_NUMBER.indexOf(text.charAt(end - 1)) >= 0) {
      end--;
    }
    return end;
  }

  private static int startOfWord(CharSequence text, int end) {
    int start = end;
    while (start > 0 && Character.isLetter(text.charAt(start - 1))) {
      start--;
    }
    return start;
  }

  private static boolean followsWordForALine(String text, int at) {
    boolean blank = at > 0 && text.charAt(at - 1) == ' ';
    int end = blank ? at - 1 : at;
    if (end == 0 || !(blank || Characters.isUnspaced(text.charAt(end - 1)))) {
      return false;
    }
    int start = end;
    while (start > 0
        && end - start <= LONGEST_WORD_FOR_A_LINE
        && Characters.isLetterOrDigit(text.charAt(start - 1))) {
      start--;
    }
    return LINE.endsIn(text, start, end);
  }

  /** A line or column: {@code line 12}, {@code name.ext:12:3}, {@code [12,3]} after a file. */
  static boolean isPlace(String text, int at, int end) {
    if (followsWordForALine(text, at) || BEHIND_A_LINE.startsAt(text, afterSpace(text, end))) {
      return true;
    }
    if (at < 2 || text.charAt(at - 1) != ':') {
      return false;
    }
    // The word before the colon must look like a file, or {"failed":12} would lose its number.
    boolean dotted = false;
    int start = at - 2;
    int farthest = Math.max(0, at - LONGEST_PATH);
    while (start >= farthest
        && (Characters.isLetterOrDigit(text.charAt(start))
            || "._-/:".indexOf(text.charAt(start)) >= 0)) {
      dotted |= text.charAt(start) == '.';
      start--;
    }
    return dotted;
  }

  /**
   * A line or column of a file about which a tool says something, {@code name.ext:12: text}, {@code
   * name.ext:12:3: text}, and no port of a host. A place that nothing follows is what is told.
   */
  static boolean isPlaceInAFile(String text, int at, int end) {
    int colon = at - 1;
    if (colon < 0 || text.charAt(colon) != ':') {
      return false;
    }
    int line = colon;
    while (line > 0 && Words.isDigit(text.charAt(line - 1))) {
      line--;
    }
    int column = text.startsWith(":", end) ? endOfDigits(text, end + 1) : end;
    if (!text.startsWith(":", column > end + 1 ? column : end)) {
      return false;
    }
    boolean isColumn = line < colon && line > 0 && text.charAt(line - 1) == ':';
    int endOfName = isColumn ? line - 1 : colon;
    int extension = endOfName;
    while (extension > 0 && Characters.isLetter(text.charAt(extension - 1))) {
      extension--;
    }
    return extension > 1
        && extension < endOfName
        && endOfName - extension <= LONGEST_EXTENSION
        && text.charAt(extension - 1) == '.'
        && Characters.isLetterOrDigit(text.charAt(extension - 2));
  }

  private static int endOfDigits(String text, int from) {
    int end = from;
    while (end < text.length() && Words.isDigit(text.charAt(end))) {
      end++;
    }
    return end;
  }

  /** The seconds of {@code 21s}, {@code 3m5s} or {@code 3d4h}; -1 of what is no such span. */
  static double secondsOfSpan(String text, int from, int to) {
    double seconds = 0;
    double number = 0;
    boolean digit = false;
    for (int at = from; at < to; at++) {
      char c = text.charAt(at);
      if (Words.isDigit(c)) {
        number = 10 * number + (c - '0');
        digit = true;
        continue;
      }
      int unit = "smhd".indexOf(c);
      if (unit < 0 || !digit) {
        return -1;
      }
      seconds += number * SECONDS_OF_A_UNIT[unit];
      number = 0;
      digit = false;
    }
    return digit ? -1 : seconds;
  }

  /** {@code 3m5s}, {@code 2d4h}: how long something has gone on. */
  static boolean isSpan(String text, int from, int to) {
    int units = 0;
    int at = from;
    while (at < to) {
      int unit = at;
      while (unit < to && Words.isDigit(text.charAt(unit))) {
        unit++;
      }
      if (unit == at || unit == to || "dhms".indexOf(text.charAt(unit)) < 0) {
        return false;
      }
      units++;
      at = unit + 1;
    }
    return units > 1;
  }

  /** Seconds or milliseconds since 1970, of this century's first decades; not a size in bytes. */
  static boolean isEpoch(String text, int at) {
    int end = at;
    while (end < text.length()
        && end - at <= DIGITS_OF_MILLISECONDS
        && Words.isDigit(text.charAt(end))) {
      end++;
    }
    int digits = end - at;
    return (digits == DIGITS_OF_SECONDS || digits == DIGITS_OF_MILLISECONDS)
        && text.charAt(at) == '1'
        && text.charAt(at + 1) >= '5'
        && !isFollowedBy(SIZE_UNITS, text, end);
  }

  /** The process in Spring Boot's log lines: {@code ERROR 4711 --- [main]}. */
  static boolean isProcessOfLog(String text, int end) {
    return Words.regionMatches(text, end, " --- [");
  }

  /** Which thread of a pool wrote the line: {@code [nio-8080-exec-7]}, {@code [worker-3]}. */
  static boolean isThreadOfLog(String text, int at) {
    if (at < 2 || text.charAt(at - 1) != '-' || !Character.isLetter(text.charAt(at - 2))) {
      return false;
    }
    int start = at - 1;
    while (start > 0 && at - start < LONGEST_THREAD && isPartOfThread(text.charAt(start))) {
      start--;
    }
    int end = at;
    while (end < text.length() && end - at < LONGEST_THREAD && isPartOfThread(text.charAt(end))) {
      end++;
    }
    return text.charAt(start) == '['
        && (start == 0 || Characters.isWhitespace(text.charAt(start - 1)))
        && Words.regionMatches(text, end, "] ")
        && POOL_THREADS.isAnywhereIn(text, start, end);
  }

  private static boolean isPartOfThread(char c) {
    return Characters.isLetterOrDigit(c) || c == '-' || c == '_' || c == '.';
  }

  static boolean isDuration(String text, int end) {
    return isFollowedBy(TIME_UNITS, text, end);
  }

  /** Whether a word says that a number is one that another may reach. */
  static boolean saysLimit(String text, int from, int to) {
    return Characters.isUnspaced(text.charAt(from))
        ? LIMITS.isAnywhereIn(text, from, to)
        : LIMITS.has(text, from, to);
  }

  /** {@code 12 kB}, {@code 3 bytes}; a letter alone ({@code 4K}) is none. */
  static boolean isSize(String text, int end) {
    int at = afterSpace(text, end);
    return LineDigests.isSize(text, at, Words.endOfWord(text, at, text.length()));
  }

  private static boolean isFollowedBy(WordSet units, String text, int end) {
    int at = afterSpace(text, end);
    int length = text.length();
    return at < length && units.has(text, at, Words.endOfWord(text, at, length));
  }

  static boolean countsSomething(String text, int end) {
    int length = text.length();
    if (end < length && text.charAt(end) == '%') {
      return true;
    }
    int at = end;
    while (at < length && text.charAt(at) == ' ') {
      at++;
    }
    return at < length
        && (at > end || Characters.isUnspaced(text.charAt(at)))
        && COUNTED.has(text, at, Words.endOfWord(text, at, length));
  }
}
