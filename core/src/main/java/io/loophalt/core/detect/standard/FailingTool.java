package io.loophalt.core.detect.standard;

import io.loophalt.StopReason;
import io.loophalt.core.detect.FindingSink;
import io.loophalt.core.detect.Step;
import io.loophalt.core.detect.StepsOfTurn;
import io.loophalt.core.detect.StreakByTool;
import io.loophalt.core.detect.TurnDetector;
import io.loophalt.core.detect.TurnTraits;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * Counts how often running a tool failed in the same way, whatever the arguments, while other tools
 * may have brought something new.
 *
 * <p>Finds guesses that always get the same answer, retries of a tool that does not exist, flags
 * added to a command that never change its error. Any other outcome of the tool ends the streak:
 * something came of it. Weak evidence, with a long ladder; {@link NoveltyStreak} has the short one
 * for failures with nothing new in between.
 *
 * <p>Source: recurrence rules measured on recorded runs, docs/detection.md. O(1) per step,
 * allocates nothing; 200 bytes of state.
 */
final class FailingTool extends TurnDetector {

  private static final String RULE = "same_tool_same_failure";

  private final StreakByTool failures = new StreakByTool();

  FailingTool(String name) {
    super(name);
  }

  @Override
  public StopReason.Kind stopKind(String rule) {
    return StopReason.Kind.REPEATED_ERROR;
  }

  @Override
  public String describe(String rule, int count) {
    return "the tool failed in the same way " + Times.inARow(count);
  }

  @Override
  protected void judge(StepsOfTurn steps, FindingSink sink) {
    for (int i = 0; i < steps.size(); i++) {
      if (steps.isFirstOfTool(i)) {
        int times = failures.add(steps.tool(i), onlyFailureOf(steps, i));
        sink.report(RULE, steps.toolName(i), times);
      }
    }
  }

  /** The failure that all calls of the tool had in this turn, absent if they differ. */
  private static long onlyFailureOf(StepsOfTurn steps, int first) {
    long failure = steps.headlineOfTool(first);
    for (int i = first + 1; i < steps.size(); i++) {
      if (steps.tool(i) == steps.tool(first) && steps.headlineOfTool(i) != failure) {
        return Step.ABSENT;
      }
    }
    return failure;
  }

  @Override
  protected int heeds() {
    return failures.hasNone() ? TurnTraits.FAILS : TurnTraits.ANY;
  }

  @Override
  protected void clear() {
    failures.clear();
  }

  @Override
  protected void saveRule(DataOutput out) throws IOException {
    failures.save(out);
  }

  @Override
  protected void restoreRule(DataInput in) throws IOException {
    failures.restore(in);
  }
}
