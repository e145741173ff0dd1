package io.loophalt.core.text;

import static io.loophalt.core.fingerprint.Characters.goesOnWithWord;
import static io.loophalt.core.fingerprint.Characters.isBlank;
import static io.loophalt.core.fingerprint.Characters.isDigit;
import static io.loophalt.core.fingerprint.Characters.isSeparator;
import static io.loophalt.core.fingerprint.Characters.isWord;

/**
 * Recognises points in time as programs write them: each method returns where the one that starts
 * at a position ends, or {@link #NONE}.
 *
 * <p>Known are ISO 8601 (with or without its punctuation, weeks included), RFC 1123, {@code
 * java.util.Date} and C's {@code ctime}, the dates of {@code java.util.logging}, of syslog, of glog
 * and of web servers' access logs, numbers with slashes or dots, and dates with the name of a month
 * in the languages of {@code src/main/languages}.
 *
 * <p>A month's name counts only between numbers that make it a date: {@code May 5 requests} is
 * none. Thread-safe; allocates nothing; reads a bounded number of characters, and the digits of a
 * fraction.
 */
final class TimestampScanner {

  static final int NONE = WordSet.NONE;

  private static final WordSet MONTHS = new WordSet(Vocabulary.MONTHS);
  private static final WordSet DAYS = new WordSet(Vocabulary.DAYS_OF_THE_WEEK);
  private static final WordSet WORDS_OF_A_DATE = new WordSet(Vocabulary.WORDS_OF_A_DATE);
  private static final WordSet ZONES = new WordSet(Vocabulary.TIME_ZONES);

  /** With which the names of the time zones begin that are named after a place. */
  private static final WordSet AREAS = new WordSet(Vocabulary.AREAS_OF_TIME_ZONES);

  private static final int LONGEST_PLACE = 40;

  /** Digits in a row that are no date, one more than those of {@code 20261122}. */
  private static final int MORE_THAN_A_DATE = 9;

  /** Information, warning, error and fatal, as glog writes them. */
  private static final String LEVELS = "IWEF";

  /** Digits of a thread's number, and blanks that align it. */
  private static final int LONGEST_THREAD = 20;

  private static final int LONGEST_FILE = 200;

  private static final WordSet HALVES_OF_THE_DAY = new WordSet(Vocabulary.HALVES_OF_THE_DAY);

  private TimestampScanner() {}

  /**
   * For each letter in ASCII, which characters in ASCII may follow it where a {@link #date} or
   * {@link #dateTime} begins: see {@link WordSet#markBeginnings}.
   */
  static int[] beginningsOfNames() {
    int[] followers = new int[0x80];
    MONTHS.markBeginnings(followers);
    DAYS.markBeginnings(followers);
    for (int i = 0; i < LEVELS.length(); i++) {
      for (char digit = '0'; digit <= '9'; digit++) {
        followers[LEVELS.charAt(i)] |= 1 << digit;
      }
    }
    return followers;
  }

  /** Whether a {@link #date} or {@link #dateTime} may begin with the letter here. */
  static boolean mayBeginDate(CharSequence text, int start) {
    return DAYS.endOfWordAt(text, start) != NONE
        || MONTHS.endOfWordAt(text, start) != NONE
        || isDigitAt(text, start + 1);
  }

  /**
   * A date with its time, where one notation joins the two: {@code 2026-11-22T10:11:12Z}, {@code
   * Sun, 22 Nov 2026 10:11:12 GMT}, {@code 20261122T101112}, {@code Nov 22 10:11:12}, {@code E1122
   * 10:11:12.131415 4711}.
   */
  static int dateTime(CharSequence text, int start) {
    if (!isDigitAt(text, start)) {
      int named = named(text, start, true);
      return named != NONE ? named : glog(text, start);
    }
    return switch (digitsEnd(text, start, MORE_THAN_A_DATE) - start) {
      case 1, 2 -> dayMonthYear(text, start, true);
      case 4 -> isoDateTime(text, start);
      case 8 -> compact(text, start);
      default -> NONE;
    };
  }

  private static int isoDateTime(CharSequence text, int start) {
    int iso = isoDate(text, start);
    boolean joined = iso != NONE && (isAt(text, iso, 'T') || isAt(text, iso, 't'));
    return joined ? anyClock(text, iso + 1) : NONE;
  }

  /**
   * A date alone: {@code 2026-11-22}, {@code 2026-W47-7}, {@code 22/11/2026}, {@code Nov 22, 2026}.
   */
  static int date(CharSequence text, int start) {
    if (!isDigitAt(text, start)) {
      return named(text, start, false);
    }
    int digits = digitsEnd(text, start, MORE_THAN_A_DATE) - start;
    int numbers = digits <= 4 ? numbers(text, start) : NONE;
    if (numbers != NONE) {
      return numbers;
    }
    if (digits != 4) {
      return digits <= 2 ? dayMonthYear(text, start, false) : NONE;
    }
    int iso = isoDate(text, start);
    return iso != NONE ? iso : yearMonthDay(text, start);
  }

  /**
   * {@code 10:11:12.5}, {@code 9:05 PM}; with neither seconds nor a half of the day it cannot be
   * told from a line and a column.
   */
  static int clock(CharSequence text, int start) {
    int minutesEnd = minutesEnd(text, start);
    if (minutesEnd == NONE) {
      return NONE;
    }
    boolean seconds = isAt(text, minutesEnd, ':') && digits(text, minutesEnd + 1, 2);
    int timeEnd = seconds ? fractionEnd(text, minutesEnd + 3) : minutesEnd;
    int half = halfEnd(text, timeEnd);
    if (!seconds && half == timeEnd) {
      return NONE;
    }
    int end = zoneEnd(text, half);
    return isWordAt(text, end) || (isAt(text, end, ':') && isDigitAt(text, end + 1)) ? NONE : end;
  }

  /** As {@link #clock}, where a date before it shows that {@code 10:11} is a time. */
  static int anyClock(CharSequence text, int start) {
    int minutesEnd = digits(text, start, 2) ? minutesEnd(text, start) : NONE;
    if (minutesEnd == NONE) {
      return clock(text, start);
    }
    boolean seconds = isAt(text, minutesEnd, ':') && digits(text, minutesEnd + 1, 2);
    int timeEnd = seconds ? fractionEnd(text, minutesEnd + 3) : minutesEnd;
    int end = zoneEnd(text, halfEnd(text, timeEnd));
    return isDigitAt(text, end) ? NONE : end;
  }

  private static int isoDate(CharSequence text, int start) {
    boolean found =
        digits(text, start, 4)
            && isAt(text, start + 4, '-')
            && digits(text, start + 5, 2)
            && isAt(text, start + 7, '-')
            && digits(text, start + 8, 2);
    return found && !isDigitAt(text, start + 10) ? start + 10 : weekDate(text, start);
  }

  /** {@code 2026-W47-7}, {@code 2026W477}. */
  private static int weekDate(CharSequence text, int start) {
    boolean separated = isAt(text, start + 4, '-');
    int week = separated ? start + 6 : start + 5;
    int day = separated ? week + 3 : week + 2;
    boolean found =
        isYear(text, start)
            && isAt(text, week - 1, 'W')
            && isUpTo(53, text, week, week + 2)
            && (!separated || isAt(text, day - 1, '-'))
            && isUpTo(7, text, day, day + 1);
    return found && !isDigitAt(text, day + 1) ? day + 1 : NONE;
  }

  /**
   * {@code E1122 10:11:12.131415 4711}, {@code E20261122 10:11:12.131415 4711} before {@code
   * file.cc:123]}: how glog, and what writes as it does, begin a line. The number of the thread
   * varies as the time does; the level does not, but goes without saying: the line in the file has
   * one. Without all of it {@code E1122} is the code of an error.
   */
  private static int glog(CharSequence text, int start) {
    if (start >= text.length() || LEVELS.indexOf(text.charAt(start)) < 0) {
      return NONE;
    }
    int month = isYear(text, start + 1) && digits(text, start + 5, 4) ? start + 5 : start + 1;
    boolean date =
        isUpTo(12, text, month, month + 2)
            && isUpTo(31, text, month + 2, month + 4)
            && isAt(text, month + 4, ' ');
    int minutesEnd = date ? minutesEnd(text, month + 5) : NONE;
    if (minutesEnd == NONE || !isAt(text, minutesEnd, ':') || !digits(text, minutesEnd + 1, 2)) {
      return NONE;
    }
    int timeEnd = fractionEnd(text, minutesEnd + 3);
    int thread = timeEnd;
    while (thread - timeEnd < LONGEST_THREAD && isAt(text, thread, ' ')) {
      thread++;
    }
    int end = digitsEnd(text, thread, LONGEST_THREAD);
    boolean found =
        timeEnd > minutesEnd + 3 && thread > timeEnd && end > thread && isAt(text, end, ' ');
    return found && isPlaceInFile(text, end + 1) ? end : NONE;
  }

  /** {@code file.cc:123]}. */
  private static boolean isPlaceInFile(CharSequence text, int start) {
    int end = start;
    int colon = start;
    while (end < text.length()
        && end - start < LONGEST_FILE
        && text.charAt(end) != ']'
        && !isBlank(text.charAt(end))) {
      colon = text.charAt(end) == ':' ? end : colon;
      end++;
    }
    boolean line = colon > start && end > colon + 1 && digits(text, colon + 1, end - colon - 1);
    return line && isAt(text, end, ']');
  }

  /** {@code 20261122T101112Z}, {@code 20261122-101112}. */
  private static int compact(CharSequence text, int start) {
    boolean date =
        isYear(text, start)
            && isUpTo(12, text, start + 4, start + 6)
            && isUpTo(31, text, start + 6, start + 8);
    if (!date || start + 8 >= text.length()) {
      return NONE;
    }
    boolean joined = "Tt-_".indexOf(text.charAt(start + 8)) >= 0;
    int time = start + 9;
    if (!joined || !digits(text, time, 4) || value(text, time, time + 2) > 23) {
      return NONE;
    }
    int timeEnd = digits(text, time + 4, 2) ? time + 6 : time + 4;
    boolean lettered = !isAt(text, start + 8, '-') && !isAt(text, start + 8, '_');
    int end = lettered || timeEnd == time + 6 ? zoneEnd(text, fractionEnd(text, timeEnd)) : NONE;
    return end == NONE || (isWordAt(text, end) && !isAt(text, end, '_')) ? NONE : end;
  }

  /** {@code 2026/11/22}, {@code 22/11/2026}, {@code 11/22/2026}, {@code 22.11.2026}. */
  private static int numbers(CharSequence text, int start) {
    int firstEnd = digitsEnd(text, start, 4);
    if (firstEnd >= text.length()) {
      return NONE;
    }
    char separator = text.charAt(firstEnd);
    int secondEnd = digitsEnd(text, firstEnd + 1, 4);
    if ((separator != '/' && separator != '.') || !isAt(text, secondEnd, separator)) {
      return NONE;
    }
    int end = digitsEnd(text, secondEnd + 1, 4);
    boolean yearFirst =
        separator == '/'
            && firstEnd == start + 4
            && isYear(text, start)
            && isUpTo(12, text, firstEnd + 1, secondEnd)
            && isUpTo(31, text, secondEnd + 1, end);
    boolean yearLast =
        end == secondEnd + 5
            && isYear(text, secondEnd + 1)
            && isUpTo(31, text, start, firstEnd)
            && isUpTo(31, text, firstEnd + 1, secondEnd)
            && Math.min(value(text, start, firstEnd), value(text, firstEnd + 1, secondEnd)) <= 12;
    return (yearFirst || yearLast) && !goesOn(text, end) ? end : NONE;
  }

  /**
   * {@code 22 Nov 2026 10:11:12 GMT}, {@code 22. November 2026}, {@code 22-Nov-2026}, {@code
   * 22/Nov/2026:10:11:12 +0100}.
   */
  private static int dayMonthYear(CharSequence text, int start, boolean withTime) {
    int dayEnd = dayEnd(text, start);
    if (dayEnd == NONE || dayEnd >= text.length()) {
      return NONE;
    }
    int separatorAt = isAt(text, dayEnd, '.') ? dayEnd + 1 : dayEnd;
    char separator = isAt(text, separatorAt, ' ') ? ' ' : text.charAt(dayEnd);
    int month = separator == ' ' ? afterWordOfADate(text, separatorAt + 1) : dayEnd + 1;
    int monthEnd = MONTHS.endOfWordAt(text, month);
    if (" -/".indexOf(separator) < 0 || monthEnd == NONE) {
      return NONE;
    }
    if (separator == ' ' && isAt(text, monthEnd, '.')) {
      monthEnd++;
    }
    if (!isAt(text, monthEnd, separator)) {
      return NONE;
    }
    int year = separator == ' ' ? afterWordOfADate(text, monthEnd + 1) : monthEnd + 1;
    if (!isYear(text, year)) {
      return NONE;
    }
    int end = year + 4;
    if (withTime) {
      return isAt(text, end, ' ') || isAt(text, end, ':') ? anyClock(text, end + 1) : NONE;
    }
    return goesOn(text, end) ? NONE : end;
  }

  /** {@code 22 de noviembre de 2026}. */
  private static int afterWordOfADate(CharSequence text, int start) {
    int end = WORDS_OF_A_DATE.endOfWordAt(text, start);
    return end != NONE && isAt(text, end, ' ') ? end + 1 : start;
  }

  /** {@code 2026年11月22日}, as Chinese and Japanese write it. */
  private static int yearMonthDay(CharSequence text, int start) {
    if (!isYear(text, start) || !isAt(text, start + 4, '年')) {
      return NONE;
    }
    int monthEnd = digitsEnd(text, start + 5, 2);
    int dayEnd = digitsEnd(text, monthEnd + 1, 2);
    boolean found =
        isUpTo(12, text, start + 5, monthEnd)
            && isAt(text, monthEnd, '月')
            && isUpTo(31, text, monthEnd + 1, dayEnd)
            && isAt(text, dayEnd, '日');
    return found ? dayEnd + 1 : NONE;
  }

  /** A date that begins with the name of a day or a month. */
  private static int named(CharSequence text, int start, boolean withTime) {
    if (start >= text.length()) {
      return NONE;
    }
    int date = start;
    int dayName = DAYS.endOfWordAt(text, start);
    if (dayName != NONE) {
      date = blanksEnd(text, isAt(text, dayName, ',') ? dayName + 1 : dayName);
      if (date == dayName || isDigitAt(text, date)) {
        return date == dayName ? NONE : dayMonthYear(text, date, withTime);
      }
    }
    int monthEnd = MONTHS.endOfWordAt(text, date);
    int day = monthEnd == NONE ? NONE : blanksEnd(text, monthEnd);
    int dayEnd = day == monthEnd ? NONE : dayEnd(text, day);
    if (dayEnd == NONE) {
      return NONE;
    }
    return withTime ? timeAfterDay(text, dayEnd) : yearAfterDay(text, dayEnd);
  }

  /** {@code 10:11:12}, {@code 10:11:12 CET 2026}, {@code , 2026 10:11:12 AM}. */
  private static int timeAfterDay(CharSequence text, int dayEnd) {
    int year = yearAfterDay(text, dayEnd);
    if (year != NONE) {
      return isAt(text, year, ' ') ? anyClock(text, year + 1) : NONE;
    }
    int time = isAt(text, dayEnd, ' ') ? anyClock(text, dayEnd + 1) : NONE;
    if (time == NONE) {
      return NONE;
    }
    return isAt(text, time, ' ') && isYear(text, time + 1) && !goesOn(text, time + 5)
        ? time + 5
        : time;
  }

  private static int yearAfterDay(CharSequence text, int dayEnd) {
    int blank = isAt(text, dayEnd, ',') ? dayEnd + 1 : dayEnd;
    boolean found = isAt(text, blank, ' ') && isYear(text, blank + 1) && !goesOn(text, blank + 5);
    return found ? blank + 5 : NONE;
  }

  /** Half of the day, after a blank or none. */
  private static int halfEnd(CharSequence text, int start) {
    int half = isAt(text, start, ' ') ? start + 1 : start;
    int end = HALVES_OF_THE_DAY.endOfWordAt(text, half);
    return end == NONE ? start : end;
  }

  /** An offset, the name of a zone, or an offset and the name. */
  private static int zoneEnd(CharSequence text, int start) {
    if (isAt(text, start, 'Z') || isAt(text, start, 'z')) {
      return placeEnd(text, start + 1);
    }
    int blank = isAt(text, start, ' ') ? start + 1 : start;
    int zone = ZONES.endOfWordAt(text, blank);
    if (zone != NONE) {
      return offsetEnd(text, zone);
    }
    boolean signed = isAt(text, blank, '+') || isAt(text, blank, '-');
    boolean spaced =
        blank > start && signed && digits(text, blank + 1, 4) && !isDigitAt(text, blank + 5);
    return placeEnd(text, offsetEnd(text, spaced ? blank : start));
  }

  private static int offsetEnd(CharSequence text, int start) {
    if ((isAt(text, start, '+') || isAt(text, start, '-')) && digits(text, start + 1, 2)) {
      int minutes = isAt(text, start + 3, ':') ? start + 4 : start + 3;
      return digits(text, minutes, 2) ? minutes + 2 : start + 3;
    }
    return start;
  }

  /** {@code [Europe/Berlin]}. */
  private static int placeEnd(CharSequence text, int start) {
    if (!isAt(text, start, '[')) {
      return start;
    }
    int end = start + 1;
    while (end < text.length()
        && end - start < LONGEST_PLACE
        && (isWord(text.charAt(end)) || "/-+".indexOf(text.charAt(end)) >= 0)) {
      end++;
    }
    if (!isAt(text, end, ']')) {
      return start;
    }
    if (AREAS.startsAt(text, start + 1) || ZONES.has(text, start + 1, end)) {
      return end + 1;
    }
    return isAt(text, start + 1, 'Z') && end == start + 2 ? end + 1 : start;
  }

  private static int dayEnd(CharSequence text, int start) {
    int end = digitsEnd(text, start, 2);
    return end > start && !isDigitAt(text, end) && isUpTo(31, text, start, end) ? end : NONE;
  }

  private static int minutesEnd(CharSequence text, int start) {
    int hoursEnd = digitsEnd(text, start, 2);
    boolean found = hoursEnd > start && isAt(text, hoursEnd, ':') && digits(text, hoursEnd + 1, 2);
    return found ? hoursEnd + 3 : NONE;
  }

  private static int fractionEnd(CharSequence text, int start) {
    boolean fraction =
        (isAt(text, start, '.') || isAt(text, start, ',')) && isDigitAt(text, start + 1);
    return fraction ? digitsEnd(text, start + 1, Integer.MAX_VALUE) : start;
  }

  /** A path or a longer number, of which the date is only the beginning. */
  private static boolean goesOn(CharSequence text, int end) {
    if (end >= text.length()) {
      return false;
    }
    char c = text.charAt(end);
    boolean separator = isSeparator(c) && !PathScanner.isLineEscape(text, end);
    return goesOnWithWord(c) || separator || c == '-' || (c == '.' && isWordAt(text, end + 1));
  }

  private static boolean isYear(CharSequence text, int start) {
    return digits(text, start, 4)
        && (startsWith(text, start, "19") || startsWith(text, start, "20"));
  }

  /** Whether these one or two characters are a number from one to the greatest. */
  private static boolean isUpTo(int greatest, CharSequence text, int start, int end) {
    boolean fits = end - start >= 1 && end - start <= 2;
    if (!fits || !digits(text, start, end - start)) {
      return false;
    }
    int value = value(text, start, end);
    return value >= 1 && value <= greatest;
  }

  private static int value(CharSequence text, int start, int end) {
    int value = 0;
    for (int i = start; i < end; i++) {
      value = value * 10 + text.charAt(i) - '0';
    }
    return value;
  }

  /** Logs align their days with a second blank. */
  private static int blanksEnd(CharSequence text, int start) {
    int end = isAt(text, start, ' ') ? start + 1 : start;
    return end > start && isAt(text, end, ' ') ? end + 1 : end;
  }

  private static int digitsEnd(CharSequence text, int start, int atMost) {
    int end = start;
    while (end - start < atMost && isDigitAt(text, end)) {
      end++;
    }
    return end;
  }

  private static boolean digits(CharSequence text, int start, int count) {
    return digitsEnd(text, start, count) == start + count;
  }

  private static boolean startsWith(CharSequence text, int start, String expected) {
    if (start + expected.length() > text.length()) {
      return false;
    }
    for (int i = 0; i < expected.length(); i++) {
      if (text.charAt(start + i) != expected.charAt(i)) {
        return false;
      }
    }
    return true;
  }

  private static boolean isDigitAt(CharSequence text, int position) {
    return position < text.length() && isDigit(text.charAt(position));
  }

  private static boolean isWordAt(CharSequence text, int position) {
    return position < text.length() && goesOnWithWord(text.charAt(position));
  }

  private static boolean isAt(CharSequence text, int position, char expected) {
    return position < text.length() && text.charAt(position) == expected;
  }
}
