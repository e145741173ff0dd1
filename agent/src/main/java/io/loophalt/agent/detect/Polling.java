package io.loophalt.agent.detect;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * Counts patient attempts that got the same outcome: a poll or a retry that waits as it should.
 *
 * <p>What is patient says {@link Patience}; its ladder is the poll budget. Polls whose answer moves
 * never count, and a turn that brings something new grants a new budget: who sleeps between
 * readings that move is not stuck on the sleep. Source: the poll budget of ten unchanged answers in
 * docs/detection.md. O(window) per step, allocates nothing; 160 bytes of state at the default
 * window.
 */
final class Polling extends TurnDetector {

  private static final String RULE = "unchanged_poll";

  private final LongRing observations;

  Polling(String name, int window) {
    super(name);
    this.observations = new LongRing(window);
  }

  @Override
  public String describe(String rule, int count) {
    return "the answer has not changed in " + (count + 1) + " attempts";
  }

  @Override
  public boolean nudgesAreRemembered() {
    return false;
  }

  @Override
  void judge(StepsOfTurn steps, FindingSink sink) {
    boolean news = steps.overflowing();
    for (int i = 0; i < steps.size(); i++) {
      news |= !observations.contains(steps.observation(i));
    }
    for (int i = 0; i < steps.size(); i++) {
      observations.add(steps.observation(i));
    }
    if (news) {
      grantNewBudget();
      sink.report(RULE, 0);
    }
  }

  @Override
  void judgePatient(int repeats, FindingSink sink) {
    sink.report(RULE, repeats);
  }

  @Override
  void clear() {
    observations.clear();
  }

  @Override
  void saveRule(DataOutput out) throws IOException {
    observations.save(out);
  }

  @Override
  void restoreRule(DataInput in) throws IOException {
    observations.restore(in);
  }
}
