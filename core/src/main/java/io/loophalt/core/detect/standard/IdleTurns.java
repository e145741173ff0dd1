package io.loophalt.core.detect.standard;

import io.loophalt.StopReason;
import io.loophalt.core.detect.Detector;
import io.loophalt.core.detect.FindingSink;
import io.loophalt.core.detect.Turn;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * Counts turns without a tool call in a row that were followed by yet another one.
 *
 * <p>The last turn of nearly every run has no tool call, and some runs end with two or three: a
 * turn therefore counts only when a further idle turn shows that it was not the end. A tool call or
 * a message of the user ends the streak. Source: stall and monologue rules of published detectors,
 * with the exemption that recorded runs ask for, docs/detection.md. O(1), 4 bytes of state.
 */
final class IdleTurns implements Detector {

  private static final String RULE = "idle_turns";

  private final String name;
  private int idleTurns;

  IdleTurns(String name) {
    this.name = name;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public StopReason.Kind stopKind(String rule) {
    return StopReason.Kind.STALL;
  }

  @Override
  public String describe(String rule, int count) {
    return count + " turns in a row without a tool call, and another one";
  }

  @Override
  public int moments() {
    return TURN_STARTED;
  }

  @Override
  public void turnStarted(Turn turn, FindingSink sink) {
    if (turn.toolCalls() > 0 || turn.userMessageBefore()) {
      idleTurns = 0;
    }
    sink.report(RULE, idleTurns);
    if (turn.toolCalls() == 0) {
      idleTurns++;
    }
  }

  @Override
  public void reset() {
    idleTurns = 0;
  }

  @Override
  public void save(DataOutput out) throws IOException {
    out.writeInt(idleTurns);
  }

  @Override
  public void restore(DataInput in) throws IOException {
    idleTurns = in.readInt();
  }
}
