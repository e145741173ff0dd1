package io.loophalt.agent.detect;

import java.io.DataInput;
import java.io.DataOutput;

/**
 * Counts patient attempts that got the same outcome: a poll or a retry that waits as it should.
 *
 * <p>What is patient says {@link Patience}; its ladder is the poll budget. Polls whose answer moves
 * never count. Source: the poll budget of ten unchanged answers in docs/detection.md. O(1) per
 * step, allocates nothing; no state beside the base's.
 */
final class Polling extends TurnDetector {

  private static final String RULE = "unchanged_poll";

  Polling(String name) {
    super(name);
  }

  @Override
  public String describe(String rule, int count) {
    return "the answer has not changed in " + (count + 1) + " attempts";
  }

  @Override
  void judge(StepsOfTurn steps, FindingSink sink) {
    sink.report(RULE, 0);
  }

  @Override
  void judgePatient(int repeats, FindingSink sink) {
    sink.report(RULE, repeats);
  }

  @Override
  void clear() {}

  @Override
  void saveRule(DataOutput out) {}

  @Override
  void restoreRule(DataInput in) {}
}
