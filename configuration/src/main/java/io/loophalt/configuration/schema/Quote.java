package io.loophalt.configuration.schema;

import io.loophalt.PrintableText;

/** Text from a file, between quotes and in a form that is fit for a one-line message. */
public final class Quote {

  private static final int MAX_LENGTH = 60;

  private Quote() {}

  /** In single quotes and shortened. */
  public static String of(String text) {
    if (text.codePointCount(0, text.length()) <= MAX_LENGTH) {
      return "'" + PrintableText.of(text) + "'";
    }
    return "'" + PrintableText.of(text.substring(0, text.offsetByCodePoints(0, MAX_LENGTH))) + "…'";
  }
}
