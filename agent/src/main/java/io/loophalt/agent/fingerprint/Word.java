package io.loophalt.agent.fingerprint;

import static io.loophalt.agent.fingerprint.Characters.isDigit;
import static io.loophalt.agent.fingerprint.Characters.isHex;
import static io.loophalt.agent.fingerprint.Characters.isLowerHex;
import static io.loophalt.agent.fingerprint.Characters.isWord;

/**
 * What a run of word characters is made of.
 *
 * @param end where it ends, exclusive
 * @param digits how many of its characters are decimal digits
 * @param longestDigits how many digits stand in a row at most
 * @param switches how often a digit stands beside something else
 * @param allHex whether every character is a hex digit
 * @param allLowerHex whether every character is a hex digit and none is upper case
 * @param hexLiteral whether it is {@code 0x} and hex digits
 */
record Word(
    int end,
    int digits,
    int longestDigits,
    int switches,
    boolean allHex,
    boolean allLowerHex,
    boolean hexLiteral) {

  /** The word that starts here; its first character is known to be one. */
  static Word at(CharSequence text, int start) {
    int digits = 0;
    int digitsInRow = 0;
    int longestDigits = 0;
    int switches = 0;
    int nonHex = 0;
    int nonLowerHex = 0;
    boolean digitBefore = isDigit(text.charAt(start));
    int end = start;
    for (; end < text.length() && isWord(text.charAt(end)); end++) {
      char c = text.charAt(end);
      boolean digit = isDigit(c);
      digits += digit ? 1 : 0;
      digitsInRow = digit ? digitsInRow + 1 : 0;
      longestDigits = Math.max(longestDigits, digitsInRow);
      switches += digit == digitBefore ? 0 : 1;
      nonHex += isHex(c) ? 0 : 1;
      nonLowerHex += isLowerHex(c) ? 0 : 1;
      digitBefore = digit;
    }
    boolean hexLiteral =
        end - start > 2
            && nonHex == 1
            && text.charAt(start) == '0'
            && (text.charAt(start + 1) == 'x' || text.charAt(start + 1) == 'X');
    return new Word(
        end, digits, longestDigits, switches, nonHex == 0, nonLowerHex == 0, hexLiteral);
  }
}
