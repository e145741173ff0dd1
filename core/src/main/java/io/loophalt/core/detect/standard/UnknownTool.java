package io.loophalt.core.detect.standard;

import io.loophalt.StopReason;
import io.loophalt.core.detect.Detector;
import io.loophalt.core.detect.FindingSink;
import io.loophalt.core.detect.Step;
import io.loophalt.core.detect.Turn;
import io.loophalt.core.text.FailureText;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * Counts calls in a row of tools that do not exist, whatever their names and arguments.
 *
 * <p>Not in the default preset, where {@link FailingTool} and {@link NoveltyStreak} count them when
 * the name stays the same. Source: failure reports of agents that invent tools. O(error text) per
 * failing step, allocates nothing; 4 bytes of state.
 */
final class UnknownTool implements Detector {

  private static final String RULE = "unknown_tool";

  private final String name;
  private int calls;

  UnknownTool(String name) {
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
    return count + " calls in a row of tools that do not exist";
  }

  @Override
  public int moments() {
    return HISTORY_CHANGED | AFTER_STEP;
  }

  @Override
  public void turnStarted(Turn turn, FindingSink sink) {
    if (turn.userMessageBefore()) {
      reset();
      sink.startsAnew();
    }
  }

  @Override
  public void afterStep(Step step, FindingSink sink) {
    boolean unknown = step.failed() && FailureText.saysUnknownTool(step.errorText());
    calls = unknown ? calls + 1 : 0;
    sink.report(RULE, calls);
  }

  @Override
  public void reset() {
    calls = 0;
  }

  @Override
  public void save(DataOutput out) throws IOException {
    out.writeInt(calls);
  }

  @Override
  public void restore(DataInput in) throws IOException {
    calls = in.readInt();
  }
}
