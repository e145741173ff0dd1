package io.loophalt.agent.detect;

import io.loophalt.agent.fingerprint.TextDigest;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * The distinct steps of the turn at hand, as digests.
 *
 * <p>Steps of one turn run in parallel and their order means nothing, so equal ones are kept once
 * and a detector asks only what does not depend on the order. Beyond {@value #CAPACITY} distinct
 * steps the turn counts as one that did something new.
 *
 * <p>Not thread-safe. Adding is O({@value #CAPACITY}) and allocates nothing.
 */
final class StepsOfTurn {

  static final int CAPACITY = 16;

  private static final int READS = 1;
  private static final int EDITS = 4;
  private static final int FAILED = 8;
  private static final int LOOKS_ONLY = 16;

  private final long[] tools = new long[CAPACITY];
  private final long[] actions = new long[CAPACITY];
  private final long[] outcomes = new long[CAPACITY];
  private final long[] observations = new long[CAPACITY];
  private final long[] shapes = new long[CAPACITY];
  private final long[] failures = new long[CAPACITY];
  private final long[] headlines = new long[CAPACITY];
  private final int[] flags = new int[CAPACITY];
  private int size;
  private boolean overflowing;

  void add(Step step) {
    long action = step.action();
    boolean failed = step.failed();
    long failure = step.failure();
    long outcome = failed ? failure : step.result();
    for (int i = 0; i < size; i++) {
      if (actions[i] == action && outcomes[i] == outcome) {
        return;
      }
    }
    if (size == CAPACITY) {
      overflowing = true;
      return;
    }
    boolean reads = step.reads();
    // String keeps its hash; a digest of the characters would be computed for each detector.
    tools[size] = step.tool().hashCode();
    actions[size] = action;
    outcomes[size] = outcome;
    observations[size] = TextDigest.combine(action, outcome);
    shapes[size] = reads ? step.shape() : Step.ABSENT;
    failures[size] = failure;
    headlines[size] = failure == Step.ABSENT ? Step.ABSENT : step.failureHeadline();
    flags[size] =
        (reads ? READS : 0)
            | (step.edits() ? EDITS : 0)
            | (step.looksOnly() ? LOOKS_ONLY : 0)
            | (failed ? FAILED : 0);
    size++;
  }

  /** Number of distinct steps. */
  int size() {
    return size;
  }

  /** Whether there were more distinct steps than are kept. */
  boolean overflowing() {
    return overflowing;
  }

  /** The tool's name. */
  long tool(int i) {
    return tools[i];
  }

  /** Whether no earlier step is of the same tool. */
  boolean isFirstOfTool(int i) {
    for (int j = 0; j < i; j++) {
      if (tools[j] == tools[i]) {
        return false;
      }
    }
    return true;
  }

  /** Tool and arguments. */
  long action(int i) {
    return actions[i];
  }

  /** The failure if the call failed, else the exact result. */
  long outcome(int i) {
    return outcomes[i];
  }

  /** Action and outcome. */
  long observation(int i) {
    return observations[i];
  }

  /** Tool and failure, absent if the outcome tells of no failure. */
  long failureOfTool(int i) {
    return failures[i] == Step.ABSENT ? Step.ABSENT : TextDigest.combine(tools[i], failures[i]);
  }

  /**
   * The failure, whatever the tool, where the call itself failed; tool and failure where its output
   * only reads like one; absent if the outcome tells of no failure.
   */
  long failure(int i) {
    return failed(i) ? failures[i] : failureOfTool(i);
  }

  /** Tool and headline of the failure, absent if the outcome tells of no failure. */
  long headlineOfTool(int i) {
    return failures[i] == Step.ABSENT ? Step.ABSENT : TextDigest.combine(tools[i], headlines[i]);
  }

  /** Action and headline of the failure, absent if the outcome tells of no failure. */
  long headlineOfAction(int i) {
    return failures[i] == Step.ABSENT ? Step.ABSENT : TextDigest.combine(actions[i], headlines[i]);
  }

  /** Action and failure, absent if the outcome tells of no failure. */
  long failureOfAction(int i) {
    return failures[i] == Step.ABSENT ? Step.ABSENT : TextDigest.combine(actions[i], failures[i]);
  }

  /** Shape of the arguments and outcome, absent unless the tool only reads. */
  long shapedObservation(int i) {
    return shapes[i] == Step.ABSENT ? Step.ABSENT : TextDigest.combine(shapes[i], outcomes[i]);
  }

  /** Whether the tool only reads. */
  boolean reads(int i) {
    return (flags[i] & READS) != 0;
  }

  /** Whether the call edits a text. */
  boolean edits(int i) {
    return (flags[i] & EDITS) != 0;
  }

  /** Whether the call may have changed something: it neither only looked nor failed. */
  boolean mayHaveChanged(int i) {
    return (flags[i] & LOOKS_ONLY) == 0 && failures[i] == Step.ABSENT;
  }

  /** Whether the call failed at tool level. */
  boolean failed(int i) {
    return (flags[i] & FAILED) != 0;
  }

  /** Brings the steps into an order that does not depend on which ended first. O(size²). */
  void sort() {
    for (int i = 1; i < size; i++) {
      for (int j = i; j > 0 && observation(j) < observation(j - 1); j--) {
        swap(tools, j);
        swap(actions, j);
        swap(outcomes, j);
        swap(observations, j);
        swap(shapes, j);
        swap(failures, j);
        swap(headlines, j);
        int flag = flags[j];
        flags[j] = flags[j - 1];
        flags[j - 1] = flag;
      }
    }
  }

  private static void swap(long[] values, int j) {
    long value = values[j];
    values[j] = values[j - 1];
    values[j - 1] = value;
  }

  void clear() {
    size = 0;
    overflowing = false;
  }

  void save(DataOutput out) throws IOException {
    out.writeBoolean(overflowing);
    out.writeInt(size);
    for (int i = 0; i < size; i++) {
      out.writeLong(tools[i]);
      out.writeLong(actions[i]);
      out.writeLong(outcomes[i]);
      out.writeLong(shapes[i]);
      out.writeLong(failures[i]);
      out.writeLong(headlines[i]);
      out.writeInt(flags[i]);
    }
  }

  void restore(DataInput in) throws IOException {
    overflowing = in.readBoolean();
    size = in.readInt();
    for (int i = 0; i < size; i++) {
      tools[i] = in.readLong();
      actions[i] = in.readLong();
      outcomes[i] = in.readLong();
      observations[i] = TextDigest.combine(actions[i], outcomes[i]);
      shapes[i] = in.readLong();
      failures[i] = in.readLong();
      headlines[i] = in.readLong();
      flags[i] = in.readInt();
    }
  }
}
