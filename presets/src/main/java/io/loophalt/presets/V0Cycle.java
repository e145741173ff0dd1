package io.loophalt.presets;

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
 * Counts the latest actions and observations that repeat with a period: 1 for the same pair again
 * and again, 2 for two that alternate.
 *
 * <p>Messages of the agent are actions without an observation, so one between equal calls hides
 * them; messages of the user change nothing. Source: rules 1 and 4 of OpenHands/OpenHands d6fab190,
 * {@code controller/stuck.py}, headless. O(1) per step, 50 bytes of state.
 */
final class V0Cycle implements Detector {

  private final String name;
  private final String rule;
  private final int period;
  private final CycleStreak actions;
  private final CycleStreak observations;

  V0Cycle(String name, String rule, int period) {
    this.name = name;
    this.rule = rule;
    this.period = period;
    this.actions = new CycleStreak(period);
    this.observations = new CycleStreak(period);
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public boolean readsWords() {
    return true;
  }

  @Override
  public String describe(String rule, int count) {
    return period == 1
        ? "the same call with the same result " + Times.inARow(count)
        : "two calls that alternate, " + count + " in a row";
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
    observations.add(V0Event.observation(step));
    report(sink);
  }

  private void report(FindingSink sink) {
    sink.report(rule, Math.min(actions.length(), observations.length()));
  }

  @Override
  public void reset() {
    actions.clear();
    observations.clear();
  }

  @Override
  public void save(DataOutput out) throws IOException {
    actions.save(out);
    observations.save(out);
  }

  @Override
  public void restore(DataInput in) throws IOException {
    actions.restore(in);
    observations.restore(in);
  }
}
