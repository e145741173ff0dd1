package io.loophalt.operations.timeline;

import io.loophalt.core.policy.Intervention;

/**
 * An intervention, as a timeline tells of it.
 *
 * @param kind what was done
 * @param enforced whether it was done, or would have been but for {@code observe}
 * @param detector as it is shown; empty if it is not known
 * @param rule likewise
 * @param count what was counted
 * @param step 0-based, of the latest; {@link Intake#UNKNOWN} if none
 * @param turn likewise
 * @param action digest of the call that it was about, 0 if none
 * @param outcome likewise
 */
public record Spoken(
    Intervention kind,
    boolean enforced,
    String detector,
    String rule,
    long count,
    int step,
    int turn,
    long action,
    long outcome) {}
