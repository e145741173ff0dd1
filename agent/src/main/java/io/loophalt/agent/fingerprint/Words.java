package io.loophalt.agent.fingerprint;

/**
 * Single-pass reading of words, numbers, paths and identifiers in a text, without copies of it.
 *
 * <p>Comparisons ignore the case of ASCII letters and expect lower case on the other side.
 */
final class Words {

  /** The mixing state of an empty text. */
  static final long EMPTY = 0xCBF29CE484222325L;

  private static final long PRIME = 0x100000001B3L;
  private static final int UUID_LENGTH = 36;
  private static final int SHORTEST_HEX_ID = 7;

  private Words() {}

  /** FNV-1a over 16-bit units: short tokens arrive one by one, so no block hash fits. */
  static long mix(long state, char c) {
    return (state ^ c) * PRIME;
  }

  static long mix(long state, CharSequence text, int from, int to) {
    long mixed = state;
    for (int i = from; i < to; i++) {
      mixed = mix(mixed, text.charAt(i));
    }
    return mixed;
  }

  /** Spreads the state over all bits; never zero. */
  static long finish(long state) {
    long mixed = state ^ (state >>> 32);
    mixed *= 0x9E3779B97F4A7C15L;
    return TextDigest.present(mixed ^ (mixed >>> 29));
  }

  static boolean startsWith(CharSequence text, String lowerCase) {
    return regionMatches(text, 0, lowerCase);
  }

  static boolean regionMatches(CharSequence text, int at, String lowerCase) {
    if (at < 0 || at + lowerCase.length() > text.length()) {
      return false;
    }
    for (int i = 0; i < lowerCase.length(); i++) {
      if (lower(text.charAt(at + i)) != lowerCase.charAt(i)) {
        return false;
      }
    }
    return true;
  }

  /** Whether one of the words stands here and ends here. */
  static boolean startsWithOneOf(CharSequence text, int at, String[] lowerCaseWords) {
    for (String word : lowerCaseWords) {
      if (regionMatches(text, at, word)
          && (at + word.length() == text.length()
              || !Character.isLetterOrDigit(text.charAt(at + word.length())))) {
        return true;
      }
    }
    return false;
  }

  static boolean isOneOf(CharSequence text, int from, int to, String[] lowerCaseWords) {
    for (String word : lowerCaseWords) {
      if (word.length() == to - from && regionMatches(text, from, word)) {
        return true;
      }
    }
    return false;
  }

  /** Whether any word of the text, split at what is neither letter nor digit, is one of these. */
  static boolean contains(CharSequence text, String[] lowerCaseWords) {
    int length = text.length();
    int at = 0;
    while (at < length) {
      if (!Character.isLetterOrDigit(text.charAt(at))) {
        at++;
        continue;
      }
      int end = at;
      while (end < length && Character.isLetterOrDigit(text.charAt(end))) {
        end++;
      }
      if (isOneOf(text, at, end, lowerCaseWords)) {
        return true;
      }
      at = end;
    }
    return false;
  }

  static int endOfWord(CharSequence text, int at, int to) {
    int end = at;
    while (end < to && Character.isLetter(text.charAt(end))) {
      end++;
    }
    return end;
  }

  static boolean isAsciiLetter(char c) {
    char lower = lower(c);
    return lower >= 'a' && lower <= 'z';
  }

  static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  static boolean isHexDigit(char c) {
    return isDigit(c) || (lower(c) >= 'a' && lower(c) <= 'f');
  }

  /** The end of digits with at most one fraction. */
  static int endOfNumber(CharSequence text, int at) {
    int length = text.length();
    int end = at;
    while (end < length && isDigit(text.charAt(end))) {
      end++;
    }
    if (end + 1 < length && text.charAt(end) == '.' && isDigit(text.charAt(end + 1))) {
      end++;
      while (end < length && isDigit(text.charAt(end))) {
        end++;
      }
    }
    return end;
  }

  /**
   * The end of a UUID, a hexadecimal number or id, a network address, a date or a clock time that
   * starts here, or {@code at} if none does.
   */
  static int endOfVaryingToken(CharSequence text, int at) {
    char c = text.charAt(at);
    if (!isHexDigit(c)) {
      return at;
    }
    if (isUuid(text, at)) {
      return at + UUID_LENGTH;
    }
    int id = endOfHexId(text, at);
    if (id > at) {
      return id;
    }
    if (!isDigit(c)) {
      return at;
    }
    int length = text.length();
    if (c == '0' && at + 2 < length && lower(text.charAt(at + 1)) == 'x') {
      int end = at + 2;
      while (end < length && isHexDigit(text.charAt(end))) {
        end++;
      }
      return end > at + 2 ? end : at;
    }
    if (matches(text, at, "dddd-dd-dd")) {
      int end = at + 10;
      if (end < length && (lower(text.charAt(end)) == 't' || text.charAt(end) == ' ')) {
        int time = endOfClock(text, end + 1);
        return time > end + 1 ? time : end;
      }
      return end;
    }
    int address = endOfAddress(text, at);
    return address > at ? address : endOfClock(text, at);
  }

  /** As long as a short commit id at least, with letters and digits: neither number nor word. */
  private static int endOfHexId(CharSequence text, int at) {
    int end = at;
    boolean digit = false;
    boolean letter = false;
    while (end < text.length() && isHexDigit(text.charAt(end))) {
      digit |= isDigit(text.charAt(end));
      letter |= !isDigit(text.charAt(end));
      end++;
    }
    boolean whole = end == text.length() || !Character.isLetterOrDigit(text.charAt(end));
    return whole && digit && letter && end - at >= SHORTEST_HEX_ID ? end : at;
  }

  /** Four numbers with dots between them. */
  private static int endOfAddress(CharSequence text, int at) {
    int end = at;
    for (int part = 0; part < 4; part++) {
      if (part > 0) {
        if (end >= text.length() || text.charAt(end) != '.') {
          return at;
        }
        end++;
      }
      int start = end;
      while (end < text.length() && isDigit(text.charAt(end))) {
        end++;
      }
      if (end == start || end - start > 3) {
        return at;
      }
    }
    return end;
  }

  private static int endOfClock(CharSequence text, int at) {
    if (!matches(text, at, "dd:dd")) {
      return at;
    }
    int end = matches(text, at, "dd:dd:dd") ? at + 8 : at + 5;
    int length = text.length();
    if (end + 1 < length
        && (text.charAt(end) == '.' || text.charAt(end) == ',')
        && isDigit(text.charAt(end + 1))) {
      end++;
      while (end < length && isDigit(text.charAt(end))) {
        end++;
      }
    }
    if (end < length && lower(text.charAt(end)) == 'z') {
      return end + 1;
    }
    if (matches(text, end, "+dd:dd") || matches(text, end, "-dd:dd")) {
      return end + 6;
    }
    return end;
  }

  private static boolean isUuid(CharSequence text, int at) {
    if (at + UUID_LENGTH > text.length() || text.charAt(at + 8) != '-') {
      return false;
    }
    for (int i = 0; i < UUID_LENGTH; i++) {
      boolean dash = i == 8 || i == 13 || i == 18 || i == 23;
      char c = text.charAt(at + i);
      if (dash ? c != '-' : !isHexDigit(c)) {
        return false;
      }
    }
    return true;
  }

  private static boolean matches(CharSequence text, int at, String shape) {
    if (at + shape.length() > text.length()) {
      return false;
    }
    for (int i = 0; i < shape.length(); i++) {
      char wanted = shape.charAt(i);
      char c = text.charAt(at + i);
      if (wanted == 'd' ? !isDigit(c) : c != wanted) {
        return false;
      }
    }
    return true;
  }

  /** Whether an absolute path of at least two names starts here. */
  static boolean isPathStart(CharSequence text, int at) {
    if (text.charAt(at) != '/' || at + 1 >= text.length()) {
      return false;
    }
    if (at > 0 && (isPathChar(text.charAt(at - 1)) || text.charAt(at - 1) == '/')) {
      return false;
    }
    return startOfFileName(text, at) > at + 1;
  }

  /** Where the last name of the path that starts here begins. */
  static int startOfFileName(CharSequence text, int at) {
    int last = at;
    int end = at;
    int length = text.length();
    while (end < length && (text.charAt(end) == '/' || isPathChar(text.charAt(end)))) {
      if (text.charAt(end) == '/' && end + 1 < length && isPathChar(text.charAt(end + 1))) {
        last = end + 1;
      }
      end++;
    }
    return last;
  }

  private static boolean isPathChar(char c) {
    return Character.isLetterOrDigit(c) || "._-+@".indexOf(c) >= 0;
  }

  static char lower(char c) {
    return c >= 'A' && c <= 'Z' ? (char) (c + 32) : c;
  }
}
