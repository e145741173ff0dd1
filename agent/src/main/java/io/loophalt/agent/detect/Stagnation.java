package io.loophalt.agent.detect;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * Counts how often running a tool that only reads gave the same answer, whatever it was asked.
 *
 * <p>Only for tools that read: a constant "ok" of one that writes says nothing about progress.
 * Counts repetitions, so the first answer is none. Failures are left to {@link FailingTool}.
 * Source: the stagnation rules of published detectors, and docs/detection.md. O(1) per step,
 * allocates nothing; 200 bytes of state.
 */
final class Stagnation extends TurnDetector {

  private static final String RULE = "same_answer";

  private final StreakByTool answers = new StreakByTool();

  Stagnation(String name) {
    super(name);
  }

  @Override
  public String describe(String rule, int count) {
    return "the tool gave the same answer " + (count + 1) + " times running";
  }

  @Override
  void judge(StepsOfTurn steps, FindingSink sink) {
    boolean changed = steps.overflowing();
    for (int i = 0; i < steps.size(); i++) {
      if (steps.reads(i) && steps.isFirstOfTool(i)) {
        answers.add(steps.tool(i), onlyAnswerOf(steps, i));
      }
      changed |= steps.mayHaveChanged(i);
    }
    sink.report(RULE, Math.max(0, answers.longest() - 1));
    if (changed) {
      // Asked again about a changed world, the same answer is news: "still no problems".
      answers.clear();
    }
  }

  /** The answer that all calls of the tool had in this turn, absent if they differ or failed. */
  private static long onlyAnswerOf(StepsOfTurn steps, int first) {
    long answer = steps.outcome(first);
    for (int i = first; i < steps.size(); i++) {
      if (steps.tool(i) == steps.tool(first) && (steps.failed(i) || steps.outcome(i) != answer)) {
        return Step.ABSENT;
      }
    }
    return answer;
  }

  @Override
  void clear() {
    answers.clear();
  }

  @Override
  void saveRule(DataOutput out) throws IOException {
    answers.save(out);
  }

  @Override
  void restoreRule(DataInput in) throws IOException {
    answers.restore(in);
  }
}
