package io.loophalt.agent.detect;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * Counts how often the same call had the same outcome while nothing was changed in between.
 *
 * <p>Between looks and failures a call cannot have another outcome than before, so making it again
 * brings nothing, however new the looks are. Whatever may have changed something, above all a tool
 * whose effect is not known, starts the count anew: a check between edits is left alone.
 *
 * <p>Source: recurrence rules measured on recorded runs, docs/detection.md. O(window), allocates
 * nothing; 16 bytes a turn of the window.
 */
final class FutileRepeat extends TurnDetector {

  private static final String RULE = "nothing_changed_in_between";

  private final WindowCount observations;

  FutileRepeat(String name, int window) {
    super(name);
    this.observations = new WindowCount(window);
  }

  @Override
  public String describe(String rule, int count) {
    return "the same call had the same outcome " + count + " times and nothing changed in between";
  }

  @Override
  void judge(StepsOfTurn steps, FindingSink sink) {
    observations.nextTurn();
    boolean changed = steps.overflowing();
    int most = 0;
    for (int i = 0; i < steps.size(); i++) {
      most = Math.max(most, observations.add(observationOf(steps, i)));
      changed |= steps.mayHaveChanged(i);
    }
    sink.report(RULE, most);
    if (changed) {
      observations.clear();
    }
  }

  private static long observationOf(StepsOfTurn steps, int i) {
    long failure = steps.failureOfAction(i);
    return failure == Step.ABSENT ? steps.observation(i) : failure;
  }

  @Override
  void clear() {
    observations.clear();
  }

  @Override
  void saveRule(DataOutput out) throws IOException {
    observations.save(out);
  }

  @Override
  void restoreRule(DataInput in) throws IOException {
    observations.restore(in);
  }
}
