package io.loophalt.runtime.request;

import io.loophalt.core.detect.Reports.Ending;
import java.util.function.IntConsumer;
import java.util.function.LongPredicate;
import org.jspecify.annotations.Nullable;

/**
 * What an answer ends with, as a rolling hash, to be found in a transcript that holds the whole
 * conversation in one text. Immutable. Looking for it is linear in the transcript.
 *
 * @param length how many characters without white space
 * @param hash of them
 */
public record TextTail(int length, long hash) {

  /** Shorter answers, such as {@code yes}, stand in any text. */
  private static final int SHORTEST = 12;

  private static final int LONGEST = 64;

  /** Odd, with half of its bits set: that of splitmix64. */
  private static final long BASE = 0xBF58476D1CE4E5B9L;

  /** As other processes know it; null for that of no answer. */
  public static @Nullable TextTail of(@Nullable Ending known) {
    return known == null ? null : new TextTail(known.length(), known.hash());
  }

  /** Of an answer, for other processes; null if it is too short to be told from others. */
  public static @Nullable Ending ending(String answer) {
    TextTail tail = of(PlainText.of(answer));
    return tail == null ? null : new Ending(tail.length, tail.hash);
  }

  /** Of an answer; null if it is too short to be told from others. */
  static @Nullable TextTail of(CharSequence plain) {
    return plain.length() < SHORTEST ? null : ofAny(plain);
  }

  /** Of a text that may be as short as it likes. */
  static TextTail ofAny(CharSequence plain) {
    int length = Math.min(LONGEST, plain.length());
    long hash = 0;
    for (int i = plain.length() - length; i < plain.length(); i++) {
      hash = rolled(hash, plain.charAt(i));
    }
    return new TextTail(length, hash);
  }

  /** The hash of a text that has one character more. */
  static long rolled(long hash, char next) {
    return hash * BASE + next;
  }

  /** Whether it is long enough to be looked for among the answers of all conversations. */
  public boolean isLong() {
    return length == LONGEST;
  }

  /** Whether it can be told from other texts. */
  boolean isTelling() {
    return length >= SHORTEST;
  }

  /** Looks for long tails in a text: whether one of all the hashes in it passes. */
  static boolean anyIn(CharSequence plain, LongPredicate known) {
    long highest = 1;
    for (int i = 1; i < LONGEST; i++) {
      highest *= BASE;
    }
    long rolling = 0;
    for (int i = 0; i < plain.length(); i++) {
      if (i >= LONGEST) {
        rolling -= highest * plain.charAt(i - LONGEST);
      }
      rolling = rolling * BASE + plain.charAt(i);
      if (i + 1 >= LONGEST && known.test(rolling)) {
        return true;
      }
    }
    return false;
  }

  /** Where it ends in a text for the last time; -1 if it is not in it. */
  int endIn(CharSequence plain) {
    int[] end = {-1};
    eachEndIn(plain, at -> end[0] = at);
    return end[0];
  }

  /** How often it stands in a text. */
  int timesIn(CharSequence plain) {
    int[] times = {0};
    eachEndIn(plain, at -> times[0]++);
    return times[0];
  }

  private void eachEndIn(CharSequence plain, IntConsumer found) {
    long highest = 1;
    for (int i = 1; i < length; i++) {
      highest *= BASE;
    }
    long rolling = 0;
    for (int i = 0; i < plain.length(); i++) {
      if (i >= length) {
        rolling -= highest * plain.charAt(i - length);
      }
      rolling = rolling * BASE + plain.charAt(i);
      if (i + 1 >= length && rolling == hash) {
        found.accept(i + 1);
      }
    }
  }
}
