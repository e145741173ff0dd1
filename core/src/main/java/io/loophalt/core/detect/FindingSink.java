package io.loophalt.core.detect;

import io.loophalt.core.policy.Intervention;

/** Where a detector reports what it found. The run behind it applies the ladder. */
public interface FindingSink {

  /**
   * Reports what a rule counts now. A rung fires once when the count reaches it; reporting the same
   * or a higher count below the next rung again does nothing and costs next to nothing, so a
   * detector may report at every step. At a lower count, 0 above all, the ladder is climbed again
   * from there.
   *
   * @param rule the rule inside the detector, a constant such as {@code identical_call}
   * @param count how often in a row; 0 or more
   * @return the intervention of the highest rung that the count reaches, whether it fired now or
   *     before: rules whose history holds the nudge itself need it
   */
  Intervention report(String rule, int count);

  /**
   * Reports what a rule counts now for one tool or action class. Each climbs by itself, on its own
   * ladder where the configuration gives it one, whatever else the turn did.
   *
   * @param of the name of the tool or action class, of one of the calls at hand
   */
  default Intervention report(String rule, String of, int count) {
    return report(rule, count);
  }

  /**
   * The detector counts from nothing again, as after a message of the user, and its ladders are
   * climbed from the ground. For who forgets its counts without reporting 0 for each.
   */
  default void startsAnew() {}
}
