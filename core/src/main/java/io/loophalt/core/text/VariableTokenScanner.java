package io.loophalt.core.text;

import static io.loophalt.core.fingerprint.Characters.goesOnWithWord;
import static io.loophalt.core.fingerprint.Characters.isAsciiLetter;
import static io.loophalt.core.fingerprint.Characters.isDigit;
import static io.loophalt.core.fingerprint.Characters.isHex;
import static io.loophalt.core.fingerprint.Characters.isLowerHex;

import io.loophalt.core.fingerprint.Characters;

/**
 * Recognises the values that change from one occurrence of an error to the next: each method
 * returns where the value that starts at a position ends, or {@link #NONE}.
 *
 * <p>Nothing here looks further than a fixed number of parts, which keeps the scan linear.
 */
final class VariableTokenScanner {

  static final int NONE = -1;

  /** Parts such as {@code 1h2m3s}; ISO 8601 knows seven. */
  private static final int MAX_DURATION_PARTS = 8;

  /** Longer than any unit of {@link #UNITS}. */
  private static final int MAX_UNIT = 13;

  /** Identity hash codes have at most 8 hex digits, native addresses 16. */
  private static final int MAX_IDENTITY = 16;

  private static final int UUID_LENGTH = 36;

  private static final WordSet UNITS = new WordSet(Vocabulary.UNITS_OF_A_DURATION);

  /** Units too short to be told from a word unless they stick to their number. */
  private static final WordSet STICKING_UNITS =
      new WordSet(Vocabulary.STICKING_UNITS_OF_A_DURATION);

  private final CharSequence text;
  private final int length;

  VariableTokenScanner(CharSequence text) {
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
    return isInWord(end) ? NONE : end;
  }

  /** The hash code in {@code Foo@1a2b3c}, but not the host in {@code me@cafe.org}. */
  int identity(int start) {
    int end = start;
    boolean digit = false;
    while (end < length && end - start <= MAX_IDENTITY && isLowerHex(text.charAt(end))) {
      digit |= isDigit(text.charAt(end));
      end++;
    }
    boolean host = !digit && isAt(end, '.');
    return end == start || end - start > MAX_IDENTITY || isWordAt(end) || host ? NONE : end;
  }

  /** {@code 0x7f00}. */
  int hexLiteral(int start) {
    boolean prefix = isAt(start, '0') && (isAt(start + 1, 'x') || isAt(start + 1, 'X'));
    int end = start + 2;
    while (prefix && end < length && isHex(text.charAt(end))) {
      end++;
    }
    return !prefix || end == start + 2 || isInWord(end) ? NONE : end;
  }

  /** What is glued to a name by an underscore and yet no part of it: {@code req_<uuid>}. */
  boolean isGlued(int start) {
    return start < length
        && isHex(text.charAt(start))
        && (uuid(start) != NONE
            || hexLiteral(start) != NONE
            || (isDigitAt(start)
                && (TimestampScanner.dateTime(text, start) != NONE
                    || TimestampScanner.date(text, start) != NONE)));
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
    int unit = isAt(numberEnd, ' ') ? numberEnd + 1 : numberEnd;
    if (unit < length && Characters.isUnspaced(text.charAt(unit))) {
      return UNITS.endOfWordAt(text, unit);
    }
    if (isAt(numberEnd, ' ')) {
      int unitEnd = lettersEnd(numberEnd + 1);
      return !isWordAt(unitEnd) && UNITS.has(text, numberEnd + 1, unitEnd) ? unitEnd : NONE;
    }
    int position = numberEnd;
    for (int part = 0; part < MAX_DURATION_PARTS; part++) {
      int unitEnd = lettersEnd(position);
      if (!UNITS.has(text, position, unitEnd) && !STICKING_UNITS.has(text, position, unitEnd)) {
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

  private int fractionEnd(int start) {
    boolean fraction = (isAt(start, '.') || isAt(start, ',')) && isDigitAt(start + 1);
    return fraction ? digitsEnd(start + 1) : start;
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

  private boolean isDigitAt(int position) {
    return position < length && isDigit(text.charAt(position));
  }

  /** An underscore glues a value to a name. */
  private boolean isInWord(int position) {
    return isWordAt(position) && !isAt(position, '_');
  }

  private boolean isWordAt(int position) {
    return position < length && goesOnWithWord(text.charAt(position));
  }

  private boolean isAt(int position, char expected) {
    return position < length && text.charAt(position) == expected;
  }
}
