package io.loophalt.core.run;

import io.loophalt.core.detect.SmallNumbers;
import io.loophalt.core.detect.Step;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * Watches whether a nudge was followed by news: one of the {@value #STEPS} steps that began next
 * brought some.
 *
 * <p>A step brings news when it neither failed nor told of a failure, said more than remarks, "not
 * yet", that there is nothing or nothing at all, and when the same call with the same outcome is
 * not among the latest actions of the run. That holds for every preset, and asks nothing of a run
 * that is not nudged.
 *
 * <p>Not thread-safe; guarded by the run's lock. Costs a comparison a step while no nudge waits for
 * its effect.
 */
final class NudgeEffect {

  /** How many steps after a nudge are looked at. */
  static final int STEPS = 3;

  /** For each nudge that waits, how many steps had begun by then, those given first in front. */
  private final int[] begunBefore = new int[STEPS];

  private int waiting;

  /** Whether some nudge waits for its effect. */
  boolean isAwaited() {
    return waiting > 0;
  }

  /**
   * The model is nudged. More nudges than steps cannot wait: the first of them is given up.
   *
   * @param stepsBegun how many steps of the run had begun by then
   */
  void nudged(int stepsBegun) {
    if (waiting == STEPS) {
      drop(0);
    }
    begunBefore[waiting++] = stepsBegun;
  }

  /**
   * A step is over.
   *
   * @param recent the actions before it
   * @return how many nudges were followed by news in it
   */
  int stepped(Step step, RecentActions recent) {
    boolean news = isNews(step, recent);
    int followed = 0;
    for (int i = waiting - 1; i >= 0; i--) {
      int place = step.index() - begunBefore[i];
      boolean isFollowed = news && place >= 0 && place < STEPS;
      if (isFollowed || place >= STEPS - 1) {
        followed += isFollowed ? 1 : 0;
        drop(i);
      }
    }
    return followed;
  }

  private static boolean isNews(Step step, RecentActions recent) {
    return step.failure() == Step.ABSENT
        && !step.onlyRemarks()
        && !step.answersWithAbsence()
        && !step.saysNothing()
        && !step.saysNotYet()
        && !recent.holds(step);
  }

  private void drop(int at) {
    waiting--;
    System.arraycopy(begunBefore, at + 1, begunBefore, at, waiting - at);
  }

  /** What comes now follows from something else. */
  void clear() {
    waiting = 0;
  }

  void save(DataOutput out) throws IOException {
    SmallNumbers.write(out, waiting);
    for (int i = 0; i < waiting; i++) {
      SmallNumbers.write(out, begunBefore[i]);
    }
  }

  void restore(DataInput in) throws IOException {
    waiting = SmallNumbers.inRange(SmallNumbers.readInt(in), STEPS);
    for (int i = 0; i < waiting; i++) {
      begunBefore[i] = SmallNumbers.readInt(in);
    }
  }
}
