package io.loophalt.demo;

/**
 * One try of the model: it changed something and ran the check.
 *
 * @param says what the model said it does
 * @param outcome where the check failed, such as {@code TimeoutCheck.java:6}, or {@code passed}
 * @param told what the model was told beside the check's own words; empty if nothing
 */
record Attempt(String says, String outcome, String told) {}
