package io.loophalt.core.event;

import io.loophalt.Effect;
import io.loophalt.core.detect.Step;
import io.loophalt.core.detect.StepRecord;
import io.loophalt.core.event.ArgumentCapture.Captured;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A tool has run. Told only when asked for.
 *
 * @param time when
 * @param runId the run
 * @param task its task
 * @param step 0-based number
 * @param turn 0-based number of the turn that asked for it
 * @param tool the tool's name
 * @param actionClass the coarse category
 * @param effect whether the tool reads or changes something
 * @param failed whether the call failed at tool level
 * @param record what it is judged by; null where nobody keeps it
 * @param startMillis when it began, since the run began
 * @param endMillis when its outcome was there, since the run began
 * @param arguments what it was called with; null unless that is captured
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
    boolean failed,
    @Nullable StepRecord record,
    long startMillis,
    long endMillis,
    @Nullable Captured arguments)
    implements Event {

  /**
   * Takes down a step whose outcome is known.
   *
   * @param judgedAnew whether it is kept, so that the run can be judged anew
   * @param capture what is taken down of its arguments; null for nothing
   */
  public static StepTaken of(
      Instant time,
      String runId,
      String task,
      Step step,
      boolean judgedAnew,
      @Nullable ArgumentCapture capture) {
    return new StepTaken(
        time,
        runId,
        task,
        step.index(),
        step.turn(),
        step.tool(),
        step.actionClass(),
        step.effect(),
        step.failed(),
        judgedAnew ? step.record() : null,
        step.startMillis(),
        step.endMillis(),
        capture == null ? null : capture.of(step.argumentsText()));
  }
}
