package io.loophalt.core.detect.standard;

import io.loophalt.core.detect.FindingSink;
import io.loophalt.core.detect.Patience;
import io.loophalt.core.detect.StepsOfTurn;
import io.loophalt.core.detect.TurnDetector;
import io.loophalt.core.detect.TurnTraits;
import java.io.DataInput;
import java.io.DataOutput;

/**
 * Counts patient attempts that got the same outcome: a poll or a retry that waits as it should.
 *
 * <p>What is patient says {@link Patience}, and that several after pauses count as one; its ladder
 * is the poll budget. Polls whose answer moves never count, and a turn that brings something new
 * grants a new budget: who sleeps between readings that move is not stuck on the sleep. Source: the
 * poll budget of ten unchanged answers in docs/detection.md. O(window) per step, allocates nothing;
 * no state beside what it shares.
 */
final class Polling extends TurnDetector {

  private static final String RULE = "unchanged_poll";

  private final int window;

  Polling(String name, int window) {
    super(name, window);
    this.window = window;
  }

  @Override
  public String describe(String rule, int count) {
    return "the answer has not changed in at least " + (count + 1) + " attempts";
  }

  @Override
  public String advice() {
    return "a longer ladder of 'polling' allows more";
  }

  @Override
  public boolean nudgesAreRemembered() {
    return false;
  }

  @Override
  protected void judge(StepsOfTurn steps, FindingSink sink) {
    boolean news = steps.overflowing();
    for (int i = 0; i < steps.size(); i++) {
      news |= !turn().history().hasObservation(steps.observation(i), window);
    }
    if (news) {
      turn().grantNewBudget();
      sink.report(RULE, 0);
    }
  }

  @Override
  protected void judgePatient(int repeats, FindingSink sink) {
    sink.report(RULE, repeats);
  }

  @Override
  protected int heeds() {
    return TurnTraits.WAITS;
  }

  @Override
  protected void clear() {}

  @Override
  protected void saveRule(DataOutput out) {}

  @Override
  protected void restoreRule(DataInput in) {}
}
