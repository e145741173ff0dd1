package io.loophalt.agent.run;

import io.loophalt.agent.detect.LongRing;
import io.loophalt.agent.detect.Step;
import io.loophalt.agent.fingerprint.TextDigest;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * Remembers what the model was nudged about beyond the streak in which it was, so that who goes on
 * after two nudges is halted although something else came in between.
 *
 * <p>"Three times the same call, one new look, three times the same call" never climbs a ladder
 * that begins anew at each look. A nudge is remembered for what was repeated (the calls of the turn
 * with their outcomes, or the failure), by the detector that gave it: another trouble is another
 * matter. Progress takes nudges back, one each time that {@value #PROGRESS_TURNS} turns in a row
 * brought something new that was neither a failure nor a remark; a single new look between
 * repetitions does not.
 *
 * <p>Not thread-safe; guarded by the run's lock. O(1) per step, which before the first nudge means
 * an addition; allocates nothing; 300 bytes of state.
 */
final class NudgeMemory {

  /** Nudges about the same that may be ignored; what would be the next is the halt. */
  private static final int NUDGES_IGNORED = 2;

  /** Turns in a row with something new that count as progress. */
  private static final int PROGRESS_TURNS = 3;

  private static final int MATTERS = 8;
  private static final int WINDOW = 20;

  private final boolean comparesMatters;
  private final String[] detectors = new String[MATTERS];
  private final long[] matters = new long[MATTERS];
  private final int[] nudges = new int[MATTERS];
  private final LongRing seen = new LongRing(WINDOW);
  private int size;
  private int next;
  private int newsInARow;

  private long matterAtHand;
  private boolean stepsAtHand;
  private boolean newsAtHand;

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

  /** Whether the detector's next nudge about a matter is one too many. */
  boolean wasIgnored(String detector, long matter) {
    int known = indexOf(detector, matter);
    return known >= 0 && nudges[known] >= NUDGES_IGNORED;
  }

  /** The model is told. */
  void nudged(String detector, long matter) {
    int known = indexOf(detector, matter);
    if (known < 0) {
      known = next;
      next = (next + 1) % MATTERS;
      size = Math.max(size, known + 1);
      detectors[known] = detector;
      matters[known] = matter;
      nudges[known] = 0;
    }
    nudges[known]++;
    newsInARow = 0;
  }

  /** A step of the turn at hand has its outcome. */
  void stepped(Step step) {
    if (!comparesMatters && size == 0) {
      return;
    }
    long failure = step.failure();
    long observation =
        failure == Step.ABSENT ? TextDigest.combine(step.action(), step.result()) : failure;
    matterAtHand += observation;
    if (size == 0) {
      return;
    }
    stepsAtHand = true;
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
    out.writeInt(size);
    out.writeInt(next);
    for (int i = 0; i < size; i++) {
      out.writeUTF(detectors[i]);
      out.writeLong(matters[i]);
      out.writeInt(nudges[i]);
    }
    seen.save(out);
    out.writeInt(newsInARow);
    out.writeLong(matterAtHand);
    out.writeBoolean(stepsAtHand);
    out.writeBoolean(newsAtHand);
  }

  void restore(DataInput in) throws IOException {
    size = in.readInt();
    next = in.readInt();
    for (int i = 0; i < size; i++) {
      detectors[i] = in.readUTF();
      matters[i] = in.readLong();
      nudges[i] = in.readInt();
    }
    seen.restore(in);
    newsInARow = in.readInt();
    matterAtHand = in.readLong();
    stepsAtHand = in.readBoolean();
    newsAtHand = in.readBoolean();
  }
}
