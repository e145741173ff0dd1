package io.loophalt.presets;

import io.loophalt.StopReason;
import io.loophalt.core.detect.Detector;
import io.loophalt.core.detect.FindingSink;
import io.loophalt.core.detect.Step;
import io.loophalt.core.detect.Turn;
import io.loophalt.core.detect.standard.CycleStreak;
import io.loophalt.core.detect.standard.Times;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * Counts equal actions in a row while the latest observations are errors, whatever the errors say.
 *
 * <p>Source: rule 2 of OpenHands/OpenHands d6fab190, {@code controller/stuck.py}, headless. O(1)
 * per step, 20 bytes of state.
 */
final class V0Errors implements Detector {

  private static final String RULE = "repeating_action_error";

  private final String name;
  private final CycleStreak actions = new CycleStreak(1);
  private int errors;

  V0Errors(String name) {
    this.name = name;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public StopReason.Kind stopKind(String rule) {
    return StopReason.Kind.REPEATED_ERROR;
  }

  @Override
  public boolean readsWords() {
    return true;
  }

  @Override
  public String describe(String rule, int count) {
    return "the same call failed " + Times.inARow(count);
  }

  @Override
  public void turnStarted(Turn turn, FindingSink sink) {
    if (turn.toolCalls() == 0) {
      actions.add(V0Event.message(turn.text()));
      report(sink);
    }
  }

  @Override
  public void afterStep(Step step, FindingSink sink) {
    actions.add(V0Event.action(step));
    errors = V0Event.isError(step) ? errors + 1 : 0;
    report(sink);
  }

  private void report(FindingSink sink) {
    sink.report(RULE, Math.min(actions.length(), errors));
  }

  @Override
  public void reset() {
    actions.clear();
    errors = 0;
  }

  @Override
  public void save(DataOutput out) throws IOException {
    actions.save(out);
    out.writeInt(errors);
  }

  @Override
  public void restore(DataInput in) throws IOException {
    actions.restore(in);
    errors = in.readInt();
  }
}
