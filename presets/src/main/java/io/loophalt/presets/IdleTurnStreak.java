package io.loophalt.presets;

import io.loophalt.StopReason;
import io.loophalt.core.detect.Detector;
import io.loophalt.core.detect.FindingSink;
import io.loophalt.core.detect.Turn;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * Counts turns without a tool call in a row, whatever they say; a user's message ends the streak.
 *
 * <p>Sources: {@code StallDetector} of "The 2 a.m. Runaway Loop" (DEV Community), where there are
 * no user messages; the monologue rule of OpenHands (software-agent-sdk 611629e6, {@code
 * conversation/stuck_detector.py}), which steps over condensations and injected nudges. O(1) per
 * turn, 4 bytes of state.
 */
final class IdleTurnStreak implements Detector {

  private final String name;
  private final String rule;
  private int idleTurns;

  IdleTurnStreak(String name, String rule) {
    this.name = name;
    this.rule = rule;
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
    return count + " turns in a row without a tool call";
  }

  @Override
  public void turnStarted(Turn turn, FindingSink sink) {
    if (turn.userMessageBefore() || turn.toolCalls() > 0) {
      idleTurns = 0;
      sink.report(rule, 0);
    }
    if (turn.toolCalls() == 0) {
      sink.report(rule, ++idleTurns);
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
