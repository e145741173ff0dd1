package io.loophalt.agent.detect;

import io.loophalt.Effect;
import io.loophalt.agent.fingerprint.ToolVerbs;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;

/**
 * Tells a patient repetition, which waits for something, from an idle one.
 *
 * <p>A call with the same outcome as last time is patient when the time that the outcome asked for
 * ({@code Retry-After}) has passed, when the gaps between attempts grow by half or more (or, having
 * grown, stay) and have never shrunk, as the pauses of a model at work do, when they grow so on the
 * whole though jittered, when a call that does not write gives a short status such as {@code
 * PENDING}, or when the call does nothing but sleep. An asked time that was not kept makes it idle,
 * whatever else.
 *
 * <p>Remembers the latest {@value #CALLS} distinct calls. Not thread-safe. O({@value #CALLS}) per
 * step plus, for a repeated outcome, the first few hundred characters of its text; allocates
 * nothing.
 */
final class Patience {

  /** As many as the steps in which a repetition is looked for: polls of many jobs in turn. */
  private static final int CALLS = 20;

  /** Pauses that back off grow by half at least from one attempt to the next, to a limit. */
  private static final double GROWTH = 1.5;

  private static final int MOST_GROWTH = 4;

  /** Below it, gaps that grow are the noise of a machine, not a wait. */
  private static final int SHORTEST_WAIT_MILLIS = 1000;

  private final long[] actions = new long[CALLS];
  private final long[] outcomes = new long[CALLS];
  private final long[] endMillis = new long[CALLS];
  private final long[] gapMillis = new long[CALLS];
  private final long[] firstGapMillis = new long[CALLS];
  private final long[] longestGapMillis = new long[CALLS];
  private final int[] gaps = new int[CALLS];
  private final boolean[] growing = new boolean[CALLS];
  private final boolean[] shrunk = new boolean[CALLS];
  private final int[] turns = new int[CALLS];
  private final int[] patient = new int[CALLS];
  private final boolean[] lastWasPatient = new boolean[CALLS];
  private int size;

  /**
   * Notes a step.
   *
   * @param outcome what must be equal for a repetition
   * @return how many patient repetitions this call has had with this outcome, the step included; 0
   *     if the step is not one
   */
  int note(Step step, long outcome) {
    long action = step.action();
    int at = slotOf(action);
    if (at == size || actions[at] != action || outcomes[at] != outcome) {
      size = Math.max(size, at + 1);
      begin(at, step, outcome);
      return 0;
    }
    if (turns[at] == step.turn()) {
      return lastWasPatient[at] ? patient[at] : 0;
    }
    long gap = step.endMillis() - endMillis[at];
    boolean grows = gapMillis[at] > 0 && 2 * gap >= 3 * gapMillis[at];
    shrunk[at] |= 10 * gap < 9 * gapMillis[at];
    growing[at] = (grows || growing[at]) && !shrunk[at] && gap >= SHORTEST_WAIT_MILLIS;
    firstGapMillis[at] = gaps[at] == 0 ? gap : firstGapMillis[at];
    longestGapMillis[at] = Math.max(longestGapMillis[at], gap);
    gaps[at]++;
    boolean backsOff = growing[at] || (gap >= SHORTEST_WAIT_MILLIS && growsJittered(at, gap));
    boolean waits = isPatient(step, gap, backsOff);
    endMillis[at] = step.endMillis();
    gapMillis[at] = gap;
    turns[at] = step.turn();
    lastWasPatient[at] = waits;
    return waits ? ++patient[at] : 0;
  }

  private static boolean isPatient(Step step, long gapMillis, boolean growing) {
    int asked = step.retryAfterSeconds();
    if (asked >= 0) {
      return gapMillis >= 1000L * asked;
    }
    return growing || step.sleeps() || isPolling(step);
  }

  private static boolean isPolling(Step step) {
    return step.saysNotYet() && ToolVerbs.known(step.effect(), step.tool()) != Effect.WRITE;
  }

  /** The longest pause keeps up with exponential growth, and this one is no retreat from it. */
  private boolean growsJittered(int at, long gap) {
    double expected = firstGapMillis[at] * Math.min(MOST_GROWTH, Math.pow(GROWTH, gaps[at] - 1));
    return gaps[at] > 1 && longestGapMillis[at] >= expected && 2 * gap >= longestGapMillis[at];
  }

  private void begin(int at, Step step, long outcome) {
    actions[at] = step.action();
    outcomes[at] = outcome;
    endMillis[at] = step.endMillis();
    turns[at] = step.turn();
    forgetRepeats(at);
  }

  private void forgetRepeats(int at) {
    gapMillis[at] = 0;
    firstGapMillis[at] = 0;
    longestGapMillis[at] = 0;
    gaps[at] = 0;
    growing[at] = false;
    shrunk[at] = false;
    patient[at] = 0;
    lastWasPatient[at] = false;
  }

  /** Where the call is remembered or, if it is not, where it is to be. */
  private int slotOf(long action) {
    int leastRecent = 0;
    for (int i = 0; i < size; i++) {
      if (actions[i] == action) {
        return i;
      }
      if (turns[i] < turns[leastRecent]) {
        leastRecent = i;
      }
    }
    return size < CALLS ? size : leastRecent;
  }

  /** Something else made progress meanwhile: the counts start anew. */
  void grantNewBudget() {
    Arrays.fill(patient, 0);
  }

  void clear() {
    size = 0;
  }

  void save(DataOutput out) throws IOException {
    SmallNumbers.write(out, size);
    for (int i = 0; i < size; i++) {
      out.writeLong(actions[i]);
      out.writeLong(outcomes[i]);
      SmallNumbers.write(out, endMillis[i]);
      SmallNumbers.write(out, turns[i]);
      SmallNumbers.write(out, gaps[i]);
      if (gaps[i] > 0) {
        saveRepeats(i, out);
      }
    }
  }

  private void saveRepeats(int i, DataOutput out) throws IOException {
    SmallNumbers.write(out, gapMillis[i]);
    SmallNumbers.write(out, firstGapMillis[i]);
    SmallNumbers.write(out, longestGapMillis[i]);
    out.writeBoolean(growing[i]);
    out.writeBoolean(shrunk[i]);
    SmallNumbers.write(out, patient[i]);
    out.writeBoolean(lastWasPatient[i]);
  }

  void restore(DataInput in) throws IOException {
    size = SmallNumbers.readInt(in);
    for (int i = 0; i < size; i++) {
      forgetRepeats(i);
      actions[i] = in.readLong();
      outcomes[i] = in.readLong();
      endMillis[i] = SmallNumbers.read(in);
      turns[i] = SmallNumbers.readInt(in);
      gaps[i] = SmallNumbers.readInt(in);
      if (gaps[i] > 0) {
        restoreRepeats(i, in);
      }
    }
  }

  private void restoreRepeats(int i, DataInput in) throws IOException {
    gapMillis[i] = SmallNumbers.read(in);
    firstGapMillis[i] = SmallNumbers.read(in);
    longestGapMillis[i] = SmallNumbers.read(in);
    growing[i] = in.readBoolean();
    shrunk[i] = in.readBoolean();
    patient[i] = SmallNumbers.readInt(in);
    lastWasPatient[i] = in.readBoolean();
  }
}
