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

  /** So many in a row that differ, as with a word made up for each, say nothing any more. */
  private static final int MOST_IN_A_ROW = 50;

  private @Nullable UserWords heard;
  private int inARow;

  // Of the latest text: most programs have one.
  private long latest;
  private long latestWhole;
  private long latestInWords;

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
    read(text);
    long whole = TextDigest.combine(words, latestWhole);
    long inWords = TextDigest.combine(words, latestInWords);
    boolean isNew = !known.knows(whole) && !known.knows(inWords);
    known.hear(whole);
    known.hear(inWords);
    inARow = isNew ? Math.min(MOST_IN_A_ROW + 1, inARow + 1) : 0;
    return isNew && inARow <= MOST_IN_A_ROW;
  }

  private void read(String text) {
    long exactly = TextDigest.of(text);
    if (exactly != latest) {
      latest = exactly;
      latestWhole = UserText.digest(text);
      latestInWords = UserText.digest(withoutNumbers(text));
    }
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
