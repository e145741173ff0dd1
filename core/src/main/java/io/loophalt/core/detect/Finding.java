package io.loophalt.core.detect;

import io.loophalt.core.policy.Intervention;

/**
 * A rung that fired: what was found, and what follows from it.
 *
 * @param detector the detector's name, or {@code ceiling}
 * @param rule the rule inside it
 * @param count what it counted
 * @param intervention what the ladder asks for
 * @param observedOnly whether nothing is done about it, because the detector or the whole agent
 *     only watches
 * @param step number of steps that had begun, 1-based position of the step it was found at
 * @param turn 0-based number of the turn
 * @param action digest of the action it was found at, {@link Step#ABSENT} if found at a turn
 * @param outcome digest of that action's failure or result, {@link Step#ABSENT} if none yet
 * @param description one clause for a person
 */
public record Finding(
    String detector,
    String rule,
    int count,
    Intervention intervention,
    boolean observedOnly,
    int step,
    int turn,
    long action,
    long outcome,
    String description) {}
