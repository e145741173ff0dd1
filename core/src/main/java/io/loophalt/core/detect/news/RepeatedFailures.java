package io.loophalt.core.detect.news;

import io.loophalt.core.detect.LongRing;
import io.loophalt.core.detect.Step;
import io.loophalt.core.fingerprint.DigestList;
import io.loophalt.core.state.SmallNumbers;
import io.loophalt.core.text.AskedValues;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * How often a run has failed as before, and what news of something else are worth to who does; and
 * by which kinds of calls it has found nothing, one after the other.
 *
 * <p>Who goes through a list asks one kind about all of it, or some kinds about each entry in turn,
 * or one kind after the other. Who comes back to a kind in no such order hunts for one thing.
 *
 * <p>Calls of one turn count once, whatever their order. Not thread-safe; constant bounds.
 */
final class RepeatedFailures {

  /** From then on a small look at something else pays less. */
  private static final int TIMES_THAT_COUNT = 2;

  /** From then on another failure is one more guess. */
  private static final int TIMES_OF_WHO_GUESSES = 3;

  private static final int MOST_TIMES = 9;
  private static final int KINDS = 8;
  private static final int MOST_LINES_OF_A_SMALL_LOOK = 3;
  private static final int SEARCHES = 8;

  /** So many kinds of calls may be asked about each entry of a list. */
  private static final int KINDS_FOR_AN_ENTRY = 4;

  /** From then on another failure says no more than that nothing is found. */
  private static final int SEARCHES_OF_WHO_GUESSES = 3;

  /** In all, less what was new in between; no further. */
  private int times;

  /** Of which kinds the calls were that failed so. */
  private final LongRing kinds = new LongRing(KINDS);

  /** Of which kinds the latest calls were that found nothing, nothing being found in between. */
  private final LongRing searches = new LongRing(SEARCHES);

  /** The least of the kinds of calls of the turn at hand that failed so; 0 if none did. */
  private long kindNow;

  /** The least of those that found nothing; 0 if none did. */
  private long searchNow;

  /** A call of the turn at hand brought news, also where another one is worth as much. */
  private boolean newsNow;

  /**
   * Into how many parts the news of a step go, of which it is paid one: a small look does not help
   * who then fails as before. Who goes through a list asks in one kind, and is paid in full.
   */
  int divide(Step step, int newLines) {
    boolean helpsLittle =
        times >= TIMES_THAT_COUNT
            && newLines <= MOST_LINES_OF_A_SMALL_LOOK
            && !kinds.contains(kindOf(step));
    return helpsLittle ? times : 1;
  }

  /** The tool, and the first word of a text. */
  private static long kindOf(Step step) {
    DigestList values = step.values();
    int at = 0;
    while (at < values.size() && (values.get(at) & AskedValues.SINGLE) != 0) {
      at++;
    }
    return kindOf(step.tool(), at < values.size() ? values.get(at) : 0);
  }

  private static long kindOf(String tool, int word) {
    return ((long) tool.hashCode() << 32) | word;
  }

  /** Takes a step of the turn at hand that failed as before. */
  void read(Step step) {
    long kind = kindOf(step);
    kindNow = kindNow == 0 ? kind : Math.min(kindNow, kind);
  }

  /** A step of the turn at hand brought news. */
  void readNews() {
    newsNow = true;
  }

  /**
   * Takes a step of the turn at hand that found nothing.
   *
   * @param document whether it looks through a text, whose first word tells no kind
   */
  void readSearch(Step step, boolean document) {
    long kind = document ? kindOf(step.tool(), 0) : kindOf(step);
    searchNow = searchNow == 0 ? kind : Math.min(searchNow, kind);
  }

  /**
   * The turn is over.
   *
   * @param best what its best step was
   */
  void endTurn(Worth best) {
    if (searchNow != 0 && best.debt > 0) {
      searches.add(searchNow);
    } else if (best.isNews() || best == Worth.ATTEMPT || best == Worth.DONE) {
      searches.clear();
    }
    searchNow = 0;
    if (best.isFailureAsBefore() || (best == Worth.REPETITION && isAnyNow())) {
      times = Math.min(MOST_TIMES, times + 1);
      kinds.add(kindNow);
    } else if (best == Worth.ACCEPTED || best == Worth.WELL) {
      times = 0;
    } else if (newsNow) {
      times = Math.max(0, times - 1);
    }
    newsNow = false;
    if (times == 0) {
      kinds.clear();
    }
    kindNow = 0;
  }

  void clear() {
    times = 0;
    kinds.clear();
    kindNow = 0;
    searches.clear();
    searchNow = 0;
    newsNow = false;
  }

  /** Whether the latest searches were made here and there, in no order, and found nothing. */
  boolean areOfAHunt() {
    if (searches.size() < SEARCHES) {
      return false;
    }
    for (int kinds = 1; kinds <= KINDS_FOR_AN_ENTRY; kinds++) {
      if (areInTurn(kinds)) {
        return false;
      }
    }
    for (int i = 2; i < SEARCHES; i++) {
      if (cameBack(i)) {
        return true;
      }
    }
    return false;
  }

  /** Whether so many kinds, each of them another one, were asked again and again in one order. */
  private boolean areInTurn(int kinds) {
    for (int i = 0; i < SEARCHES; i++) {
      for (int j = Math.max(0, i - kinds); j < i; j++) {
        if ((searches.get(i) == searches.get(j)) != (i - j == kinds)) {
          return false;
        }
      }
    }
    return true;
  }

  /** Whether the kind of a search came again after others. */
  private boolean cameBack(int age) {
    boolean left = false;
    for (int i = age - 1; i >= 0; i--) {
      boolean same = searches.get(i) == searches.get(age);
      if (same && left) {
        return true;
      }
      left |= !same;
    }
    return false;
  }

  /** How often so far. */
  int times() {
    return times;
  }

  /** Whether the run has failed as before so often that one more attempt is none the better. */
  boolean areMany() {
    return times >= TIMES_THAT_COUNT;
  }

  /**
   * Whether the run has failed as before, or found nothing, so often that to fail in another way is
   * one more guess.
   */
  boolean areOfGuesses() {
    return times >= TIMES_OF_WHO_GUESSES || searches.size() >= SEARCHES_OF_WHO_GUESSES;
  }

  /** Whether there were any before the turn at hand. */
  boolean isAny() {
    return times > 0;
  }

  /** Whether there are any in the turn at hand. */
  boolean isAnyNow() {
    return kindNow != 0;
  }

  /** Whether anything was looked for in vain, nothing having been found since. */
  boolean isAnySearch() {
    return searches.size() > 0;
  }

  /** Whether anything was in the turn at hand. */
  boolean isAnySearchNow() {
    return searchNow != 0;
  }

  /** Whether a call of the turn at hand brought news. */
  boolean isAnyNewsNow() {
    return newsNow;
  }

  void saveSearches(DataOutput out) throws IOException {
    if (isAnySearch()) {
      searches.save(out);
    }
    if (isAnySearchNow()) {
      out.writeLong(searchNow);
    }
  }

  /**
   * Takes what was saved of them, after the rest.
   *
   * @param any {@link #isAnySearch()} of it
   * @param anyNow {@link #isAnySearchNow()} of it
   */
  void restoreSearches(DataInput in, boolean any, boolean anyNow) throws IOException {
    if (any) {
      searches.restore(in);
    }
    searchNow = anyNow ? in.readLong() : 0;
  }

  void save(DataOutput out) throws IOException {
    if (isAny()) {
      SmallNumbers.write(out, times);
      kinds.save(out);
    }
    if (isAnyNow()) {
      out.writeLong(kindNow);
    }
  }

  /**
   * Takes what was saved.
   *
   * @param any {@link #isAny()} of it
   * @param anyNow {@link #isAnyNow()} of it
   */
  void restore(DataInput in, boolean any, boolean anyNow) throws IOException {
    clear();
    if (any) {
      times = SmallNumbers.readInt(in);
      kinds.restore(in);
    }
    kindNow = anyNow ? in.readLong() : 0;
  }
}
