package io.loophalt.core.detect;

/**
 * Why a detector's count is what it is now, for a person who asks step by step.
 *
 * @param detector the detector's name
 * @param rule its rule
 * @param of the tool or action class that the rule counts for, empty if for the run as a whole
 * @param count what it counts now
 * @param why one sentence: what was compared with what, and why the count grew, fell or stayed
 */
public record Explanation(String detector, String rule, String of, int count, String why) {}
