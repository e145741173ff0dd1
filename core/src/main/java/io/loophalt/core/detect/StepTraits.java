package io.loophalt.core.detect;

import io.loophalt.core.text.ToolVerbs;

/**
 * What can be told of one step that no digest says, for the record.
 *
 * @param failed whether the call failed at tool level
 * @param edits whether it edits a text
 * @param looksOnly whether it changes nothing
 * @param sleeps whether it lets time pass before anything else
 * @param onlyRemarks whether it only says something of its own
 * @param answersWithAbsence whether it was told that what it asked about is not there
 * @param saysNotYet whether its outcome says that the work still goes on
 * @param retryAfterSeconds when its outcome asks to try again, -1 if it does not
 */
public record StepTraits(
    boolean failed,
    boolean edits,
    boolean looksOnly,
    boolean sleeps,
    boolean onlyRemarks,
    boolean answersWithAbsence,
    boolean saysNotYet,
    int retryAfterSeconds) {

  /** What is known of the call itself, as flags of {@link ToolVerbs}. */
  int natureOfCall() {
    return (edits ? ToolVerbs.EDITING_CALL : 0)
        | (looksOnly ? ToolVerbs.LOOKING_CALL : 0)
        | (sleeps ? ToolVerbs.SLEEPING_CALL : 0)
        | (onlyRemarks ? ToolVerbs.REMARK : 0);
  }
}
