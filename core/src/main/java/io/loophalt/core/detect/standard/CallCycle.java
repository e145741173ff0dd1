package io.loophalt.core.detect.standard;

import io.loophalt.core.detect.FindingSink;
import io.loophalt.core.detect.LongRing;
import io.loophalt.core.detect.StepsOfTurn;
import io.loophalt.core.detect.TurnDetector;
import io.loophalt.core.fingerprint.TextDigest;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.Arrays;

/**
 * Counts how many times in a row a sequence of turns came with the same calls and outcomes, for
 * every period up to a limit.
 *
 * <p>Not in the default preset: {@link NoveltyStreak} finds the same cycles sooner, and with noise
 * in them. Source: the cycle rules of gemini-cli and OpenHands, extended to any period and to
 * outcomes. O(longest period) per turn, allocates nothing; 12 bytes a period.
 */
final class CallCycle extends TurnDetector {

  private static final String RULE = "cycle";

  private final LongRing turns;
  private final int[] matches;

  CallCycle(String name, int longestPeriod) {
    super(name);
    this.turns = new LongRing(longestPeriod);
    this.matches = new int[longestPeriod];
  }

  @Override
  public String describe(String rule, int count) {
    return "the same sequence of calls and outcomes " + Times.inARow(count);
  }

  @Override
  protected void judge(StepsOfTurn steps, FindingSink sink) {
    long sum = 0;
    for (int i = 0; i < steps.size(); i++) {
      sum += steps.observation(i);
    }
    long turn = TextDigest.combine(sum, steps.size());
    int passes = 1;
    for (int period = 1; period <= matches.length; period++) {
      boolean match =
          turns.size() >= period && turns.get(period - 1) == turn && !steps.overflowing();
      matches[period - 1] = match ? matches[period - 1] + 1 : 0;
      passes = Math.max(passes, 1 + matches[period - 1] / period);
    }
    turns.add(turn);
    sink.report(RULE, passes);
  }

  @Override
  protected void clear() {
    turns.clear();
    Arrays.fill(matches, 0);
  }

  @Override
  protected void saveRule(DataOutput out) throws IOException {
    turns.save(out);
    for (int each : matches) {
      out.writeInt(each);
    }
  }

  @Override
  protected void restoreRule(DataInput in) throws IOException {
    turns.restore(in);
    for (int i = 0; i < matches.length; i++) {
      matches[i] = in.readInt();
    }
  }
}
