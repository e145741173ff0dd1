package io.loophalt.core.detect.standard;

import io.loophalt.StopReason;
import io.loophalt.core.detect.Counted;
import io.loophalt.core.detect.Turn;

/**
 * Turns without a tool call in a row, whatever they say; a tool call ends the row.
 *
 * <p>The last turn of nearly every run has no tool call, and some runs end with two or three: in
 * the default preset a turn therefore counts only when a further idle turn shows that it was not
 * the end. Source: stall and monologue rules of published detectors, with the exemption that
 * recorded runs ask for, docs/detection.md.
 */
public final class IdleTurns extends Counted {

  /** Those of the default preset. */
  IdleTurns() {
    super(
        "idle_turns",
        StopReason.Kind.STALL,
        "turns in a row without a tool call, and another one",
        At.NEXT_ANSWER);
  }

  /** Those of a published rule, which counts each at once. */
  public IdleTurns(String rule) {
    super(rule, StopReason.Kind.STALL, "turns in a row without a tool call", At.ANSWER);
  }

  @Override
  protected boolean counts(Turn turn) {
    return turn.toolCalls() == 0;
  }

  @Override
  protected boolean ends(Turn turn) {
    return turn.toolCalls() > 0;
  }
}
