package io.loophalt.core.event;

import io.loophalt.Effect;
import io.loophalt.core.detect.Step;
import java.time.Instant;

/**
 * A tool has run. Written only when asked for: it makes a log that can be judged anew.
 *
 * @param time when
 * @param runId the run
 * @param task its task
 * @param step 0-based number
 * @param turn 0-based number of the turn that asked for it
 * @param tool the tool's name
 * @param actionClass the coarse category
 * @param effect whether the tool reads or changes something
 * @param traits what could be told of it that no digest says
 * @param fingerprint the digests
 * @param startMillis when it began, since the run began
 * @param endMillis when its outcome was there, since the run began
 */
public record StepTaken(
    Instant time,
    String runId,
    String task,
    long step,
    long turn,
    String tool,
    String actionClass,
    Effect effect,
    Traits traits,
    Fingerprint fingerprint,
    long startMillis,
    long endMillis)
    implements Event {

  /**
   * What could be told of a step that no digest says.
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
  public record Traits(
      boolean failed,
      boolean edits,
      boolean looksOnly,
      boolean sleeps,
      boolean onlyRemarks,
      boolean answersWithAbsence,
      boolean saysNotYet,
      int retryAfterSeconds) {

    /** Takes down a step whose outcome is known. */
    public static Traits of(Step step) {
      return new Traits(
          step.failed(),
          step.edits(),
          step.looksOnly(),
          step.sleeps(),
          step.onlyRemarks(),
          step.answersWithAbsence(),
          step.saysNotYet(),
          step.retryAfterSeconds());
    }
  }

  /** Takes down a step whose outcome is known. */
  public static StepTaken of(Instant time, String runId, String task, Step step) {
    return new StepTaken(
        time,
        runId,
        task,
        step.index(),
        step.turn(),
        step.tool(),
        step.actionClass(),
        step.effect(),
        Traits.of(step),
        Fingerprint.of(step),
        step.startMillis(),
        step.endMillis());
  }
}
