package io.loophalt.core.run;

import io.loophalt.core.detect.Step;
import io.loophalt.core.state.SmallNumbers;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Watches whether nudges, or escalations, were followed by news: one of the {@value #STEPS} steps
 * that began next brought some.
 *
 * <p>A step brings news when it neither failed nor told of a failure, said more than remarks, "not
 * yet", that there is nothing or nothing at all, and when the same call with the same outcome is
 * not among the latest actions of the run. That holds for every preset, and asks nothing of a run
 * of which nothing waits.
 *
 * <p>Not thread-safe; guarded by the run's lock. Costs a comparison a step while nothing waits for
 * its effect.
 */
final class InterventionEffect {

  /** How many steps after an intervention are looked at. */
  static final int STEPS = 3;

  /**
   * For each intervention that waits, how many steps had begun by then, those given first in front.
   */
  private final int[] begunBefore = new int[STEPS];

  private int waiting;

  /** Whether some intervention waits for its effect. */
  boolean isAwaited() {
    return waiting > 0;
  }

  /**
   * The run is nudged, or escalated. No more can wait than there are steps: the first of them is
   * given up.
   *
   * @param stepsBegun how many steps of the run had begun by then
   */
  void began(int stepsBegun) {
    if (waiting == STEPS) {
      drop(0);
    }
    begunBefore[waiting++] = stepsBegun;
  }

  /**
   * A step is over.
   *
   * @param recent the actions before it
   * @return how many interventions were followed by news in it
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

  static void save(@Nullable InterventionEffect effect, DataOutput out) throws IOException {
    int size = effect == null ? 0 : effect.waiting;
    SmallNumbers.write(out, size);
    for (int i = 0; i < size; i++) {
      SmallNumbers.write(out, Objects.requireNonNull(effect).begunBefore[i]);
    }
  }

  /** One that is as the saved one was; null if nothing waited. */
  static @Nullable InterventionEffect restored(DataInput in) throws IOException {
    int size = SmallNumbers.inRange(SmallNumbers.readInt(in), STEPS);
    if (size == 0) {
      return null;
    }
    InterventionEffect restored = new InterventionEffect();
    for (; restored.waiting < size; restored.waiting++) {
      restored.begunBefore[restored.waiting] = SmallNumbers.readInt(in);
    }
    return restored;
  }
}
