package io.loophalt.presets;

import io.loophalt.core.fingerprint.TextDigest;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;
import java.util.StringTokenizer;

/** The distinct white-space separated words of a text, as sorted digests. Immutable. */
final class WordSet {

  static final WordSet EMPTY = new WordSet(new long[0]);

  private final long[] words;

  private WordSet(long[] words) {
    this.words = words;
  }

  /** The words of a text. O(n log n). */
  static WordSet of(String text) {
    StringTokenizer tokens = new StringTokenizer(text);
    long[] digests = new long[tokens.countTokens()];
    for (int i = 0; i < digests.length; i++) {
      digests[i] = TextDigest.of(tokens.nextToken());
    }
    Arrays.sort(digests);
    int distinct = 0;
    for (int i = 0; i < digests.length; i++) {
      if (i == 0 || digests[i] != digests[i - 1]) {
        digests[distinct++] = digests[i];
      }
    }
    return new WordSet(Arrays.copyOf(digests, distinct));
  }

  /**
   * Whether the words in both are at least three quarters of the words in either. Two empty sets
   * are equal. O(n).
   */
  boolean sharesThreeQuartersWith(WordSet other) {
    int shared = 0;
    int mine = 0;
    int others = 0;
    while (mine < words.length && others < other.words.length) {
      int order = Long.compare(words[mine], other.words[others]);
      if (order == 0) {
        shared++;
      }
      if (order <= 0) {
        mine++;
      }
      if (order >= 0) {
        others++;
      }
    }
    int union = words.length + other.words.length - shared;
    return 4 * shared >= 3 * union;
  }

  void save(DataOutput out) throws IOException {
    out.writeInt(words.length);
    for (long word : words) {
      out.writeLong(word);
    }
  }

  static WordSet restore(DataInput in) throws IOException {
    int size = in.readInt();
    long[] words = new long[16];
    for (int i = 0; i < size; i++) {
      if (i == words.length) {
        words = Arrays.copyOf(words, 2 * i); // not at once: the size may be damaged
      }
      words[i] = in.readLong();
    }
    return new WordSet(Arrays.copyOf(words, size));
  }
}
