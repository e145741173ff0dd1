package io.loophalt.core.detect.standard;

import io.loophalt.core.detect.LongRing;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * How many of the latest digests repeat with a fixed period: with period 1 equal digests in a row,
 * with period 2 an alternation, and so on.
 *
 * <p>Not thread-safe. Adding is O(1) and allocates nothing; the state is {@code period} digests.
 */
public final class CycleStreak {

  private final int period;
  private final LongRing last;
  private int matches;

  /**
   * Makes an empty streak.
   *
   * @param period distance between digests that must be equal, 1 or more
   */
  public CycleStreak(int period) {
    this.period = period;
    this.last = new LongRing(period);
  }

  /** Adds the newest digest and returns the {@link #length()} after it. */
  public int add(long digest) {
    if (last.size() == period && last.get(period - 1) == digest) {
      matches++;
    } else {
      matches = 0;
    }
    last.add(digest);
    return length();
  }

  /**
   * How many of the latest digests, the newest included, each equal the one {@code period} places
   * on. What is shorter than the period repeats trivially: the first digests count, too.
   */
  public int length() {
    return last.size() + matches;
  }

  /** Forgets everything. */
  public void clear() {
    last.clear();
    matches = 0;
  }

  /** Writes the state. */
  public void save(DataOutput out) throws IOException {
    last.save(out);
    out.writeInt(matches);
  }

  /** Replaces the state by one that {@link #save} of a streak of this period wrote. */
  public void restore(DataInput in) throws IOException {
    last.restore(in);
    matches = in.readInt();
  }
}
