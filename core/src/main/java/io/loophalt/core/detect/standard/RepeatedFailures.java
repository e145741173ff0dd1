package io.loophalt.core.detect.standard;

import io.loophalt.core.detect.LongRing;
import io.loophalt.core.detect.Step;
import io.loophalt.core.fingerprint.DigestList;
import io.loophalt.core.state.SmallNumbers;
import io.loophalt.core.text.AskedValues;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * How often a run has failed as before, and what news of something else are worth to who does.
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

  /** In all, less what was new in between; no further. */
  private int times;

  /** Of which kinds the calls were that failed so. */
  private final LongRing kinds = new LongRing(KINDS);

  /** The least of the kinds of calls of the turn at hand that failed so; 0 if none did. */
  private long kindNow;

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
    long word = at < values.size() ? values.get(at) : 0;
    return ((long) step.tool().hashCode() << 32) | word;
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

  /** The turn is over, and this is what its best step was. */
  void endTurn(Worth best) {
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
    newsNow = false;
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
   * Whether the run has failed as before so often that to fail in another way is one more guess.
   */
  boolean areOfGuesses() {
    return times >= TIMES_OF_WHO_GUESSES;
  }

  /** Whether there were any before the turn at hand. */
  boolean isAny() {
    return times > 0;
  }

  /** Whether there are any in the turn at hand. */
  boolean isAnyNow() {
    return kindNow != 0;
  }

  /** Whether a call of the turn at hand brought news. */
  boolean isAnyNewsNow() {
    return newsNow;
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
