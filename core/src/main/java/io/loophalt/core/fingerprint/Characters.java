package io.loophalt.core.fingerprint;

/** The character classes on which the scanners of this package agree. */
public final class Characters {

  private static final int ASCII = 0x80;

  private static final byte LETTER = 1;
  private static final byte DIGIT = 2;
  private static final byte WORD = 4;
  private static final byte PATH = 8;
  private static final byte WHITESPACE = 16;
  private static final byte HEX_LETTER = 32;
  private static final byte MARK_IN_NAME = 64;

  /** Nearly all text is ASCII: one look instead of up to five comparisons. */
  private static final byte[] KINDS = kinds();

  private Characters() {}

  private static byte[] kinds() {
    byte[] kinds = new byte[ASCII];
    for (char c = 0; c < ASCII; c++) {
      boolean letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
      boolean word = letter || isDigit(c) || c == '_';
      kinds[c] |= letter ? LETTER : 0;
      kinds[c] |= isDigit(c) ? DIGIT : 0;
      kinds[c] |= word ? WORD : 0;
      kinds[c] |= word || "/\\.-+~@$%".indexOf(c) >= 0 ? PATH : 0;
      kinds[c] |= "_.-+~@$%".indexOf(c) >= 0 ? MARK_IN_NAME : 0;
      kinds[c] |= Character.isWhitespace(c) ? WHITESPACE : 0;
      kinds[c] |= letter && Character.digit(c, 16) >= 0 ? HEX_LETTER : 0;
    }
    return kinds;
  }

  private static boolean is(int kinds, char c) {
    return (KINDS[c] & kinds) != 0;
  }

  public static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  public static boolean isAsciiLetter(char c) {
    return c < ASCII && is(LETTER, c);
  }

  /** As {@link Character#isLetter(char)}. */
  public static boolean isLetter(char c) {
    return c < ASCII ? is(LETTER, c) : Character.isLetter(c);
  }

  /** As {@link Character#isLetterOrDigit(char)}. */
  public static boolean isLetterOrDigit(char c) {
    return c < ASCII ? is(LETTER | DIGIT, c) : Character.isLetterOrDigit(c);
  }

  /** As {@link Character#isWhitespace(char)}. */
  public static boolean isWhitespace(char c) {
    return c < ASCII ? is(WHITESPACE, c) : Character.isWhitespace(c);
  }

  public static boolean isLowerHex(char c) {
    return isDigit(c) || (c >= 'a' && c <= 'f');
  }

  public static boolean isHex(char c) {
    return c < ASCII && is(DIGIT | HEX_LETTER, c);
  }

  /** What a word is made of. A surrogate counts: half a letter is no end of a word. */
  public static boolean isWord(char c) {
    return c < ASCII ? is(WORD, c) : Character.isLetterOrDigit(c) || Character.isSurrogate(c);
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
    return c < ASCII ? is(PATH, c) : isWord(c);
  }

  /** What a path can be made of beside separators, letters and digits. */
  public static boolean isMarkInName(char c) {
    return c < ASCII && is(MARK_IN_NAME, c);
  }

  public static boolean isPathButNoSeparator(char c) {
    return c < ASCII ? is(WORD | MARK_IN_NAME, c) : isWord(c);
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
