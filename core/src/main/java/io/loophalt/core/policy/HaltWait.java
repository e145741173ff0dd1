package io.loophalt.core.policy;

import java.time.Duration;

/**
 * How a halted run waits for a person before its halt is thrown. Only where the engine runs inside
 * an agent; a program that asks the engine itself decides for itself whether it waits.
 *
 * @param most for how long at most; more than 0
 * @param maxParked how many runs of a JVM may wait so at the same time; what is halted beyond it
 *     does not wait
 */
public record HaltWait(Duration most, int maxParked) {

  /** How many may wait if nobody says how many. */
  public static final int MAX_PARKED = 16;
}
