package io.loophalt.runtime.request;

import io.loophalt.core.fingerprint.Characters;
import io.loophalt.core.fingerprint.TextDigest;

/**
 * An answer's text without white space and thoughts, which come back changed or not at all in the
 * requests that follow. Thoughts are what stands between {@code <think>} and {@code </think>}, or
 * {@code <thinking>} and {@code </thinking>}. Linear, up to {@value #MOST_CHARS} characters; of a
 * longer text the end is read, where transcripts grow.
 */
final class PlainText {

  private static final int MOST_CHARS = 1 << 16;

  private static final String[] THOUGHTS = {"think", "thinking"};

  private PlainText() {}

  /** The digest of a plain text; 0 if it says nothing. */
  static long digest(CharSequence plain) {
    return plain.isEmpty() ? 0 : TextDigest.of(plain);
  }

  static StringBuilder of(String text) {
    StringBuilder plain = new StringBuilder(Math.min(text.length(), 1024));
    read(text, plain, MOST_CHARS);
    return plain;
  }

  /**
   * What a text begins with, as it is written, until so much of it without white space has come.
   */
  static String before(String text, int plainLength) {
    return text.substring(0, read(text, new StringBuilder(plainLength), plainLength));
  }

  /** Appends so much without white space, if there is as much; where it ends. */
  private static int read(String text, StringBuilder plain, int length) {
    int i = Math.max(0, text.length() - MOST_CHARS);
    for (; i < text.length() && plain.length() < length; i++) {
      char c = text.charAt(i);
      int thoughtsEnd = c == '<' ? endOfThoughts(text, i) : i;
      if (thoughtsEnd > i) {
        i = thoughtsEnd - 1;
      } else if (!Characters.isBlank(c)) {
        plain.append(c);
      }
    }
    return i;
  }

  /** Where thoughts end that begin here; the same place if none do. */
  private static int endOfThoughts(String text, int start) {
    for (String name : THOUGHTS) {
      if (text.startsWith(name + '>', start + 1)) {
        String close = "</" + name + '>';
        int end = text.indexOf(close, start);
        return end < 0 ? start : end + close.length();
      }
    }
    return start;
  }
}
