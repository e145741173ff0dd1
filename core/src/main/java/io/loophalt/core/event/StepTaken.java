package io.loophalt.core.event;

import io.loophalt.Effect;
import io.loophalt.core.detect.Fingerprint;
import io.loophalt.core.detect.Step;
import io.loophalt.core.detect.StepNews;
import io.loophalt.core.detect.StepTraits;
import io.loophalt.core.event.ArgumentCapture.Captured;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

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
 * @param news its lines, words and values, as digests
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
    StepTraits traits,
    Fingerprint fingerprint,
    StepNews news,
    long startMillis,
    long endMillis,
    @Nullable Captured arguments)
    implements Event {

  /**
   * Takes down a step whose outcome is known.
   *
   * @param capture what is taken down of its arguments; null for nothing
   */
  public static StepTaken of(
      Instant time, String runId, String task, Step step, @Nullable ArgumentCapture capture) {
    return new StepTaken(
        time,
        runId,
        task,
        step.index(),
        step.turn(),
        step.tool(),
        step.actionClass(),
        step.effect(),
        step.traits(),
        step.fingerprint(),
        step.news(),
        step.startMillis(),
        step.endMillis(),
        capture == null ? null : capture.of(step.argumentsText()));
  }
}
