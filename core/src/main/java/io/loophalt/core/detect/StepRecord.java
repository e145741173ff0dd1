package io.loophalt.core.detect;

/**
 * All that a step is judged by, as digests and flags: with it a run can be judged anew. Taking it
 * down reads all texts of the call, several times what judging the step alone takes.
 *
 * @param traits what could be told of it that no digest says
 * @param fingerprint the digests
 * @param news its lines, words and values, as digests
 */
public record StepRecord(StepTraits traits, Fingerprint fingerprint, StepNews news) {}
