package io.loophalt.core.detect.standard;

import io.loophalt.core.detect.FindingSink;
import io.loophalt.core.detect.StepsOfTurn;
import io.loophalt.core.detect.TurnDetector;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * Counts how often in a row a turn repeated the one before it: the same calls with the same
 * outcomes, in whatever order.
 *
 * <p>The strictest evidence there is, so it may have the shortest ladder. The third identical
 * attempt counts 3. Source: the identical-call rules of OpenHands, gptme and others, which differ
 * in what they compare; here call and outcome both count. O(1) beside what all detectors of turns
 * share, allocates nothing; 4 bytes of state.
 */
public final class RepeatedTurn extends TurnDetector {

  private static final String RULE = "identical_turn";

  private int times;

  public RepeatedTurn(String name) {
    super(name);
  }

  @Override
  public String describe(String rule, int count) {
    return "the same call with the same outcome " + Times.inARow(count);
  }

  @Override
  protected void judge(StepsOfTurn steps, FindingSink sink) {
    times = turn().repeatsTheOneBefore() ? times + 1 : 1;
    sink.report(RULE, times);
  }

  @Override
  protected void clear() {
    times = 0;
  }

  @Override
  protected void saveRule(DataOutput out) throws IOException {
    out.writeInt(times);
  }

  @Override
  protected void restoreRule(DataInput in) throws IOException {
    times = in.readInt();
  }
}
