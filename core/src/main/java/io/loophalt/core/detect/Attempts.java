package io.loophalt.core.detect;

import io.loophalt.Effect;
import io.loophalt.core.state.SmallNumbers;
import io.loophalt.core.text.ToolVerbs;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * The attempts at one call that had the same outcome, and whether they wait for something (see
 * {@link Patience}).
 *
 * <p>Not thread-safe. Allocates nothing; 80 bytes.
 */
final class Attempts {

  /** Pauses that back off grow by half at least from one attempt to the next, to a limit. */
  private static final double GROWTH = 1.5;

  private static final int MOST_GROWTH = 4;

  /** Below it, gaps that grow are the noise of a machine, not a wait. */
  private static final int SHORTEST_WAIT_MILLIS = 1000;

  /** So many after a pause count as one: who waits for minutes costs little by looking. */
  private static final int RESTED_IN_ONE = 3;

  private long action;
  private long outcome;
  private int steady;
  private long endMillis;
  private int turn;

  // Of those after the first.
  private int gaps;
  private long gapMillis;
  private long firstGapMillis;
  private long longestGapMillis;
  private boolean growing;
  private boolean shrunk;
  private int patient;
  private boolean lastWasPatient;

  /** Of the patient ones after a pause: how many the next whole one holds so far. */
  private int rested;

  /** The first one. */
  void begin(Step step, long firstOutcome) {
    action = step.action();
    outcome = firstOutcome;
    endMillis = step.endMillis();
    turn = step.turn();
    forgetRepeats();
  }

  private void forgetRepeats() {
    gaps = 0;
    gapMillis = 0;
    firstGapMillis = 0;
    longestGapMillis = 0;
    growing = false;
    shrunk = false;
    patient = 0;
    lastWasPatient = false;
    rested = 0;
  }

  /**
   * One more, unless the turn of the latest made it: those of one turn are made at once.
   *
   * @param itsOutcome differs at most in times and the like
   * @param waited whether the run has slept since the latest, and changed nothing
   * @param directly whether no other call was made since the latest, or that does not matter
   * @param afterAPause whether so much time has passed that this is one of several that count once
   */
  void repeat(Step step, long itsOutcome, boolean waited, boolean directly, boolean afterAPause) {
    outcome = itsOutcome;
    if (turn == step.turn()) {
      return;
    }
    long gap = step.endMillis() - endMillis;
    boolean grows = gapMillis > 0 && 2 * gap >= 3 * gapMillis;
    shrunk |= 10 * gap < 9 * gapMillis;
    growing = (grows || growing) && !shrunk && gap >= SHORTEST_WAIT_MILLIS;
    firstGapMillis = gaps == 0 ? gap : firstGapMillis;
    longestGapMillis = Math.max(longestGapMillis, gap);
    gaps++;
    boolean grown = directly && (growing || (gap >= SHORTEST_WAIT_MILLIS && growsJittered(gap)));
    // A text does not take an edit that it has rejected because time passes.
    boolean rejected = grown && step.edits() && step.failure() != Step.ABSENT;
    boolean backsOff = grown && !rejected;
    lastWasPatient = isPatient(step, gap, backsOff || waited);
    if (lastWasPatient) {
      patient += afterAPause && rested > 0 ? 0 : 1;
      rested = afterAPause ? (rested + 1) % RESTED_IN_ONE : 0;
    }
    endMillis = step.endMillis();
    gapMillis = gap;
    turn = step.turn();
  }

  private static boolean isPatient(Step step, long gapMillis, boolean waited) {
    int asked = step.retryAfterSeconds();
    if (asked >= 0) {
      return gapMillis >= 1000L * asked;
    }
    return waited || step.sleeps() || isPolling(step);
  }

  private static boolean isPolling(Step step) {
    return step.saysNotYet() && ToolVerbs.known(step.effect(), step.tool()) != Effect.WRITE;
  }

  /** The longest pause keeps up with exponential growth, and this one is no retreat from it. */
  private boolean growsJittered(long gap) {
    double expected = firstGapMillis * Math.min(MOST_GROWTH, Math.pow(GROWTH, gaps - 1));
    return gaps > 1 && longestGapMillis >= expected && 2 * gap >= longestGapMillis;
  }

  /** The call. */
  long action() {
    return action;
  }

  /** The turn that made the latest. */
  int turn() {
    return turn;
  }

  /** When the outcome of the latest was there. */
  long endMillis() {
    return endMillis;
  }

  /**
   * Takes what is the same in one more answer, see {@link Step#steady}: whether it was so in the
   * latest for which it was told.
   */
  boolean readSteady(int answer) {
    boolean same = answer != 0 && answer == steady;
    steady = answer == 0 ? steady : answer;
    return same;
  }

  /** What was the same in the latest answers that differed, 0 if there were none. */
  int steady() {
    return steady;
  }

  /** Says so of one that begins, or is restored. */
  void steadyIs(int answer) {
    steady = answer;
  }

  /** How many after a pause are in the patient one that was counted last; 0 if no more fit in. */
  int rested() {
    return rested;
  }

  /** Says so of one that is restored. */
  void restedIs(int restored) {
    rested = restored;
  }

  /** What came of all of them. */
  long outcome() {
    return outcome;
  }

  /** How many patient ones there were if the latest was one, else 0. */
  int patientOnes() {
    return lastWasPatient ? patient : 0;
  }

  /** Patient ones are counted from 0 again. */
  void grantNewBudget() {
    patient = 0;
    rested = 0;
  }

  void save(DataOutput out) throws IOException {
    out.writeLong(action);
    out.writeLong(outcome);
    SmallNumbers.write(out, endMillis);
    // Most calls were made once.
    SmallNumbers.write(out, 2L * turn + (gaps > 0 ? 1 : 0));
    if (gaps > 0) {
      SmallNumbers.write(out, gaps);
      SmallNumbers.write(out, gapMillis);
      SmallNumbers.write(out, firstGapMillis);
      SmallNumbers.write(out, longestGapMillis);
      out.writeBoolean(growing);
      out.writeBoolean(shrunk);
      SmallNumbers.write(out, patient);
      out.writeBoolean(lastWasPatient);
    }
  }

  void restore(DataInput in) throws IOException {
    forgetRepeats();
    steady = 0;
    action = in.readLong();
    outcome = in.readLong();
    endMillis = SmallNumbers.read(in);
    long turnAndWhetherRepeated = SmallNumbers.read(in);
    turn = (int) (turnAndWhetherRepeated >> 1);
    if ((turnAndWhetherRepeated & 1) != 0) {
      gaps = SmallNumbers.readInt(in);
      gapMillis = SmallNumbers.read(in);
      firstGapMillis = SmallNumbers.read(in);
      longestGapMillis = SmallNumbers.read(in);
      growing = in.readBoolean();
      shrunk = in.readBoolean();
      patient = SmallNumbers.readInt(in);
      lastWasPatient = in.readBoolean();
    }
  }
}
