package io.loophalt.core.detect;

import io.loophalt.core.state.SmallNumbers;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * Counts in how many of the latest turns a digest occurred.
 *
 * <p>Not thread-safe. A turn is O(window + digests), allocates nothing; 16 bytes a digest, saved in
 * about 9.
 */
public final class WindowCount {

  private final int window;
  private final LongRing digests;
  private final LongRing turns;
  private long turn;

  /**
   * Makes an empty count.
   *
   * @param window how many turns back it looks, the one at hand included; also how many digests it
   *     keeps
   */
  public WindowCount(int window) {
    this.window = window;
    this.digests = new LongRing(window);
    this.turns = new LongRing(window);
  }

  /** A turn begins. */
  public void nextTurn() {
    turn++;
    if (!isEmpty() && turn - turns.get(0) >= window) {
      clear();
    }
  }

  /** Whether no digest is in the window. */
  public boolean isEmpty() {
    return digests.size() == 0;
  }

  /**
   * Adds a digest of the turn at hand.
   *
   * @return in how many turns it occurred; 1 if this turn has added it before
   */
  public int add(long digest) {
    int count = 1;
    for (int age = 0; age < digests.size() && turn - turns.get(age) < window; age++) {
      if (digests.get(age) == digest) {
        if (turns.get(age) == turn) {
          return 1;
        }
        count++;
      }
    }
    digests.add(digest);
    turns.add(turn);
    return count;
  }

  public void clear() {
    digests.clear();
    turns.clear();
    turn = 0;
  }

  public void save(DataOutput out) throws IOException {
    digests.save(out);
    for (int age = digests.size() - 1; age >= 0; age--) {
      SmallNumbers.write(out, turn - turns.get(age));
    }
    SmallNumbers.write(out, turn);
  }

  public void restore(DataInput in) throws IOException {
    long[] ages = new long[digests.restore(in)];
    for (int i = 0; i < ages.length; i++) {
      ages[i] = SmallNumbers.read(in);
    }
    turn = SmallNumbers.read(in);
    turns.clear();
    for (long age : ages) {
      turns.add(turn - age);
    }
  }
}
