package io.loophalt.core.fingerprint;

import static io.loophalt.core.fingerprint.Characters.isWord;

/** The words after which a path names what was asked of a server, not where a file is. */
final class HttpMethod {

  private static final String[] METHODS = {
    "GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"
  };
  private static final String BETWEEN = " :\"'`";
  private static final int MAX_BETWEEN = 3;

  private HttpMethod() {}

  /** Whether one stands before this place, perhaps with a blank, colon or quote in between. */
  static boolean endsBefore(CharSequence text, int place) {
    int end = place;
    while (end > 0 && place - end < MAX_BETWEEN && BETWEEN.indexOf(text.charAt(end - 1)) >= 0) {
      end--;
    }
    for (String method : METHODS) {
      int start = end - method.length();
      if (start >= 0
          && (start == 0 || !isWord(text.charAt(start - 1)))
          && matches(text, start, method)) {
        return true;
      }
    }
    return false;
  }

  private static boolean matches(CharSequence text, int start, String method) {
    for (int i = 0; i < method.length(); i++) {
      if (text.charAt(start + i) != method.charAt(i)) {
        return false;
      }
    }
    return true;
  }
}
