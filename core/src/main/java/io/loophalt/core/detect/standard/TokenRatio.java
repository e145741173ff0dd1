package io.loophalt.core.detect.standard;

import io.loophalt.core.detect.Detector;
import io.loophalt.core.detect.FindingSink;
import io.loophalt.core.detect.LongRing;
import io.loophalt.core.detect.Turn;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * Counts turns in a row at which the tokens sent and received over the latest turns were out of
 * proportion, in either direction.
 *
 * <p>An agent that reads its whole history again and again to say a few words is stuck or about to
 * be expensive; so is one that talks without end. Turns without token counts are passed over. Not
 * in the default preset: what is normal depends on the agent. Source: a published incident in which
 * the ratio read 74:1 and then 175:1. O(1) per turn, allocates nothing; 16 bytes a turn of the
 * window.
 */
final class TokenRatio implements Detector {

  private static final String RULE = "token_ratio";

  private final String name;
  private final int window;
  private final int maxRatio;
  private final LongRing inputs;
  private final LongRing outputs;
  private long input;
  private long output;
  private int turns;

  /**
   * Makes a detector that has seen nothing.
   *
   * @param window turns over which tokens are summed; fewer are not judged
   * @param maxRatio tokens of one direction for each of the other that are still normal
   */
  TokenRatio(String name, int window, int maxRatio) {
    this.name = name;
    this.window = window;
    this.maxRatio = maxRatio;
    this.inputs = new LongRing(window);
    this.outputs = new LongRing(window);
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public String describe(String rule, int count) {
    return count
        + " turns in a row with more than "
        + maxRatio
        + " tokens one way for each the other way";
  }

  @Override
  public void turnStarted(Turn turn, FindingSink sink) {
    if (turn.inputTokens() + turn.outputTokens() == 0) {
      return;
    }
    if (inputs.size() == window) {
      input -= inputs.get(window - 1);
      output -= outputs.get(window - 1);
    }
    inputs.add(turn.inputTokens());
    outputs.add(turn.outputTokens());
    input += turn.inputTokens();
    output += turn.outputTokens();
    boolean judged = inputs.size() == window;
    boolean out = input > maxRatio * Math.max(1, output) || output > maxRatio * Math.max(1, input);
    turns = judged && out ? turns + 1 : 0;
    sink.report(RULE, turns);
  }

  @Override
  public void reset() {
    inputs.clear();
    outputs.clear();
    input = 0;
    output = 0;
    turns = 0;
  }

  @Override
  public void save(DataOutput out) throws IOException {
    inputs.save(out);
    outputs.save(out);
    out.writeLong(input);
    out.writeLong(output);
    out.writeInt(turns);
  }

  @Override
  public void restore(DataInput in) throws IOException {
    inputs.restore(in);
    outputs.restore(in);
    input = in.readLong();
    output = in.readLong();
    turns = in.readInt();
  }
}
