package io.loophalt.core.fingerprint;

/** The character classes on which the scanners of this package agree. */
public final class Characters {

  private Characters() {}

  public static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  public static boolean isAsciiLetter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  }

  public static boolean isLowerHex(char c) {
    return isDigit(c) || (c >= 'a' && c <= 'f');
  }

  public static boolean isHex(char c) {
    return isLowerHex(c) || (c >= 'A' && c <= 'F');
  }

  /** What a word is made of. A surrogate counts: half a letter is no end of a word. */
  public static boolean isWord(char c) {
    return c < 0x80
        ? isAsciiLetter(c) || isDigit(c) || c == '_'
        : Character.isLetterOrDigit(c) || Character.isSurrogate(c);
  }

  /**
   * Whether this is a letter of a script that puts no blanks between words, or glues its particles
   * to them: Chinese characters, Japanese kana, Korean syllables.
   */
  public static boolean isUnspaced(char c) {
    return c >= 0x3005
        && (c <= 0x3007
            || (c >= 0x3041 && c <= 0x30FF && c != 0x30FB)
            || (c >= 0x3400 && c <= 0x4DBF)
            || (c >= 0x4E00 && c <= 0x9FFF)
            || (c >= 0xAC00 && c <= 0xD7A3)
            || (c >= 0xF900 && c <= 0xFAFF)
            || (c >= 0xFF66 && c <= 0xFF9F));
  }

  /** The small letter, of the scripts that have two cases. */
  public static char fold(char c) {
    if (c < 0x80) {
      return c >= 'A' && c <= 'Z' ? (char) (c + 32) : c;
    }
    return c < 0x2000 ? Character.toLowerCase(c) : c;
  }

  /** Whether a word that is written with blanks around it goes on with this character. */
  public static boolean goesOnWithWord(char c) {
    return isWord(c) && !isUnspaced(c);
  }

  public static boolean isSeparator(char c) {
    return c == '/' || c == '\\';
  }

  /** What a path can be made of without quotes; a colon ends it, so that line numbers stay out. */
  public static boolean isPath(char c) {
    return switch (c) {
      case '/', '\\', '.', '-', '+', '~', '@', '$', '%' -> true;
      default -> isWord(c);
    };
  }

  public static boolean isQuote(char c) {
    return c == '"' || c == '\'' || c == '`';
  }

  public static boolean isLineEnd(char c) {
    return c == '\n' || c == '\r' || c == '\u0085' || c == '\u2028' || c == '\u2029';
  }

  /** White space, and control characters with it: neither says anything about an error. */
  public static boolean isBlank(char c) {
    return c <= ' ' || (c >= 0x7F && (Character.isISOControl(c) || Character.isSpaceChar(c)));
  }
}
