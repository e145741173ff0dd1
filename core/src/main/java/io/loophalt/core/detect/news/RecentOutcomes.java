package io.loophalt.core.detect.news;

import io.loophalt.core.fingerprint.DigestList;
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

  /** Of more calls what is between two that are the same is not looked at. */
  private static final int LONGEST_ROUND = 8;

  /** The bit of an outcome's digest that says that it was new. */
  private static final int NEW = 1;

  /** Those that tell what was said but for times and ids. */
  private static final int SAID = 0xFF << 1;

  private static final int OF_THE_OUTCOME = ~(NEW | SAID);

  /** How many kinds of calls are told apart at a glance, by the lowest bits of their digests. */
  private static final int KINDS = 512;

  private static final int NOT_COUNTED = -1;

  private final long[] actions = new long[CALLS];
  private final int[] outcomes = new int[CALLS];

  /** How many of the calls are of each kind: a call of a kind that is not there was not made. */
  private final byte[] ofKind = new byte[KINDS];

  private int next;
  private int size;

  // The call that was asked about last, and how often it was made: one is asked about many times.
  private long asked;
  private int timesAsked = NOT_COUNTED;

  /** How often a call was made, whatever came of it. */
  int timesMade(long action) {
    if (action != asked || timesAsked == NOT_COUNTED) {
      timesAsked = mayHave(action) ? count(action) : 0;
      asked = action;
    }
    return timesAsked;
  }

  private int count(long action) {
    int times = 0;
    for (int i = 0; i < size; i++) {
      times += actions[i] == action ? 1 : 0;
    }
    return times;
  }

  /** How often exactly this came of a call. */
  int timesSeen(long action, int outcome) {
    if (timesMade(action) == 0) {
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
    if (timesMade(action) == 0) {
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

  /**
   * Whether all calls since a call was made last had been made before: a round, or nothing at all,
   * and nothing that goes on with what was answered.
   */
  boolean goesRoundSince(long action) {
    int latest = ageOf(action);
    if (latest == 0 || latest > LONGEST_ROUND) {
      return false;
    }
    for (int age = 1; age < latest; age++) {
      if (!isMadeBefore(age)) {
        return false;
      }
    }
    return true;
  }

  private boolean isMadeBefore(int age) {
    long action = actions[Math.floorMod(next - age, CALLS)];
    for (int before = age + 1; before <= size; before++) {
      if (actions[Math.floorMod(next - before, CALLS)] == action) {
        return true;
      }
    }
    return false;
  }

  /**
   * Whether a call has never had an answer that says the same.
   *
   * @param said what it says but for times and ids
   */
  boolean hasNeverSaid(long action, int said) {
    for (int i = 0; i < size; i++) {
      if (actions[i] == action && ((outcomes[i] ^ bitsOf(said)) & SAID) == 0) {
        return false;
      }
    }
    return true;
  }

  private static int bitsOf(int said) {
    return (said ^ said >>> 8 ^ said >>> 16 ^ said >>> 24) << 1 & SAID;
  }

  /** What is remembered of an outcome, of what it says, and whether it was new to the run. */
  static int marked(int outcome, int said, boolean isNew) {
    return (outcome & OF_THE_OUTCOME) | bitsOf(said) | (isNew ? NEW : 0);
  }

  private static boolean areSame(int remembered, int outcome) {
    return ((remembered ^ outcome) & OF_THE_OUTCOME) == 0;
  }

  void add(long action, int outcome) {
    timesAsked = NOT_COUNTED;
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
    timesAsked = NOT_COUNTED;
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

  /**
   * Which calls are answered alike again and again but for what means nothing, such as an id: the
   * latest few of those that are made again, with what is the same in their answers.
   *
   * <p>Calls of one turn are compared with those of the turns before. Not thread-safe; constant
   * bounds.
   */
  static final class SteadyAnswers {

    private static final int MOST = 6;
    private static final int MOST_TIMES = 4;

    /** The first answer is not looked at, so that the next one is the fourth. */
    private static final int TIMES_THAT_TELL = 2;

    // The one that was made last stands at the end.
    private final DigestList calls = new DigestList(MOST);
    private final DigestList answers = new DigestList(MOST);
    private final DigestList times = new DigestList(MOST);

    // Of the turn at hand.
    private final DigestList callsNow = new DigestList(MOST);
    private final DigestList answersNow = new DigestList(MOST);

    /**
     * Takes what is the same in one more answer of a call that is made again.
     *
     * @param call digest of the call
     * @param steady what {@link io.loophalt.core.detect.Step#steady} tells; 0 is never the same
     * @return whether three answers before it, or more, were the same
     */
    boolean isTheSame(int call, int steady) {
      if (steady == 0) {
        return false;
      }
      callsNow.add(call);
      answersNow.add(steady);
      int at = placeOf(call);
      return at >= 0 && answers.get(at) == steady && times.get(at) >= TIMES_THAT_TELL;
    }

    private int placeOf(int call) {
      for (int at = 0; at < calls.size(); at++) {
        if (calls.get(at) == call) {
          return at;
        }
      }
      return -1;
    }

    /** The turn is over. */
    void endTurn() {
      // Which of more calls than there is room for were first is by chance.
      if (!callsNow.isCut()) {
        sort();
        for (int i = 0; i < callsNow.size(); i++) {
          take(callsNow.get(i), answersNow.get(i));
        }
      }
      callsNow.clear();
      answersNow.clear();
    }

    private void sort() {
      for (int i = 1; i < callsNow.size(); i++) {
        for (int j = i; j > 0 && isBefore(j); j--) {
          swap(callsNow, j);
          swap(answersNow, j);
        }
      }
    }

    private boolean isBefore(int j) {
      int call = callsNow.get(j);
      int other = callsNow.get(j - 1);
      return call < other || (call == other && answersNow.get(j) < answersNow.get(j - 1));
    }

    private static void swap(DigestList list, int j) {
      int digest = list.get(j);
      list.set(j, list.get(j - 1));
      list.set(j - 1, digest);
    }

    private void take(int call, int steady) {
      int at = placeOf(call);
      int answer = steady;
      int often = 1;
      if (at >= 0) {
        // One answer that differs, as by an id that looks like a word, makes the others no less.
        boolean same = answers.get(at) == steady;
        often = same ? Math.min(MOST_TIMES, times.get(at) + 1) : times.get(at) - 1;
        answer = often == 0 ? steady : answers.get(at);
        often = Math.max(1, often);
      } else if (calls.isFull()) {
        at = 0;
      }
      for (int i = Math.max(0, at); at >= 0 && i + 1 < calls.size(); i++) {
        calls.set(i, calls.get(i + 1));
        answers.set(i, answers.get(i + 1));
        times.set(i, times.get(i + 1));
      }
      int last = calls.size() - 1;
      if (at < 0) {
        last++;
        calls.add(0);
        answers.add(0);
        times.add(0);
      }
      calls.set(last, call);
      answers.set(last, answer);
      times.set(last, often);
    }

    /** Whether any is remembered. */
    boolean isAny() {
      return calls.size() > 0;
    }

    /** Whether any is of the turn at hand. */
    boolean isAnyNow() {
      return callsNow.size() > 0;
    }

    void clear() {
      calls.clear();
      answers.clear();
      times.clear();
      callsNow.clear();
      answersNow.clear();
    }

    /** Writes what there is, see {@link #isAny} and {@link #isAnyNow}. */
    void save(DataOutput out) throws IOException {
      if (isAny()) {
        ShortDigests.write(out, calls);
        ShortDigests.write(out, answers);
        for (int i = 0; i < times.size(); i++) {
          SmallNumbers.write(out, times.get(i));
        }
      }
      if (isAnyNow()) {
        ShortDigests.write(out, callsNow);
        ShortDigests.write(out, answersNow);
      }
    }

    /** Reads what was there, for one that remembers nothing. */
    void restore(DataInput in, boolean any, boolean anyNow) throws IOException {
      if (any) {
        ShortDigests.read(in, calls, MOST);
        ShortDigests.read(in, answers, MOST);
        for (int i = 0; i < calls.size(); i++) {
          times.add(SmallNumbers.readInt(in));
        }
      }
      if (anyNow) {
        ShortDigests.read(in, callsNow, MOST);
        ShortDigests.read(in, answersNow, MOST);
      }
    }
  }
}
