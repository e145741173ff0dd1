package io.loophalt.core.detect.standard;

import io.loophalt.core.state.ShortDigests;
import io.loophalt.core.state.SmallNumbers;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;

/**
 * The latest calls of a run, each with what came of it as a digest of thirty-two bits.
 *
 * <p>The digest of the call itself is the one that others remember, too, so that a run that is put
 * away keeps it once.
 *
 * <p>Not thread-safe. O({@value #CALLS}) per look; allocates nothing after construction.
 */
final class RecentOutcomes {

  private static final int CALLS = 64;

  /** The bit of an outcome's digest that says that it was new. */
  private static final int NEW = 1;

  /** How many kinds of calls are told apart at a glance, by the lowest bits of their digests. */
  private static final int KINDS = 512;

  private final long[] actions = new long[CALLS];
  private final int[] outcomes = new int[CALLS];

  /** How many of the calls are of each kind: a call of a kind that is not there was not made. */
  private final byte[] ofKind = new byte[KINDS];

  private int next;
  private int size;

  /** How often a call was made, whatever came of it. */
  int timesMade(long action) {
    if (!mayHave(action)) {
      return 0;
    }
    int times = 0;
    for (int i = 0; i < size; i++) {
      times += actions[i] == action ? 1 : 0;
    }
    return times;
  }

  /** How often exactly this came of a call. */
  int timesSeen(long action, int outcome) {
    if (!mayHave(action)) {
      return 0;
    }
    int times = 0;
    for (int i = 0; i < size; i++) {
      times += actions[i] == action && areSame(outcomes[i], outcome) ? 1 : 0;
    }
    return times;
  }

  /** Whether exactly this came of any call. */
  boolean has(int outcome) {
    for (int i = 0; i < size; i++) {
      if (areSame(outcomes[i], outcome)) {
        return true;
      }
    }
    return false;
  }

  /** How many calls ago exactly this came of any call, 1 for the latest; 0 if it did not. */
  int ageOfOutcome(int outcome) {
    for (int age = 1; age <= size; age++) {
      if (areSame(outcomes[Math.floorMod(next - age, CALLS)], outcome)) {
        return age;
      }
    }
    return 0;
  }

  private boolean mayHave(long action) {
    return ofKind[kindOf(action)] != 0;
  }

  private static int kindOf(long action) {
    return (int) action & (KINDS - 1);
  }

  /** Whether exactly this came of a call among so many of the latest. */
  boolean hasAmongLatest(long action, int outcome, int latest) {
    for (int age = 1; age <= Math.min(size, latest); age++) {
      int at = Math.floorMod(next - age, CALLS);
      if (actions[at] == action && areSame(outcomes[at], outcome)) {
        return true;
      }
    }
    return false;
  }

  /** How many calls ago a call was made, 1 for the latest; 0 if it was not. */
  int ageOf(long action) {
    if (!mayHave(action)) {
      return 0;
    }
    for (int age = 1; age <= size; age++) {
      if (actions[Math.floorMod(next - age, CALLS)] == action) {
        return age;
      }
    }
    return 0;
  }

  /**
   * How many calls there were between two times that a call was made, the last two and now, of
   * which nothing new came; the lesser of both numbers, 0 if it was made less than twice. What is
   * new makes no round longer.
   */
  int oldInRounds(long action) {
    int latest = ageOf(action);
    if (latest == 0) {
      return 0;
    }
    int before = latest + 1;
    while (before <= size && actions[Math.floorMod(next - before, CALLS)] != action) {
      before++;
    }
    return before > size ? 0 : Math.min(oldBefore(1, latest), oldBefore(latest + 1, before));
  }

  private int oldBefore(int from, int to) {
    int old = 0;
    for (int age = from; age < to; age++) {
      old += (outcomes[Math.floorMod(next - age, CALLS)] & NEW) == 0 ? 1 : 0;
    }
    return old;
  }

  /** What is remembered of an outcome, and whether it was new to the run. */
  static int marked(int outcome, boolean isNew) {
    return (outcome & ~NEW) | (isNew ? NEW : 0);
  }

  private static boolean areSame(int remembered, int outcome) {
    return ((remembered ^ outcome) & ~NEW) == 0;
  }

  void add(long action, int outcome) {
    if (size == CALLS) {
      ofKind[kindOf(actions[next])]--;
    }
    ofKind[kindOf(action)]++;
    actions[next] = action;
    outcomes[next] = outcome;
    next = (next + 1) % CALLS;
    size = Math.min(CALLS, size + 1);
  }

  void clear() {
    Arrays.fill(ofKind, (byte) 0);
    next = 0;
    size = 0;
  }

  /** Writes the calls, the oldest first. */
  void save(DataOutput out) throws IOException {
    SmallNumbers.writeUnsigned(out, size);
    for (int age = size; age > 0; age--) {
      int at = Math.floorMod(next - age, CALLS);
      out.writeLong(actions[at]);
      ShortDigests.write(out, outcomes[at]);
    }
  }

  void restore(DataInput in) throws IOException {
    clear();
    int left = SmallNumbers.inRange(SmallNumbers.readUnsigned(in), CALLS);
    for (; left > 0; left--) {
      add(in.readLong(), ShortDigests.read(in));
    }
  }
}
