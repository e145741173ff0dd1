package io.loophalt.core.detect.standard;

import io.loophalt.core.detect.FindingSink;
import io.loophalt.core.detect.Step;
import io.loophalt.core.detect.StepsOfTurn;
import io.loophalt.core.detect.TurnDetector;
import io.loophalt.core.detect.TurnTraits;
import io.loophalt.core.state.SmallNumbers;
import io.loophalt.core.text.ArgumentShape;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * Counts how often a tool that only reads was asked the same in other words and gave the same
 * answer.
 *
 * <p>Asked the same is who repeats a call, turns pages or changes a request id ({@link
 * Step#shape}), or puts together words that were all in the latest questions ({@link
 * Step#question}). Who asks about something else, the next article, day or host of a batch, takes
 * one off the count: that all of them are in stock is news forty times. So is, for this tool,
 * whatever another tool brought that is new; it ends the count, and so does what may have changed
 * something.
 *
 * <p>Only for tools that read: a constant "ok" of one that writes says nothing about progress.
 * Counts repetitions, so the first answer is none. Failures are left to {@link FailingTool}.
 * Source: the stagnation rules of published detectors, and docs/detection.md. O(1) per step,
 * allocates nothing; 500 bytes of state.
 */
final class Stagnation extends TurnDetector {

  private static final String RULE = "same_answer";
  private static final int TOOLS = 8;
  private static final int QUESTIONS = 4;

  private final long[] tools = new long[TOOLS];
  private final long[] answers = new long[TOOLS];
  private final long[] shapes = new long[TOOLS];
  private final int[] counts = new int[TOOLS];

  /** The latest questions of each tool, the newest first. */
  private final long[] questions = new long[TOOLS * QUESTIONS];

  private int size;
  private int next;

  Stagnation(String name) {
    super(name);
  }

  @Override
  public String describe(String rule, int count) {
    return "the tool gave the same answer " + (count + 1) + " times running";
  }

  @Override
  protected void judge(StepsOfTurn steps, FindingSink sink) {
    endThoseBesideNews(steps);
    boolean changed = steps.overflowing();
    for (int i = 0; i < steps.size(); i++) {
      if (steps.reads(i) && steps.isFirstOfTool(i)) {
        sink.report(RULE, steps.toolName(i), countAfter(steps, i));
      }
      changed |= steps.mayHaveChanged(i);
    }
    if (changed) {
      // Asked again about a changed world, the same answer is news: "still no problems".
      clear();
    }
  }

  private void endThoseBesideNews(StepsOfTurn steps) {
    for (int i = 0; i < steps.size(); i++) {
      for (int slot = 0; slot < size && steps.isNews(i); slot++) {
        if (tools[slot] != steps.tool(i)) {
          answers[slot] = Step.ABSENT;
          counts[slot] = 0;
        }
      }
    }
  }

  private int countAfter(StepsOfTurn steps, int first) {
    int slot = slotOf(steps.tool(first));
    long answer = onlyAnswerOf(steps, first);
    if (answer == Step.ABSENT || answer != answers[slot]) {
      answers[slot] = answer;
      counts[slot] = 0;
      shapes[slot] = Step.ABSENT;
      forgetQuestions(slot);
      return 0;
    }
    boolean repeats = true;
    for (int i = first; i < steps.size(); i++) {
      if (steps.tool(i) == tools[slot]) {
        repeats &= !steps.isNews(i) || asksTheSame(steps, i, slot);
      }
    }
    for (int i = first; i < steps.size(); i++) {
      if (steps.tool(i) == tools[slot]) {
        noteQuestion(slot, steps.question(i));
        shapes[slot] = steps.shape(i);
      }
    }
    counts[slot] = repeats ? counts[slot] + 1 : Math.max(0, counts[slot] - 1);
    return counts[slot];
  }

  private boolean asksTheSame(StepsOfTurn steps, int i, int slot) {
    if (steps.shape(i) != Step.ABSENT && steps.shape(i) == shapes[slot]) {
      return true;
    }
    long asked = 0;
    for (int age = 0; age < QUESTIONS; age++) {
      asked |= questions[slot * QUESTIONS + age];
    }
    return ArgumentShape.asksNothingNew(steps.question(i), asked, questions[slot * QUESTIONS]);
  }

  private void noteQuestion(int slot, long question) {
    int newest = slot * QUESTIONS;
    System.arraycopy(questions, newest, questions, newest + 1, QUESTIONS - 1);
    questions[newest] = question;
  }

  private void forgetQuestions(int slot) {
    for (int age = 0; age < QUESTIONS; age++) {
      questions[slot * QUESTIONS + age] = 0;
    }
  }

  /** The answer that all calls of the tool had in this turn, absent if they differ or failed. */
  private static long onlyAnswerOf(StepsOfTurn steps, int first) {
    long answer = steps.outcome(first);
    for (int i = first; i < steps.size(); i++) {
      boolean failed = steps.failed(i) && steps.failureOfTool(i) != Step.ABSENT;
      if (steps.tool(i) == steps.tool(first) && (failed || steps.outcome(i) != answer)) {
        return Step.ABSENT;
      }
    }
    return answer;
  }

  private int slotOf(long tool) {
    for (int i = 0; i < size; i++) {
      if (tools[i] == tool) {
        return i;
      }
    }
    int slot = next;
    next = (next + 1) % TOOLS;
    size = Math.max(size, slot + 1);
    tools[slot] = tool;
    answers[slot] = Step.ABSENT;
    counts[slot] = 0;
    return slot;
  }

  @Override
  protected int heeds() {
    return size == 0 ? TurnTraits.READS : TurnTraits.ANY;
  }

  @Override
  protected void clear() {
    size = 0;
    next = 0;
  }

  @Override
  protected void saveRule(DataOutput out) throws IOException {
    SmallNumbers.write(out, size);
    SmallNumbers.write(out, next);
    for (int i = 0; i < size; i++) {
      out.writeLong(tools[i]);
      out.writeLong(answers[i]);
      out.writeLong(shapes[i]);
      SmallNumbers.write(out, counts[i]);
      for (int age = 0; age < QUESTIONS; age++) {
        out.writeLong(questions[i * QUESTIONS + age]);
      }
    }
  }

  @Override
  protected void restoreRule(DataInput in) throws IOException {
    size = SmallNumbers.readInt(in);
    next = SmallNumbers.readInt(in);
    for (int i = 0; i < size; i++) {
      tools[i] = in.readLong();
      answers[i] = in.readLong();
      shapes[i] = in.readLong();
      counts[i] = SmallNumbers.readInt(in);
      for (int age = 0; age < QUESTIONS; age++) {
        questions[i * QUESTIONS + age] = in.readLong();
      }
    }
  }
}
