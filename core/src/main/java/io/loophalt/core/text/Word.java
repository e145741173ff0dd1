package io.loophalt.core.text;

import static io.loophalt.core.fingerprint.Characters.isDigit;
import static io.loophalt.core.fingerprint.Characters.isHex;
import static io.loophalt.core.fingerprint.Characters.isUnspaced;
import static io.loophalt.core.fingerprint.Characters.isWord;

/**
 * What a run of word characters is made of; it ends early before a value that an underscore glues
 * to it.
 *
 * @param end where it ends, exclusive
 * @param digits how many of its characters are decimal digits
 * @param longestDigits how many digits stand in a row at most
 * @param switches how often a digit stands beside something else
 * @param allHex whether every character is a hex digit
 */
record Word(int end, int digits, int longestDigits, int switches, boolean allHex) {

  /** The word that starts here; its first character is known to be one. */
  static Word at(CharSequence text, int start, VariableTokenScanner lookahead) {
    int digits = 0;
    int digitsInRow = 0;
    int longestDigits = 0;
    int switches = 0;
    int nonHex = 0;
    boolean digitBefore = isDigit(text.charAt(start));
    int end = start;
    boolean glue = false;
    boolean unspaced = isUnspaced(text.charAt(start));
    for (; end < text.length() && isWord(text.charAt(end)); end++) {
      if (isUnspaced(text.charAt(end)) != unspaced) {
        break;
      }
      if (glue && lookahead.isGlued(end)) {
        break;
      }
      char c = text.charAt(end);
      glue = c == '_';
      boolean digit = isDigit(c);
      digits += digit ? 1 : 0;
      digitsInRow = digit ? digitsInRow + 1 : 0;
      longestDigits = Math.max(longestDigits, digitsInRow);
      switches += digit == digitBefore ? 0 : 1;
      nonHex += isHex(c) ? 0 : 1;
      digitBefore = digit;
    }
    return new Word(end, digits, longestDigits, switches, nonHex == 0);
  }
}
