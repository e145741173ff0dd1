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
 * Counts messages of the agent in a row that say the same, with no observation between them.
 *
 * <p>Source: rule 3 of OpenHands/OpenHands d6fab190, {@code controller/stuck.py}, headless. O(1)
 * per turn, 16 bytes of state.
 */
final class V0Monologue implements Detector {

  private static final String RULE = "monologue";

  private final String name;
  private final CycleStreak messages = new CycleStreak(1);

  V0Monologue(String name) {
    this.name = name;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public StopReason.Kind stopKind(String rule) {
    return StopReason.Kind.STALL;
  }

  @Override
  public String describe(String rule, int count) {
    return "the same message " + Times.inARow(count) + ", without a tool call";
  }

  @Override
  public void turnStarted(Turn turn, FindingSink sink) {
    if (turn.toolCalls() == 0) {
      sink.report(RULE, messages.add(V0Event.message(turn.text())));
    }
  }

  @Override
  public void afterStep(Step step, FindingSink sink) {
    messages.clear();
    sink.report(RULE, 0);
  }

  @Override
  public void reset() {
    messages.clear();
  }

  @Override
  public void save(DataOutput out) throws IOException {
    messages.save(out);
  }

  @Override
  public void restore(DataInput in) throws IOException {
    messages.restore(in);
  }
}
