package io.loophalt.core.fingerprint;

/**
 * The words of prose, each once, so that what another agent answers is no news where it says in
 * other sentences what was said before.
 *
 * <p>A number of two digits or more weighs as much as {@value #WORDS_OF_A_NUMBER} words: a price, a
 * date, a count of lines is content. Ids are left out: digits and letters in turn, or hexadecimal.
 * Of scripts without blanks two letters are a word. Thread-safe; reads the first {@value #CHARS}
 * characters; allocates nothing.
 */
public final class SaidWords {

  private static final long MULTIPLIER = 0x9E3779B97F4A7C15L;
  private static final int CHARS = 1_500;
  private static final int WORDS_OF_A_NUMBER = 3;
  private static final int SHORTEST_ID = 6;
  private static final int LEAST_DIGITS = 2;

  private static final int WORDS_OF_A_SENTENCE = 5;
  private static final int LETTERS_OF_A_SENTENCE = 8;

  private SaidWords() {}

  /** Whether a text has a sentence: some words in a row with nothing but blanks between them. */
  public static boolean areIn(String text) {
    int length = Math.min(text.length(), CHARS);
    int words = 0;
    int unspaced = 0;
    for (int at = 0; at < length; at++) {
      char c = text.charAt(at);
      boolean word = Characters.isWord(c);
      unspaced = word && Characters.isUnspaced(c) ? unspaced + 1 : 0;
      if (word && (at == 0 || !Characters.isWord(text.charAt(at - 1)))) {
        words++;
      } else if (!word && c != ' ' && c != ',' && c != '\'') {
        words = 0;
      }
      if (words >= WORDS_OF_A_SENTENCE || unspaced >= LETTERS_OF_A_SENTENCE) {
        return true;
      }
    }
    return false;
  }

  /** Adds the words of a text that the list does not hold yet. */
  public static void read(String text, DigestList into) {
    int length = Math.min(text.length(), CHARS);
    int at = 0;
    while (at < length && !into.isFull()) {
      char c = text.charAt(at);
      if (!Characters.isWord(c)) {
        at++;
      } else if (Characters.isUnspaced(c)) {
        if (at + 1 < length && Characters.isUnspaced(text.charAt(at + 1))) {
          add(mix(mix(0, c), text.charAt(at + 1)), into);
        }
        at++;
      } else {
        at = afterWord(text, at, length, into);
      }
    }
  }

  private static int afterWord(String text, int from, int length, DigestList into) {
    long word = 0;
    int digits = 0;
    int at = from;
    while (at < length && Characters.goesOnWithWord(text.charAt(at))) {
      char c = text.charAt(at);
      digits += Characters.isDigit(c) ? 1 : 0;
      word = mix(word, Characters.fold(c));
      at++;
    }
    if (digits == 0) {
      add(word, into);
    } else if (digits == at - from) {
      for (int i = 0; digits >= LEAST_DIGITS && i < WORDS_OF_A_NUMBER; i++) {
        add(mix(word, (char) ('a' + i)), into);
      }
    } else if (at - from < SHORTEST_ID) {
      add(word, into);
    }
    return at;
  }

  private static long mix(long word, char c) {
    return (word ^ c) * MULTIPLIER + 1;
  }

  private static void add(long word, DigestList into) {
    int digest = (int) (word ^ (word >>> 32));
    if (!into.contains(digest)) {
      into.add(digest);
    }
  }
}
