package io.loophalt.core.detect.standard;

import io.loophalt.core.detect.FindingSink;
import io.loophalt.core.detect.StepsOfTurn;
import io.loophalt.core.detect.TurnDetector;
import io.loophalt.core.detect.TurnTraits;
import io.loophalt.core.detect.WindowCount;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * Counts in how many of the latest turns the same edit was made, whatever its outcome.
 *
 * <p>An edit that is applied again and again while its output grows is a loop although every
 * outcome is new. Which calls edit is known from the tool's name, or from a shell command that
 * edits a file. Source: recorded runs, docs/detection.md. O(window), allocates nothing; 16 bytes a
 * turn of the window.
 */
final class RepeatedEdit extends TurnDetector {

  private static final String RULE = "same_edit";

  private final WindowCount edits;

  RepeatedEdit(String name, int window) {
    super(name);
    this.edits = new WindowCount(window);
  }

  @Override
  public String describe(String rule, int count) {
    return "the same edit was made " + Times.of(count);
  }

  @Override
  protected void judge(StepsOfTurn steps, FindingSink sink) {
    edits.nextTurn();
    int most = 0;
    for (int i = 0; i < steps.size(); i++) {
      if (steps.edits(i)) {
        most = Math.max(most, edits.add(steps.action(i)));
      }
    }
    if (most > 1) { // One that is new says nothing of those that are repeated.
      sink.report(RULE, most);
    }
  }

  @Override
  protected int heeds() {
    return edits.isEmpty() ? TurnTraits.EDITS : TurnTraits.ANY;
  }

  @Override
  protected void clear() {
    edits.clear();
  }

  @Override
  protected void saveRule(DataOutput out) throws IOException {
    edits.save(out);
  }

  @Override
  protected void restoreRule(DataInput in) throws IOException {
    edits.restore(in);
  }
}
