package io.loophalt.core.fingerprint;

/**
 * Removes the escape sequences (ECMA-48) by which a program colours a terminal, so that coloured
 * and plain output of the same error read alike. Thread-safe; linear in the length of the text.
 */
public final class TerminalCodes {

  private static final char ESCAPE = '\u001B';
  private static final char BELL = '\u0007';

  private TerminalCodes() {}

  /** The text itself if it holds no escape character, else a copy without any. */
  public static CharSequence strip(CharSequence text) {
    int length = text.length();
    int first = 0;
    while (first < length && text.charAt(first) != ESCAPE) {
      first++;
    }
    if (first == length) {
      return text;
    }
    StringBuilder plain = new StringBuilder(length).append(text, 0, first);
    int position = first;
    while (position < length) {
      char c = text.charAt(position);
      if (c == ESCAPE) {
        position = sequenceEnd(text, position);
      } else {
        plain.append(c);
        position++;
      }
    }
    return plain;
  }

  /** Where the sequence at an escape character ends; right after that character if it is none. */
  private static int sequenceEnd(CharSequence text, int escape) {
    int next = escape + 1;
    if (next == text.length()) {
      return next;
    }
    return switch (text.charAt(next)) {
      case '[' -> controlSequenceEnd(text, next + 1, next);
      case ']' -> commandEnd(text, next + 1, next);
      default -> next;
    };
  }

  private static int controlSequenceEnd(CharSequence text, int start, int otherwise) {
    int position = start;
    while (position < text.length()
        && text.charAt(position) >= 0x20
        && text.charAt(position) < 0x40) {
      position++;
    }
    boolean ended =
        position < text.length() && text.charAt(position) >= 0x40 && text.charAt(position) <= 0x7E;
    return ended ? position + 1 : otherwise;
  }

  /** A command to the terminal, such as a link, ends with a bell or an escape character. */
  private static int commandEnd(CharSequence text, int start, int otherwise) {
    int position = start;
    while (position < text.length() && text.charAt(position) >= ' ') {
      position++;
    }
    if (position == text.length()) {
      return otherwise;
    }
    return switch (text.charAt(position)) {
      case BELL -> position + 1;
      case ESCAPE ->
          position + 1 < text.length() && text.charAt(position + 1) == '\\'
              ? position + 2
              : otherwise;
      default -> otherwise;
    };
  }
}
