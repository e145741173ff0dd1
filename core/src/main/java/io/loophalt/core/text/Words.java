package io.loophalt.core.text;

import io.loophalt.core.fingerprint.Characters;
import io.loophalt.core.fingerprint.TextDigest;

/**
 * Single-pass reading of words, numbers and identifiers in a text, without copies of it.
 *
 * <p>Comparisons ignore the case of ASCII letters and expect lower case on the other side.
 */
final class Words {

  /** The mixing state of an empty text. */
  static final long EMPTY = 0xCBF29CE484222325L;

  private static final long PRIME = 0x100000001B3L;
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

  /** Where the letters end; those of a script without blanks are a word of their own. */
  static int endOfWord(CharSequence text, int at, int to) {
    int end = at;
    boolean unspaced = at < to && Characters.isUnspaced(text.charAt(at));
    while (end < to) {
      char c = text.charAt(end);
      boolean goesOn =
          c < 0x80
              ? !unspaced && isAsciiLetter(c)
              : Character.isLetter(c) && Characters.isUnspaced(c) == unspaced;
      if (!goesOn) {
        break;
      }
      end++;
    }
    return end;
  }

  static boolean isAsciiLetter(char c) {
    return Characters.isAsciiLetter(c);
  }

  static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  static boolean isHexDigit(char c) {
    return Characters.isHex(c);
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
   * The end of a hexadecimal number or id, or a network address that starts here, or {@code at} if
   * none does.
   */
  static int endOfId(CharSequence text, int at) {
    if (!isHexDigit(text.charAt(at))) {
      return at;
    }
    int id = endOfHexId(text, at);
    if (id > at || !isDigit(text.charAt(at))) {
      return id;
    }
    if (regionMatches(text, at, "0x")) {
      int end = at + 2;
      while (end < text.length() && isHexDigit(text.charAt(end))) {
        end++;
      }
      return end > at + 2 ? end : at;
    }
    return endOfAddress(text, at);
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

  static char lower(char c) {
    return c >= 'A' && c <= 'Z' ? (char) (c + 32) : c;
  }
}
