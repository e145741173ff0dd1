package io.loophalt.core.detect.standard;

import io.loophalt.StopReason;
import io.loophalt.core.detect.Counted;
import io.loophalt.core.detect.Turn;

/**
 * Turns without a tool call in a row, whatever they say, each counted at once; a tool call ends the
 * row. Source: stall and monologue rules of published detectors. The default preset has {@link
 * io.loophalt.core.detect.IdleTalk} in its place.
 */
public final class IdleTurns extends Counted {

  /** Those of a published rule. */
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
