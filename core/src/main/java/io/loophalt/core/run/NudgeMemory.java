package io.loophalt.core.run;

import io.loophalt.core.detect.LongRing;
import io.loophalt.core.detect.Step;
import io.loophalt.core.state.SmallNumbers;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * Remembers what the model was nudged about beyond the streak in which it was, so that who goes on
 * after two nudges is halted although something else came in between.
 *
 * <p>It is halted only when it has repeated the matter in all somewhat more often than its ladder
 * halts at in a row, so that what comes in between puts a halt off and does not bring it on.
 *
 * <p>"Three times the same call, one new look, three times the same call" never climbs a ladder
 * that begins anew at each look. A nudge is remembered for what was repeated (the calls of the turn
 * with their outcomes, or the failure), by the detector that gave it: another trouble is another
 * matter. Progress takes nudges back, one each time that {@value #PROGRESS_TURNS} turns in a row
 * brought something new that was neither a failure nor a remark; a single new look between
 * repetitions does not. So does the call itself that was nudged about for its failures, one each
 * time that it goes well with an outcome that it did not have: it was right to try again.
 *
 * <p>Not thread-safe; guarded by the run's lock. O(1) per step, which before the first nudge means
 * an addition; allocates nothing; 410 bytes of state.
 */
final class NudgeMemory {

  /** Nudges about the same that may be ignored; what would be the next is the halt. */
  private static final int NUDGES_IGNORED = 2;

  /** How many more repetitions there must be in all than a ladder halts at in a row. */
  private static final int MORE_IN_ALL = 2;

  /** Turns in a row with something new that count as progress. */
  private static final int PROGRESS_TURNS = 3;

  private static final int MATTERS = 8;
  private static final int WINDOW = 20;

  // Of what is at hand, as it is saved, behind the count of news in a row.
  private static final int STEPS = 1;
  private static final int NEWS = 2;
  private static final int MATTER = 4;

  /** Is added to the number of matters where the calls follow that failed. */
  private static final int WITH_CALLS = 16;

  private final boolean comparesMatters;
  private final String[] detectors = new String[MATTERS];
  private final long[] matters = new long[MATTERS];

  /** The calls that failed when the model was nudged last, 0 if none did. */
  private final long[] failing = new long[MATTERS];

  private final int[] nudges = new int[MATTERS];

  /**
   * In how many turns the matter was at hand, those before the first nudge as far as it counted.
   */
  private final int[] repeats = new int[MATTERS];

  private final LongRing seen = new LongRing(WINDOW);
  private int size;
  private int next;
  private int newsInARow;

  private long matterAtHand;
  private boolean stepsAtHand;
  private boolean newsAtHand;

  // Of the turn at hand, in any order: the calls that failed, and those that did not.
  private long failedAtHand;
  private long wellAtHand;

  /**
   * Makes a memory of nothing.
   *
   * @param comparesMatters whether some detector's nudges are remembered; if not, what is repeated
   *     need not be known, and steps are read from the first nudge on only
   */
  NudgeMemory(boolean comparesMatters) {
    this.comparesMatters = comparesMatters;
  }

  /** What is repeated if the turn at hand is found to repeat something; in any order of calls. */
  long matterAtHand() {
    return matterAtHand;
  }

  /** Which calls of the turn at hand have failed, in any order; 0 if none has. */
  long failedAtHand() {
    return failedAtHand;
  }

  /**
   * Whether the detector's next nudge about the matter at hand is one too many.
   *
   * @param haltsAt how many repetitions in a row the detector's ladder halts at
   */
  boolean wasIgnored(String detector, int haltsAt) {
    return wasIgnored(detector, matterAtHand, haltsAt);
  }

  boolean wasIgnored(String detector, long matter, int haltsAt) {
    int known = indexOf(detector, matter);
    return known >= 0
        && nudges[known] >= NUDGES_IGNORED
        && repeats[known] + 1 >= haltsAt + MORE_IN_ALL;
  }

  /**
   * The model is told.
   *
   * @param calls those that failed, see {@link #failedAtHand}
   * @param count how many repetitions the detector has counted
   */
  void nudged(String detector, long matter, long calls, int count) {
    int known = indexOf(detector, matter);
    if (known < 0) {
      known = next;
      next = (next + 1) % MATTERS;
      size = Math.max(size, known + 1);
      detectors[known] = detector;
      matters[known] = matter;
      nudges[known] = 0;
      repeats[known] = count;
    }
    nudges[known]++;
    failing[known] = calls;
    newsInARow = 0;
  }

  /** A step of the turn at hand has its outcome. */
  void stepped(Step step) {
    if (!comparesMatters && size == 0) {
      return;
    }
    long failure = step.failure();
    long observation = failure == Step.ABSENT ? step.observation() : failure;
    matterAtHand += observation;
    failedAtHand += failure == Step.ABSENT ? 0 : step.action();
    if (size == 0) {
      return;
    }
    stepsAtHand = true;
    wellAtHand += failure == Step.ABSENT ? step.action() : 0;
    if (!seen.contains(observation)) {
      seen.add(observation);
      newsAtHand |= failure == Step.ABSENT && !step.onlyRemarks();
    }
  }

  /**
   * The turn at hand is over.
   *
   * @return whether it completed a progress that takes nudges back
   */
  boolean turnEnded() {
    boolean progress = false;
    if (stepsAtHand) {
      for (int i = 0; i < size; i++) {
        repeats[i] += matters[i] == matterAtHand ? 1 : 0;
        if (newsAtHand && failedAtHand == 0 && failing[i] != 0 && failing[i] == wellAtHand) {
          nudges[i] = Math.max(0, nudges[i] - 1);
          failing[i] = 0;
        }
      }
      newsInARow = newsAtHand ? newsInARow + 1 : 0;
      progress = newsInARow == PROGRESS_TURNS;
    }
    if (progress) {
      newsInARow = 0;
      for (int i = 0; i < size; i++) {
        nudges[i] = Math.max(0, nudges[i] - 1);
      }
    }
    matterAtHand = 0;
    failedAtHand = 0;
    wellAtHand = 0;
    stepsAtHand = false;
    newsAtHand = false;
    return progress;
  }

  /** Forgets everything. */
  void clear() {
    size = 0;
    next = 0;
    newsInARow = 0;
    seen.clear();
  }

  private int indexOf(String detector, long matter) {
    for (int i = 0; i < size; i++) {
      if (matters[i] == matter && detectors[i].equals(detector)) {
        return i;
      }
    }
    return -1;
  }

  void save(DataOutput out) throws IOException {
    boolean calls = isAnyCall();
    SmallNumbers.write(out, size + (calls ? WITH_CALLS : 0));
    SmallNumbers.write(out, next);
    for (int i = 0; i < size; i++) {
      out.writeUTF(detectors[i]);
      out.writeLong(matters[i]);
      out.writeInt(nudges[i]);
      out.writeInt(repeats[i]);
      if (calls) {
        out.writeLong(failing[i]);
      }
    }
    if (calls) {
      out.writeLong(failedAtHand);
      out.writeLong(wellAtHand);
    }
    seen.save(out);
    SmallNumbers.writeUnsigned(
        out,
        8L * newsInARow
            + (stepsAtHand ? STEPS : 0)
            + (newsAtHand ? NEWS : 0)
            + (matterAtHand != 0 ? MATTER : 0));
    if (matterAtHand != 0) {
      out.writeLong(matterAtHand);
    }
  }

  /** Whether it is known of any call that it failed when the model was nudged, or has now. */
  private boolean isAnyCall() {
    boolean any = failedAtHand != 0 || wellAtHand != 0;
    for (int i = 0; i < size; i++) {
      any |= failing[i] != 0;
    }
    return any;
  }

  void restore(DataInput in) throws IOException {
    int sizeAndCalls = SmallNumbers.readInt(in);
    boolean calls = sizeAndCalls >= WITH_CALLS;
    size = calls ? sizeAndCalls - WITH_CALLS : sizeAndCalls;
    next = SmallNumbers.readInt(in);
    for (int i = 0; i < size; i++) {
      detectors[i] = in.readUTF();
      matters[i] = in.readLong();
      nudges[i] = in.readInt();
      repeats[i] = in.readInt();
      failing[i] = calls ? in.readLong() : 0;
    }
    failedAtHand = calls ? in.readLong() : 0;
    wellAtHand = calls ? in.readLong() : 0;
    seen.restore(in);
    int newsAndFlags = SmallNumbers.inRange(SmallNumbers.readUnsigned(in), Integer.MAX_VALUE);
    newsInARow = newsAndFlags / 8;
    stepsAtHand = (newsAndFlags & STEPS) != 0;
    newsAtHand = (newsAndFlags & NEWS) != 0;
    matterAtHand = (newsAndFlags & MATTER) != 0 ? in.readLong() : 0;
  }
}
