package io.loophalt.core.text;

import static io.loophalt.core.fingerprint.Characters.isWord;

/** The words after which a path names what was asked of a server, not where a file is. */
final class HttpMethod {

  private static final WordSet METHODS = new WordSet(Vocabulary.METHODS_OF_HTTP);
  private static final String BETWEEN = " :\"'`";

  /** Words that are longer are none of them. */
  private static final int LONGEST = 8;

  private static final int MAX_BETWEEN = 3;

  private HttpMethod() {}

  /** Whether one stands before this place, perhaps with a blank, colon or quote in between. */
  static boolean endsBefore(CharSequence text, int place) {
    int end = place;
    while (end > 0 && place - end < MAX_BETWEEN && BETWEEN.indexOf(text.charAt(end - 1)) >= 0) {
      end--;
    }
    int start = end;
    while (start > 0 && end - start <= LONGEST && isWord(text.charAt(start - 1))) {
      start--;
    }
    return METHODS.has(text, start, end);
  }
}
