package io.loophalt.core.detect;

import io.loophalt.core.policy.Intervention;
import org.jspecify.annotations.Nullable;

/**
 * How far one rule of a detector has come in a run, for a person who looks at it.
 *
 * @param detector the detector's name
 * @param rule its rule
 * @param of the tool or action class that the rule counts for, empty if for the run as a whole
 * @param count what it counts now, 0 if it has counted before or has less than one so far
 * @param reached the strongest thing that the count has led to since it last fell, {@code NONE} if
 *     nothing
 * @param haltsAt the count at which the detector's own ladder halts; null if it never does
 * @param why one sentence: what was compared with what
 */
public record Standing(
    String detector,
    String rule,
    String of,
    int count,
    Intervention reached,
    @Nullable Integer haltsAt,
    String why) {

  /** The part of the way to a halt that is behind it, from 0 to 1; 0 where there is none. */
  public double share() {
    return haltsAt == null || haltsAt <= 0 ? 0 : Math.min(1, (double) count / haltsAt);
  }
}
