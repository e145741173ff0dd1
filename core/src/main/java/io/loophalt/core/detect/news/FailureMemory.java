package io.loophalt.core.detect.news;

import io.loophalt.core.fingerprint.DigestList;
import io.loophalt.core.state.ShortDigests;
import io.loophalt.core.state.SmallNumbers;
import io.loophalt.core.text.FailureWords;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * The latest failures of a run, each as the set of its words.
 *
 * <p>Two failures are the same where, less the words that either call brought, at most one word in
 * eight is not in both, of the whole and of the lines that name them, and they count the same
 * number of failures: a number that shrinks is progress. A later one may say less of the same. A
 * call that gives what one asked for, and is asked for something else, fails in another way. Not
 * thread-safe. O(failures × words²) with constant bounds; allocates only until it has room for as
 * many and as long ones as there are.
 */
final class FailureMemory {

  private static final int MOST_FAILURES = 10;

  /** One word in so many may be another. */
  private static final int OTHERS = 8;

  private static final int OTHERS_OF_ONE_LIKE = 2;
  private static final int NOT_ONE = Integer.MAX_VALUE;

  /** Something else may be tried before what was asked for is given. */
  private static final int LATEST = 2;

  private final @Nullable DigestList[] failures = new DigestList[MOST_FAILURES];
  private final int[] actions = new int[MOST_FAILURES];
  private final int[] headlines = new int[MOST_FAILURES];
  private int next;
  private int size;

  /** Which of the calls have gone well since, as bits by their places. */
  private int mended;

  /**
   * How many failures ago there was the same, 1 for the one before this; 0 if there was none.
   *
   * <p>Of the same call not a word may be another: it brings no words of its own that vary.
   */
  int ageOf(int action, int headline, DigestList words, boolean orLess) {
    boolean answered = isOneAnswered(words);
    for (int age = 1; age <= size; age++) {
      int at = Math.floorMod(next - age, MOST_FAILURES);
      boolean same =
          actions[at] == action
              ? headlines[at] == headline || areEqual(failureAt(at), words)
              : answered
                  ? areAlike(failureAt(at), words, NOT_ONE)
                  : areAlike(failureAt(at), words, OTHERS)
                      || (orLess && saysNoMore(words, failureAt(at)));
      if (same) {
        return age;
      }
    }
    return 0;
  }

  /** Whether there was one by the same name that shares half of the words. */
  boolean hasOneLike(DigestList words) {
    for (int age = 1; age <= size; age++) {
      DigestList other = failureAt(Math.floorMod(next - age, MOST_FAILURES));
      if (areAlike(other, words, OTHERS_OF_ONE_LIKE)) {
        return true;
      }
    }
    return false;
  }

  /**
   * Whether a call gives what one of the latest failures asked for, and fails for something else.
   * Only the latest are asked: what was given stays among the arguments.
   */
  boolean isOneAnswered(DigestList words) {
    for (int age = 1; age <= Math.min(size, LATEST); age++) {
      if (isAnswered(failureAt(Math.floorMod(next - age, MOST_FAILURES)), words)) {
        return true;
      }
    }
    return false;
  }

  /**
   * Whether a call has an argument that is named as a word of an earlier failure, whose call had
   * none, and of which its own failure says nothing.
   */
  private static boolean isAnswered(DigestList earlier, DigestList words) {
    for (int i = 0; i < earlier.size(); i++) {
      int word = earlier.get(i);
      if ((word & (FailureWords.COUNT | FailureWords.OWN)) == 0
          && words.contains(word | FailureWords.GIVEN)) {
        return true;
      }
    }
    return false;
  }

  /** Whether no failure is remembered. */
  boolean isEmpty() {
    return size == 0;
  }

  /** Whether a call has failed and not gone well since. */
  boolean hasFailing(int action) {
    return has(action, 0);
  }

  /** Whether a call has gone well after it had failed. */
  boolean hasMended(int action) {
    return has(action, 1);
  }

  private boolean has(int action, int well) {
    for (int i = 0; i < size; i++) {
      if (actions[i] == action && (mended >> i & 1) == well) {
        return true;
      }
    }
    return false;
  }

  /** A call has gone well. */
  void goesWell(int action) {
    for (int i = 0; i < size; i++) {
      if (actions[i] == action) {
        mended |= 1 << i;
      }
    }
  }

  private DigestList failureAt(int at) {
    DigestList words = failures[at];
    if (words == null) {
      throw new IllegalStateException("no failure is remembered at " + at);
    }
    return words;
  }

  private static boolean areEqual(DigestList one, DigestList other) {
    return isIn(one, other) && isIn(other, one);
  }

  private static boolean isIn(DigestList one, DigestList other) {
    for (int i = 0; i < one.size(); i++) {
      if (!holds(other, one.get(i))) {
        return false;
      }
    }
    return true;
  }

  /**
   * Whether they have the same name, count the same, and at most one in so many of their words is
   * not in both. The few words of the name tell nearly all others apart, so they are asked first.
   */
  private static boolean areAlike(DigestList one, DigestList other, int others) {
    return shareMost(one, other, FailureWords.HEADLINE, OTHERS)
        && shareAll(one, other)
        && shareMost(one, other, 0, others);
  }

  /**
   * Whether one failure says by the same name what the other said, or less of it, as where fewer
   * lines of it were asked for.
   */
  private static boolean saysNoMore(DigestList one, DigestList other) {
    int words = 0;
    int known = 0;
    for (int i = 0; i < one.size(); i++) {
      if (isOf(0, one.get(i), other)) {
        words++;
        known += holds(other, one.get(i)) ? 1 : 0;
      }
    }
    return words - known <= words / OTHERS
        && shareMost(one, other, FailureWords.HEADLINE, OTHERS)
        && countsAreIn(one, other);
  }

  /** Whether at most one in so many of the words of a kind is not in both. */
  private static boolean shareMost(DigestList one, DigestList other, int kind, int others) {
    int inOne = 0;
    int inBoth = 0;
    for (int i = 0; i < one.size(); i++) {
      if (isOf(kind, one.get(i), other)) {
        inOne++;
        inBoth += holds(other, one.get(i)) ? 1 : 0;
      }
    }
    int inOther = 0;
    for (int i = 0; i < other.size(); i++) {
      inOther += isOf(kind, other.get(i), one) ? 1 : 0;
    }
    int inAny = inOne + inOther - inBoth;
    return inAny - inBoth <= inAny / others;
  }

  /** Whether a word is of a kind, and neither of the two calls has brought it. */
  private static boolean isOf(int kind, int word, DigestList ofTheOther) {
    return (word & (FailureWords.COUNT | FailureWords.OWN)) == 0
        && (word & kind) == kind
        && !ofTheOther.contains((word & ~FailureWords.HEADLINE) | FailureWords.OWN);
  }

  private static boolean holds(DigestList words, int word) {
    return words.contains(word, ~FailureWords.HEADLINE);
  }

  /** Whether both count the same. */
  private static boolean shareAll(DigestList one, DigestList other) {
    return countsAreIn(one, other) && countsAreIn(other, one);
  }

  private static boolean countsAreIn(DigestList one, DigestList other) {
    for (int i = 0; i < one.size(); i++) {
      if ((one.get(i) & FailureWords.COUNT) != 0 && !other.contains(one.get(i))) {
        return false;
      }
    }
    return true;
  }

  /** Remembers a failure as the latest. */
  void add(int action, int headline, DigestList words) {
    actions[next] = action;
    headlines[next] = headline;
    mended &= ~(1 << next);
    DigestList copy = failures[next];
    if (copy == null) {
      copy = new DigestList(FailureWords.CAPACITY);
      failures[next] = copy;
    }
    copy.copyOf(words);
    next = (next + 1) % MOST_FAILURES;
    size = Math.min(MOST_FAILURES, size + 1);
  }

  void clear() {
    next = 0;
    size = 0;
    mended = 0;
  }

  /** Writes the failures, the oldest first. */
  void save(DataOutput out) throws IOException {
    SmallNumbers.writeUnsigned(out, size);
    for (int age = size; age > 0; age--) {
      int at = Math.floorMod(next - age, MOST_FAILURES);
      ShortDigests.write(out, actions[at]);
      ShortDigests.write(out, headlines[at]);
      ShortDigests.write(out, failureAt(at));
    }
  }

  void restore(DataInput in) throws IOException {
    clear();
    int left = SmallNumbers.inRange(SmallNumbers.readUnsigned(in), MOST_FAILURES);
    DigestList words = new DigestList(FailureWords.CAPACITY);
    for (; left > 0; left--) {
      int action = ShortDigests.read(in);
      int headline = ShortDigests.read(in);
      ShortDigests.read(in, words, FailureWords.CAPACITY);
      add(action, headline, words);
    }
  }

  /** Whether any call has gone well since it failed. */
  boolean isAnyMended() {
    return mended != 0;
  }

  /** Writes which of the failures that {@link #save} writes these are. */
  void saveMended(DataOutput out) throws IOException {
    int well = 0;
    for (int age = size; age > 0; age--) {
      well |= (mended >> Math.floorMod(next - age, MOST_FAILURES) & 1) << (size - age);
    }
    SmallNumbers.writeUnsigned(out, well);
  }

  /** Reads that after them, where they begin at the first place. */
  void restoreMended(DataInput in) throws IOException {
    mended = SmallNumbers.inRange(SmallNumbers.readUnsigned(in), (1 << size) - 1);
  }
}
