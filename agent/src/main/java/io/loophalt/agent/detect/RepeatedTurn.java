package io.loophalt.agent.detect;

import io.loophalt.agent.fingerprint.TextDigest;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * Counts how often in a row a turn repeated the one before it: the same calls with the same
 * outcomes, in whatever order.
 *
 * <p>The strictest evidence there is, so it may have the shortest ladder. The third identical
 * attempt counts 3. Source: the identical-call rules of OpenHands, gptme and others, which differ
 * in what they compare; here call and outcome both count. O(calls of the turn), allocates nothing;
 * 12 bytes of state beside the turn's.
 */
final class RepeatedTurn extends TurnDetector {

  private static final String RULE = "identical_turn";

  private long last;
  private int times;

  RepeatedTurn(String name) {
    super(name);
  }

  @Override
  public String describe(String rule, int count) {
    return "the same call with the same outcome " + count + " times in a row";
  }

  @Override
  void judge(StepsOfTurn steps, FindingSink sink) {
    long sum = 0;
    for (int i = 0; i < steps.size(); i++) {
      sum += steps.observation(i);
    }
    long turn = TextDigest.combine(sum, steps.size());
    times = turn == last && !steps.overflowing() ? times + 1 : 1;
    last = turn;
    sink.report(RULE, times);
  }

  @Override
  void clear() {
    last = Step.ABSENT;
    times = 0;
  }

  @Override
  void saveRule(DataOutput out) throws IOException {
    out.writeLong(last);
    out.writeInt(times);
  }

  @Override
  void restoreRule(DataInput in) throws IOException {
    last = in.readLong();
    times = in.readInt();
  }
}
