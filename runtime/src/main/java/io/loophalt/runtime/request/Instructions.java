package io.loophalt.runtime.request;

import io.loophalt.core.detect.UserWords;
import io.loophalt.core.fingerprint.Characters;
import io.loophalt.core.fingerprint.TextDigest;
import io.loophalt.core.text.UserText;
import org.jspecify.annotations.Nullable;

/**
 * Under which instructions of the system's conversations of one run began: there may be a document
 * in them that the same question is about. As digests of the latest, up to 1 kB. Not thread-safe;
 * linear in the instructions.
 */
final class Instructions {

  private @Nullable UserWords heard;

  /**
   * Hears what a conversation begins with.
   *
   * @param words of a user, as a digest; 0 for none
   * @param text of the instructions; empty for none, which are never new
   * @return whether the words were not said under these instructions before. Numbers in them make
   *     no difference: they tell how much a program has left, or which round it is.
   */
  boolean hear(long words, String text) {
    if (text.isEmpty()) {
      return false;
    }
    UserWords known = heard == null ? new UserWords() : heard;
    heard = known;
    long whole = TextDigest.combine(words, UserText.digest(text));
    long inWords = TextDigest.combine(words, UserText.digest(withoutNumbers(text)));
    boolean isNew = !known.knows(whole) && !known.knows(inWords);
    known.hear(whole);
    known.hear(inWords);
    return isNew;
  }

  private static StringBuilder withoutNumbers(String text) {
    StringBuilder words = new StringBuilder(text.length());
    for (int i = 0; i < text.length(); i++) {
      if (!Characters.isDigit(text.charAt(i))) {
        words.append(text.charAt(i));
      }
    }
    return words;
  }
}
