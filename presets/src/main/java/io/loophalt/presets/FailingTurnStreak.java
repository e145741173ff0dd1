package io.loophalt.presets;

import io.loophalt.StopReason;
import io.loophalt.core.detect.Detector;
import io.loophalt.core.detect.FindingSink;
import io.loophalt.core.detect.Step;
import io.loophalt.core.detect.Turn;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * Counts turns in a row in which a call failed, whatever was called and whatever the error says.
 *
 * <p>Several failing calls of a turn are one failure; a turn without one, or a user's message, ends
 * the streak. Source: the reflection loop {@code run_one} of Aider-AI/aider 5dc9490b with its limit
 * of 3 reflections, which ends at the fourth failing reply. O(1) per step, 5 bytes of state.
 */
final class FailingTurnStreak implements Detector {

  private static final String RULE = "max_reflections";

  private final String name;
  private boolean failed;
  private int failingTurns;

  FailingTurnStreak(String name) {
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
  public String describe(String rule, int count) {
    return count + " turns in a row with a failing call";
  }

  @Override
  public void turnStarted(Turn turn, FindingSink sink) {
    failed = false;
    if (turn.userMessageBefore()) {
      failingTurns = 0;
      sink.report(RULE, 0);
    }
  }

  @Override
  public void afterStep(Step step, FindingSink sink) {
    failed |= step.failed() && !step.errorText().isEmpty();
  }

  @Override
  public void turnEnded(Turn turn, FindingSink sink) {
    failingTurns = failed ? failingTurns + 1 : 0;
    sink.report(RULE, failingTurns);
  }

  @Override
  public void reset() {
    failed = false;
    failingTurns = 0;
  }

  @Override
  public void save(DataOutput out) throws IOException {
    out.writeBoolean(failed);
    out.writeInt(failingTurns);
  }

  @Override
  public void restore(DataInput in) throws IOException {
    failed = in.readBoolean();
    failingTurns = in.readInt();
  }
}
