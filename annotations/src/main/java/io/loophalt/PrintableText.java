package io.loophalt;

/**
 * Text of somebody else in a form that is safe on a console and in a log: a run's id, a task, a
 * tool's name come from users, models and servers.
 *
 * <p>Loophalt shows such text in this form only, be it in its messages, in a {@link
 * LoopHaltException} or in a report. What is for programs, such as {@link StopReason#runId()}, is
 * as it was given; an application that prints it should do so through this class. Thread-safe; the
 * cost is linear in the text, and nothing is allocated where nothing has to be changed.
 */
public final class PrintableText {

  /** Characters (Unicode code points) of the longest name that is shown as a whole. */
  public static final int LONGEST_NAME = 100;

  /** Of a longer name: ids tend to differ at their ends. */
  private static final int SHOWN_OF_THE_END = 39;

  private static final int SHOWN_OF_THE_BEGINNING = LONGEST_NAME - 1 - SHOWN_OF_THE_END;

  private static final String HEX = "0123456789abcdef";

  private PrintableText() {}

  /**
   * The text on one line, with nothing in it that a terminal or an editor obeys instead of showing
   * it. Letters, digits, signs and emoji of all languages stay as they are. What {@link
   * #isPrintable} refuses is written as in Java and JSON: a backslash, {@code u}, and four
   * hexadecimal digits. A text that has been through this method is not changed again.
   */
  public static String of(String text) {
    int next = firstUnprintable(text, 0);
    if (next == text.length()) {
      return text;
    }
    StringBuilder shown = new StringBuilder(text.length() + 16);
    int done = 0;
    while (next < text.length()) {
      shown.append(text, done, next);
      done = next + Character.charCount(text.codePointAt(next));
      for (int i = next; i < done; i++) {
        escape(text.charAt(i), shown);
      }
      next = firstUnprintable(text, done);
    }
    return shown.append(text, done, next).toString();
  }

  /**
   * A name or an id in the form of {@link #of}; of one that has more than {@value #LONGEST_NAME}
   * characters the beginning and the end, with an ellipsis between them.
   */
  public static String name(String text) {
    if (text.length() <= LONGEST_NAME || text.codePointCount(0, text.length()) <= LONGEST_NAME) {
      return of(text);
    }
    int beginning = text.offsetByCodePoints(0, SHOWN_OF_THE_BEGINNING);
    int end = text.offsetByCodePoints(text.length(), -SHOWN_OF_THE_END);
    return of(text.substring(0, beginning)) + '…' + of(text.substring(end));
  }

  /**
   * Whether a character can be shown as it is: none of the categories Control (C0 with its line
   * ends and ESC, and C1), Format (the marks that turn the direction of writing round, and those
   * without a width), Line Separator, Paragraph Separator and Surrogate, which is half a character.
   *
   * @param character a Unicode code point
   */
  public static boolean isPrintable(int character) {
    if (character >= ' ' && character <= '~') {
      return true;
    }
    return switch (Character.getType(character)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR,
          Character.SURROGATE ->
          false;
      default -> true;
    };
  }

  /** Where the first character stands that is not printable; the text's length if there is none. */
  private static int firstUnprintable(String text, int from) {
    int at = from;
    while (at < text.length()) {
      int character = text.codePointAt(at);
      if (!isPrintable(character)) {
        return at;
      }
      at += Character.charCount(character);
    }
    return at;
  }

  private static void escape(char unit, StringBuilder shown) {
    shown.append("\\u");
    for (int shift = 12; shift >= 0; shift -= 4) {
      shown.append(HEX.charAt(unit >>> shift & 0xF));
    }
  }
}
