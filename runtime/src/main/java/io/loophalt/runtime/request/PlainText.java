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

  /** The digest of an answer; 0 if it says nothing. */
  static long digest(String text) {
    StringBuilder plain = of(text);
    return plain.isEmpty() ? 0 : TextDigest.of(plain);
  }

  static StringBuilder of(String text) {
    int from = Math.max(0, text.length() - MOST_CHARS);
    StringBuilder plain = new StringBuilder(Math.min(text.length(), 1024));
    for (int i = from; i < text.length(); i++) {
      char c = text.charAt(i);
      int thoughtsEnd = c == '<' ? endOfThoughts(text, i) : i;
      if (thoughtsEnd > i) {
        i = thoughtsEnd - 1;
      } else if (!Characters.isBlank(c)) {
        plain.append(c);
      }
    }
    return plain;
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
