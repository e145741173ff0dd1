package io.loophalt.agent.detect;

import io.loophalt.agent.policy.Intervention;

/** Where a detector reports what it found. The run behind it applies the ladder. */
public interface FindingSink {

  /**
   * Reports that a rule counts {@code count} now. Reporting a count below the first rung, or the
   * same count again, does nothing and costs nothing, so a detector may report at every step.
   *
   * @param rule the rule inside the detector, a constant such as {@code identical_call}
   * @param count how often in a row, 1 or more
   * @return what the ladder made of it: a rung gives its intervention when its count is reached and
   *     again at every higher count until the next rung. Rules whose history holds the nudge itself
   *     need it.
   */
  Intervention report(String rule, int count);
}
