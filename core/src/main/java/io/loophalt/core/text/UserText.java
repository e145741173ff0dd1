package io.loophalt.core.text;

import static io.loophalt.core.fingerprint.Characters.isBlank;
import static io.loophalt.core.fingerprint.Characters.isDigit;
import static io.loophalt.core.fingerprint.Characters.isHex;
import static io.loophalt.core.fingerprint.Characters.isWord;

import io.loophalt.core.fingerprint.TextDigest;
import java.util.HashMap;
import java.util.Map;

/**
 * Reads what a user says to a model, as far as it tells whether the same is said again.
 *
 * <p>White space is folded and capital letters count as small ones. Points in time with a clock,
 * UUIDs and hex addresses go, for programs put them into what they say, and so does the count in
 * {@code 7/30}, {@code [7 of 30]}, {@code #7}, {@code attempt no. 7} and {@code 7 tries left}. All
 * other numbers stay: who asks about two orders asks two questions. A line that stands in a text
 * more than once counts once, and an element of a list in a line, if it is no short one, twice at
 * most: a program that tells the model of its attempts says nothing new where the last was as those
 * before. Of a text of more than {@value #MOST_CHARS} characters the two ends and the length count.
 * Thread-safe; linear up to {@value #MOST_IN_PARTS}.
 */
public final class UserText {

  private static final int MOST_CHARS = 1 << 16;

  /** A longer text is not read part by part. */
  private static final int MOST_IN_PARTS = 1 << 20;

  /** Shorter things are listed as they are. */
  private static final int SHORTEST_ELEMENT = 12;

  /** A person orders the same thing twice. */
  private static final int MOST_EQUAL_ELEMENTS = 2;

  private static final WordSet COUNTS = new WordSet(Vocabulary.COUNTS_OF_ATTEMPTS);

  private static final char VARIABLE = '\u0000';

  private final CharSequence text;
  private final VariableTokenScanner lookahead;
  private final StringBuilder normal;

  private UserText(CharSequence text) {
    this.text = text;
    this.lookahead = new VariableTokenScanner(text);
    this.normal = new StringBuilder(Math.min(text.length(), 256));
  }

  /** The digest of what is said; 0 if it is nothing. */
  public static long digest(CharSequence said) {
    CharSequence once = said.length() <= MOST_IN_PARTS ? withoutRepeatedParts(said) : said;
    int length = once.length();
    if (length <= MOST_CHARS) {
      return new UserText(once).digest();
    }
    int half = MOST_CHARS / 2;
    long ends =
        TextDigest.combine(
            new UserText(once.subSequence(0, half)).digest(),
            new UserText(once.subSequence(length - half, length)).digest());
    return TextDigest.combine(ends, length);
  }

  private static CharSequence withoutRepeatedParts(CharSequence said) {
    String text = said.toString();
    if (endOfPart(text, endOfPart(text, 0)) == text.length()) {
      return said; // At most two parts.
    }
    Map<Long, Integer> seen = new HashMap<>();
    StringBuilder once = new StringBuilder(text.length());
    for (int from = 0; from < text.length(); ) {
      int to = endOfPart(text, from);
      long part = new UserText(text.substring(from, to)).digest();
      int most = text.charAt(to - 1) == ',' ? MOST_EQUAL_ELEMENTS : 1;
      if (part == 0 || seen.merge(part, 1, Integer::sum) <= most) {
        once.append(text, from, to);
      }
      from = to;
    }
    return once;
  }

  /** Behind the next end of a line, or the comma behind an element of a list. */
  private static int endOfPart(String text, int from) {
    for (int at = from; at < text.length(); at++) {
      boolean ends =
          text.charAt(at) == ',' ? at - from >= SHORTEST_ELEMENT : text.charAt(at) == '\n';
      if (ends) {
        return at + 1;
      }
    }
    return text.length();
  }

  private long digest() {
    int position = 0;
    while (position < text.length()) {
      position = next(position);
    }
    int end = normal.length();
    while (end > 0 && normal.charAt(end - 1) == ' ') {
      end--;
    }
    normal.setLength(end);
    return end == 0 ? 0 : TextDigest.of(normal);
  }

  /** Reads on from a position; where to go on. */
  private int next(int position) {
    char c = text.charAt(position);
    if (isBlank(c)) {
      if (!normal.isEmpty() && normal.charAt(normal.length() - 1) != ' ') {
        normal.append(' ');
      }
      return position + 1;
    }
    if (!isWord(c) || (position > 0 && isWord(text.charAt(position - 1)))) {
      normal.append(Character.toLowerCase(c));
      return position + 1;
    }
    int end = variable(position, c);
    if (end != VariableTokenScanner.NONE) {
      normal.append(VARIABLE);
      return end;
    }
    normal.append(Character.toLowerCase(c));
    return position + 1;
  }

  private int variable(int position, char first) {
    int end = isHex(first) ? lookahead.uuid(position) : VariableTokenScanner.NONE;
    if (end == VariableTokenScanner.NONE && first == '0') {
      end = lookahead.hexLiteral(position);
    }
    if (end == VariableTokenScanner.NONE) {
      end = TimestampScanner.dateTime(text, position);
    }
    if (end == VariableTokenScanner.NONE && isDigit(first)) {
      end = TimestampScanner.clock(text, position);
    }
    return end == VariableTokenScanner.NONE && isDigit(first) ? counted(position) : end;
  }

  /** The end of a number that counts how often something is said; of what it is out of, too. */
  private int counted(int position) {
    int end = digitsFrom(position);
    if (isBefore(position, '#')
        || followsCount(position)
        || NumberMeaning.isOneOfAttempts(text, position, end)) {
      return end;
    }
    int of = outOf(end);
    int total = of == VariableTokenScanner.NONE ? of : digitsFrom(of);
    boolean counts =
        total > of && !isWordAt(total) && !isAt(total, '/') && !isBefore(position, '/');
    return counts ? total : VariableTokenScanner.NONE;
  }

  private boolean followsCount(int position) {
    int end = position;
    while (end > 0 && (isBefore(end, ' ') || isBefore(end, ':'))) {
      end--;
    }
    int start = end;
    while (start > 0 && isWord(text.charAt(start - 1))) {
      start--;
    }
    return end < position && COUNTS.has(text, start, end);
  }

  /** Where the number begins of which this one is so many. */
  private int outOf(int end) {
    if (isAt(end, '/')) {
      return end + 1;
    }
    boolean of = isAt(end, ' ') && isAt(end + 1, 'o') && isAt(end + 2, 'f') && isAt(end + 3, ' ');
    return of ? end + 4 : VariableTokenScanner.NONE;
  }

  private int digitsFrom(int start) {
    int end = start;
    while (end < text.length() && isDigit(text.charAt(end))) {
      end++;
    }
    return end;
  }

  private boolean isWordAt(int position) {
    return position < text.length() && isWord(text.charAt(position));
  }

  private boolean isAt(int position, char expected) {
    return position < text.length() && text.charAt(position) == expected;
  }

  private boolean isBefore(int position, char expected) {
    return position > 0 && text.charAt(position - 1) == expected;
  }
}
