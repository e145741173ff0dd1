package io.loophalt.configuration;

/** Text from a file in a form that is fit for a one-line message. */
final class Quote {

  private static final int MAX_LENGTH = 60;

  private Quote() {}

  /** In single quotes and shortened. */
  static String of(String text) {
    if (text.codePointCount(0, text.length()) <= MAX_LENGTH) {
      return "'" + printable(text) + "'";
    }
    return "'" + printable(text.substring(0, text.offsetByCodePoints(0, MAX_LENGTH))) + "…'";
  }

  /** With a question mark for whatever would break the line or not be seen. */
  static String printable(String text) {
    StringBuilder shown = new StringBuilder(text.length());
    text.codePoints().forEach(c -> shown.appendCodePoint(isPrintable(c) ? c : '?'));
    return shown.toString();
  }

  private static boolean isPrintable(int character) {
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
}
