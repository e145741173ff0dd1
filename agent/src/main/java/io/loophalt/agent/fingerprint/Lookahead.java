package io.loophalt.agent.fingerprint;

import static io.loophalt.agent.fingerprint.Characters.isAsciiLetter;
import static io.loophalt.agent.fingerprint.Characters.isDigit;
import static io.loophalt.agent.fingerprint.Characters.isHex;
import static io.loophalt.agent.fingerprint.Characters.isWord;

/**
 * Recognises the values that change from one occurrence of an error to the next: each method
 * returns where the value that starts at a position ends, or {@link #NONE}.
 *
 * <p>Nothing here looks further than a fixed number of parts, which keeps the scan linear.
 */
final class Lookahead {

  static final int NONE = -1;

  /** Parts such as {@code 1h2m3s}; ISO 8601 knows seven. */
  private static final int MAX_DURATION_PARTS = 8;

  /** Longer than any unit of {@link #UNITS}. */
  private static final int MAX_UNIT = 13;

  private static final int UUID_LENGTH = 36;

  private static final String[] UNITS = {
    "s",
    "ms",
    "us",
    "µs",
    "μs",
    "ns",
    "sec",
    "secs",
    "second",
    "seconds",
    "min",
    "mins",
    "minute",
    "minutes",
    "h",
    "hr",
    "hrs",
    "hour",
    "hours",
    "day",
    "days",
    "millis",
    "millisecond",
    "milliseconds",
    "micros",
    "microsecond",
    "microseconds",
    "nanos",
    "nanosecond",
    "nanoseconds"
  };

  /** Units too short to be told from a word unless they stick to their number. */
  private static final String[] STICKING_UNITS = {"m", "d"};

  private final CharSequence text;
  private final int length;

  Lookahead(CharSequence text) {
    this.text = text;
    this.length = text.length();
  }

  int uuid(int start) {
    int end = start + UUID_LENGTH;
    if (end > length) {
      return NONE;
    }
    for (int i = 0; i < UUID_LENGTH; i++) {
      char c = text.charAt(start + i);
      boolean dash = i == 8 || i == 13 || i == 18 || i == 23;
      if (dash ? c != '-' : !isHex(c)) {
        return NONE;
      }
    }
    return isWordAt(end) ? NONE : end;
  }

  /** {@code 2026-11-22}. */
  int date(int start) {
    boolean found =
        digits(start, 4) && isAt(start + 4, '-') && digits(start + 5, 2) && isAt(start + 7, '-');
    return found && digits(start + 8, 2) && !isDigitAt(start + 10) ? start + 10 : NONE;
  }

  /** What follows a date in ISO 8601: {@code T10:11:12.5+01:00}. */
  int timeOfDate(int start) {
    if (!isAt(start, 'T') && !isAt(start, 't')) {
      return NONE;
    }
    int hours = start + 1;
    if (!digits(hours, 2) || !isAt(hours + 2, ':') || !digits(hours + 3, 2)) {
      return NONE;
    }
    int minutesEnd = hours + 5;
    int secondsEnd = isAt(minutesEnd, ':') && digits(minutesEnd + 1, 2) ? minutesEnd + 3 : NONE;
    return zoneEnd(secondsEnd == NONE ? minutesEnd : fractionEnd(secondsEnd));
  }

  /** {@code 10:11:12.5}; without seconds it cannot be told from a line and a column. */
  int time(int start) {
    int hoursEnd = digits(start, 2) ? start + 2 : start + 1;
    boolean found =
        isAt(hoursEnd, ':')
            && digits(hoursEnd + 1, 2)
            && isAt(hoursEnd + 3, ':')
            && digits(hoursEnd + 4, 2);
    if (!found) {
      return NONE;
    }
    int end = zoneEnd(fractionEnd(hoursEnd + 6));
    return isWordAt(end) || (isAt(end, ':') && isDigitAt(end + 1)) ? NONE : end;
  }

  /** {@code 12}, {@code 1,234.5}, {@code 10.0.0.1}, {@code 1.5e-3}. */
  int number(int start) {
    int end = digitsEnd(start);
    while ((isAt(end, '.') || isAt(end, ',')) && isDigitAt(end + 1)) {
      end = digitsEnd(end + 1);
    }
    if (isAt(end, 'e') || isAt(end, 'E')) {
      int exponent = isAt(end + 1, '-') || isAt(end + 1, '+') ? end + 2 : end + 1;
      int exponentEnd = digitsEnd(exponent);
      if (exponentEnd > exponent && !isWordAt(exponentEnd)) {
        return exponentEnd;
      }
    }
    return end;
  }

  /** The unit, and the parts after it, that make a number a duration: {@code 30s}, {@code 1h2m}. */
  int durationAfterNumber(int numberEnd) {
    if (isAt(numberEnd, ' ')) {
      int unitEnd = lettersEnd(numberEnd + 1);
      return !isWordAt(unitEnd) && isOneOf(UNITS, numberEnd + 1, unitEnd) ? unitEnd : NONE;
    }
    int position = numberEnd;
    for (int part = 0; part < MAX_DURATION_PARTS; part++) {
      int unitEnd = lettersEnd(position);
      if (!isOneOf(UNITS, position, unitEnd) && !isOneOf(STICKING_UNITS, position, unitEnd)) {
        return NONE;
      }
      if (!isDigitAt(unitEnd)) {
        return isWordAt(unitEnd) ? NONE : unitEnd;
      }
      position = number(unitEnd);
    }
    return NONE;
  }

  /** {@code PT1H2M3.5S}, {@code P1D}. */
  int isoDuration(int start) {
    int position = start + 1;
    boolean any = false;
    for (int part = 0; part < MAX_DURATION_PARTS; part++) {
      if (isAt(position, 'T')) {
        position++;
      }
      int amount = isAt(position, '-') ? position + 1 : position;
      int amountEnd = fractionEnd(digitsEnd(amount));
      boolean hasUnit = amountEnd < length && "YMWDHS".indexOf(text.charAt(amountEnd)) >= 0;
      if (amountEnd == amount || !hasUnit) {
        break;
      }
      position = amountEnd + 1;
      any = true;
    }
    return any && !isWordAt(position) ? position : NONE;
  }

  private int zoneEnd(int start) {
    if (isAt(start, 'Z') || isAt(start, 'z')) {
      return start + 1;
    }
    if ((isAt(start, '+') || isAt(start, '-')) && digits(start + 1, 2)) {
      int minutes = isAt(start + 3, ':') ? start + 4 : start + 3;
      return digits(minutes, 2) ? minutes + 2 : start + 3;
    }
    return start;
  }

  private int fractionEnd(int start) {
    boolean fraction = (isAt(start, '.') || isAt(start, ',')) && isDigitAt(start + 1);
    return fraction ? digitsEnd(start + 1) : start;
  }

  private boolean isOneOf(String[] units, int start, int end) {
    for (String unit : units) {
      if (unit.length() == end - start && startsWith(unit, start)) {
        return true;
      }
    }
    return false;
  }

  private boolean startsWith(String word, int start) {
    for (int i = 0; i < word.length(); i++) {
      if (!isAt(start + i, word.charAt(i))) {
        return false;
      }
    }
    return true;
  }

  private int lettersEnd(int start) {
    int end = start;
    while (end < length && end - start < MAX_UNIT && isUnitLetter(text.charAt(end))) {
      end++;
    }
    return end;
  }

  private static boolean isUnitLetter(char c) {
    return isAsciiLetter(c) || c == 'µ' || c == 'μ';
  }

  private int digitsEnd(int start) {
    int end = start;
    while (isDigitAt(end)) {
      end++;
    }
    return end;
  }

  private boolean digits(int start, int count) {
    for (int i = 0; i < count; i++) {
      if (!isDigitAt(start + i)) {
        return false;
      }
    }
    return true;
  }

  private boolean isDigitAt(int position) {
    return position < length && isDigit(text.charAt(position));
  }

  private boolean isWordAt(int position) {
    return position < length && isWord(text.charAt(position));
  }

  private boolean isAt(int position, char expected) {
    return position < length && text.charAt(position) == expected;
  }
}
