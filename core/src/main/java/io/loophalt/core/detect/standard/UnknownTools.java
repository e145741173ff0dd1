package io.loophalt.core.detect.standard;

import io.loophalt.StopReason;
import io.loophalt.core.detect.Counted;
import io.loophalt.core.detect.Step;
import io.loophalt.core.text.FailureText;

/**
 * Calls in a row of tools that do not exist, whatever their names and arguments.
 *
 * <p>Not in the default preset, where {@link FailingTool} and {@link NoveltyStreak} count them when
 * the name stays the same. Source: failure reports of agents that invent tools. O(error text) per
 * failing step, allocates nothing.
 */
final class UnknownTools extends Counted {

  private UnknownTools() {
    super(
        "unknown_tool",
        StopReason.Kind.REPEATED_ERROR,
        "calls in a row of tools that do not exist",
        At.CALL);
  }

  /** Makes one, whose class is loaded when it is asked for. */
  static Counted create() {
    return new UnknownTools();
  }

  @Override
  protected boolean counts(Step step) {
    return step.failed() && FailureText.saysUnknownTool(step.errorText());
  }
}
