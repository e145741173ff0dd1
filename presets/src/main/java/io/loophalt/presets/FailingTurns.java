package io.loophalt.presets;

import io.loophalt.StopReason;
import io.loophalt.core.detect.Counted;
import io.loophalt.core.detect.Step;

/**
 * Turns in a row in which a call failed, whatever was called and whatever the error says.
 *
 * <p>Several failing calls of a turn are one failure; a turn without one ends the row. Source: the
 * reflection loop {@code run_one} of Aider-AI/aider 5dc9490b with its limit of 3 reflections, which
 * ends at the fourth failing reply.
 */
final class FailingTurns extends Counted {

  private FailingTurns() {
    super(
        "max_reflections",
        StopReason.Kind.REPEATED_ERROR,
        "turns in a row with a failing call",
        At.TURN_END);
  }

  /** Makes one, whose class is loaded when it is asked for. */
  static Counted create() {
    return new FailingTurns();
  }

  @Override
  protected boolean counts(Step step) {
    return step.failed() && !step.errorText().isEmpty();
  }
}
