package io.loophalt.operations.timeline;

import io.loophalt.core.detect.Step;

/**
 * What happened at one point of a run: a tool call, or a reply without one.
 *
 * @param number 0-based, of the step; of a recording, of its entry; {@link Intake#UNKNOWN} for a
 *     reply of a log
 * @param turn 0-based, {@link Intake#UNKNOWN} if it is not known
 * @param tool as it is shown; empty for a reply without a call
 * @param failed whether the call failed
 * @param action digest of the call, {@link Step#ABSENT} if unknown
 * @param outcome digest of what came of it, as interventions name it
 * @param gist digest of what came of it without what changes every time; what is compared here
 * @param millis how long the call took; {@link Intake#UNKNOWN} if it is not known
 */
public record TimelineStep(
    int number,
    int turn,
    String tool,
    boolean failed,
    long action,
    long outcome,
    long gist,
    long millis) {

  /** A reply without a call. */
  public static TimelineStep reply(int number, int turn) {
    return new TimelineStep(
        number, turn, "", false, Step.ABSENT, Step.ABSENT, Step.ABSENT, Intake.UNKNOWN);
  }

  /** Whether it is a reply without a call. */
  public boolean isReply() {
    return tool.isEmpty();
  }

  /** Whether it is of the same kind: the same tool, and failed or not. */
  boolean isLike(TimelineStep other) {
    return tool.equals(other.tool) && failed == other.failed;
  }

  /** Whether it happened after what was judged at a step and a turn. */
  boolean isAfter(int judgedStep, int judgedTurn) {
    if (number != Intake.UNKNOWN) {
      return number > judgedStep;
    }
    return turn > judgedTurn;
  }
}
