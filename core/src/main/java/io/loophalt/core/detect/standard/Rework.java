package io.loophalt.core.detect.standard;

import io.loophalt.core.detect.FindingSink;
import io.loophalt.core.detect.StepsOfTurn;
import io.loophalt.core.detect.TurnDetector;
import io.loophalt.core.detect.TurnTraits;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * Counts turns in a row in which every call was made before, from the second edit among them on.
 *
 * <p>Finds edit A, edit B, run, and again: outcomes that differ in a line hide it from exact
 * comparison. Without an edit, old calls with new outcomes are polling or monitoring and count as
 * nothing. Source: recorded runs, docs/detection.md. O(window), allocates nothing; 8 bytes of state
 * beside the history that it shares.
 */
final class Rework extends TurnDetector {

  private static final String RULE = "old_calls_again";

  /** One edit made again is a correction taken back. */
  private static final int EDITS_THAT_MAKE_IT_REWORK = 2;

  private final int window;
  private int turns;
  private int editTurns;

  Rework(String name, int window) {
    super(name, window);
    this.window = window;
  }

  @Override
  public String describe(String rule, int count) {
    return count + " turns in a row of calls that were all made before, edits among them";
  }

  @Override
  protected void judge(StepsOfTurn steps, FindingSink sink) {
    boolean old = !steps.overflowing();
    boolean edits = false;
    for (int i = 0; i < steps.size(); i++) {
      old &= turn().history().hasAction(steps.action(i), window);
      edits |= steps.edits(i);
    }
    editTurns = !old ? 0 : edits ? editTurns + 1 : editTurns;
    turns = editTurns >= EDITS_THAT_MAKE_IT_REWORK ? turns + 1 : 0;
    sink.report(RULE, turns);
  }

  @Override
  protected int heeds() {
    return editTurns == 0 ? TurnTraits.EDITS : TurnTraits.ANY;
  }

  @Override
  protected void clear() {
    turns = 0;
    editTurns = 0;
  }

  @Override
  protected void saveRule(DataOutput out) throws IOException {
    out.writeInt(turns);
    out.writeInt(editTurns);
  }

  @Override
  protected void restoreRule(DataInput in) throws IOException {
    turns = in.readInt();
    editTurns = in.readInt();
  }
}
