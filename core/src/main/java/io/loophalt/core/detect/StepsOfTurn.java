package io.loophalt.core.detect;

import io.loophalt.core.fingerprint.TextDigest;
import io.loophalt.core.state.SmallNumbers;
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
public final class StepsOfTurn {

  public static final int CAPACITY = 16;

  // What is known of a step: the traits that it gives its turn, and beside them
  private static final int FAILED = 1 << 16;
  private static final int ABSENCE = 1 << 17;
  private static final int NEWS = 1 << 18;
  private static final int MAY_HAVE_CHANGED = 1 << 19;

  private final String[] names = new String[CAPACITY];
  private final long[] tools = new long[CAPACITY];
  private final long[] actions = new long[CAPACITY];
  private final long[] outcomes = new long[CAPACITY];
  private final long[] observations = new long[CAPACITY];
  private final long[] shapes = new long[CAPACITY];
  private final long[] questions = new long[CAPACITY];
  private final long[] failures = new long[CAPACITY];
  private final long[] headlines = new long[CAPACITY];
  private final int[] flags = new int[CAPACITY];
  private int size;
  private boolean overflowing;

  // Of all steps.
  private int anyFlags;
  private long sumOfObservations;

  /**
   * Adds a step unless an equal one is there.
   *
   * @param observation {@link TextDigest#combine} of the step's action and outcome, which whoever
   *     adds it has at hand
   * @param knownAnswer whether the tool gave this outcome before: only then is compared what was
   *     asked
   * @param known whether the run has seen action and outcome before
   */
  void add(Step step, long observation, boolean knownAnswer, boolean known) {
    long action = step.action();
    boolean failed = step.failed();
    long failure = step.failure();
    for (int i = 0; i < size; i++) {
      if (observations[i] == observation) {
        return;
      }
    }
    if (size == CAPACITY) {
      overflowing = true;
      return;
    }
    boolean reads = step.reads();
    // String keeps its hash; a digest of the characters would be computed for each detector.
    if (!step.tool().equals(names[size])) { // mostly it is: no barrier, see Step.begin
      names[size] = step.tool();
    }
    tools[size] = step.tool().hashCode();
    actions[size] = action;
    outcomes[size] = step.outcome();
    observations[size] = observation;
    shapes[size] = reads && knownAnswer ? step.shape() : Step.ABSENT;
    questions[size] = reads && knownAnswer ? step.question() : 0;
    boolean absence = failure != Step.ABSENT && step.answersWithAbsence();
    boolean news = !known && (failure == Step.ABSENT || absence) && !step.onlyRemarks();
    failures[size] = failure;
    headlines[size] = failure == Step.ABSENT ? Step.ABSENT : step.failureHeadline();
    boolean changed = failure == Step.ABSENT && !step.looksOnly();
    flags[size] =
        (reads ? TurnTraits.READS : 0)
            | (step.edits() ? TurnTraits.EDITS : 0)
            | (failure != Step.ABSENT ? TurnTraits.FAILS : 0)
            | (knownAnswer ? TurnTraits.KNOWN_ANSWER : 0)
            | (changed ? MAY_HAVE_CHANGED : 0)
            | (failed ? FAILED : 0)
            | (absence ? ABSENCE : 0)
            | (news ? NEWS : 0);
    size++;
    sumUp(size - 1);
  }

  private void sumUp(int i) {
    anyFlags |= flags[i];
    sumOfObservations += observations[i];
  }

  /** Those of the {@link TurnTraits} that can be told by the steps of the turn alone. */
  int traits() {
    boolean moves = overflowing || (anyFlags & (MAY_HAVE_CHANGED | NEWS)) != 0;
    return (anyFlags & TurnTraits.OF_STEPS)
        | TurnTraits.ANY
        | (moves ? 0 : TurnTraits.STANDS_STILL);
  }

  /** Equal for turns of the same number of steps with the same observations, in any order. */
  long sumOfObservations() {
    return sumOfObservations;
  }

  /** Number of distinct steps. */
  public int size() {
    return size;
  }

  /** Whether there were more distinct steps than are kept. */
  public boolean overflowing() {
    return overflowing;
  }

  /** The tool's name. */
  public String toolName(int i) {
    return names[i];
  }

  /** The tool's name as a digest. */
  public long tool(int i) {
    return tools[i];
  }

  /** Whether no earlier step is of the same tool. */
  public boolean isFirstOfTool(int i) {
    for (int j = 0; j < i; j++) {
      if (tools[j] == tools[i]) {
        return false;
      }
    }
    return true;
  }

  /** Tool and arguments. */
  public long action(int i) {
    return actions[i];
  }

  /** The failure if the call failed, else the exact result. */
  public long outcome(int i) {
    return outcomes[i];
  }

  /** Action and outcome. */
  public long observation(int i) {
    return observations[i];
  }

  /**
   * Tool and failure, absent if the outcome tells of no failure of the tool: that there is nothing
   * under another address is an answer.
   */
  public long failureOfTool(int i) {
    return tellsOfNoFailure(i) ? Step.ABSENT : TextDigest.combine(tools[i], failures[i]);
  }

  /**
   * The failure, whatever the tool, where the call itself failed; tool and failure where its output
   * only reads like one; absent if the outcome tells of no failure.
   */
  public long failure(int i) {
    return failed(i) && !tellsOfNoFailure(i) ? failures[i] : failureOfTool(i);
  }

  /** Tool and headline of the failure, absent if the outcome tells of no failure. */
  public long headlineOfTool(int i) {
    return tellsOfNoFailure(i) ? Step.ABSENT : TextDigest.combine(tools[i], headlines[i]);
  }

  private boolean tellsOfNoFailure(int i) {
    return failures[i] == Step.ABSENT || (flags[i] & ABSENCE) != 0;
  }

  /** Action and headline of the failure, absent if the outcome tells of no failure. */
  public long headlineOfAction(int i) {
    return failures[i] == Step.ABSENT ? Step.ABSENT : TextDigest.combine(actions[i], headlines[i]);
  }

  /** Action and failure, absent if the outcome tells of no failure. */
  public long failureOfAction(int i) {
    return failures[i] == Step.ABSENT ? Step.ABSENT : TextDigest.combine(actions[i], failures[i]);
  }

  /**
   * What must be equal for a repetition: action and failure where the outcome tells of one, else
   * action and exact outcome.
   */
  public long repetition(int i) {
    return failures[i] == Step.ABSENT ? observations[i] : failureOfAction(i);
  }

  /** The free text of the arguments, 0 unless the tool only reads and gave this answer before. */
  public long question(int i) {
    return questions[i];
  }

  /** What the arguments ask for, absent unless the tool only reads and gave this answer before. */
  public long shape(int i) {
    return shapes[i];
  }

  /** Whether something new came of the call: neither a failure, nor a remark, nor seen before. */
  public boolean isNews(int i) {
    return (flags[i] & NEWS) != 0;
  }

  /** Shape of the arguments and outcome, absent as {@link #shape} is. */
  public long shapedObservation(int i) {
    return shapes[i] == Step.ABSENT ? Step.ABSENT : TextDigest.combine(shapes[i], outcomes[i]);
  }

  /** Whether the tool only reads. */
  public boolean reads(int i) {
    return (flags[i] & TurnTraits.READS) != 0;
  }

  /** Whether the call edits a text. */
  public boolean edits(int i) {
    return (flags[i] & TurnTraits.EDITS) != 0;
  }

  /** Whether the call may have changed something: it neither only looked nor failed. */
  public boolean mayHaveChanged(int i) {
    return (flags[i] & MAY_HAVE_CHANGED) != 0;
  }

  /** Whether the call failed at tool level. */
  public boolean failed(int i) {
    return (flags[i] & FAILED) != 0;
  }

  /** Brings the steps into an order that does not depend on which ended first. O(size²). */
  void sort() {
    for (int i = 1; i < size; i++) {
      for (int j = i; j > 0 && observation(j) < observation(j - 1); j--) {
        String name = names[j];
        names[j] = names[j - 1];
        names[j - 1] = name;
        swap(tools, j);
        swap(actions, j);
        swap(outcomes, j);
        swap(observations, j);
        swap(shapes, j);
        swap(questions, j);
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
    anyFlags = 0;
    sumOfObservations = 0;
  }

  void save(DataOutput out) throws IOException {
    out.writeBoolean(overflowing);
    SmallNumbers.write(out, size);
    for (int i = 0; i < size; i++) {
      out.writeUTF(names[i]);
      out.writeLong(actions[i]);
      out.writeLong(outcomes[i]);
      out.writeLong(shapes[i]);
      out.writeLong(questions[i]);
      out.writeLong(failures[i]);
      out.writeLong(headlines[i]);
      SmallNumbers.write(out, flags[i]);
    }
  }

  void restore(DataInput in) throws IOException {
    clear();
    overflowing = in.readBoolean();
    size = SmallNumbers.readInt(in);
    for (int i = 0; i < size; i++) {
      names[i] = in.readUTF();
      tools[i] = names[i].hashCode();
      actions[i] = in.readLong();
      outcomes[i] = in.readLong();
      observations[i] = TextDigest.combine(actions[i], outcomes[i]);
      shapes[i] = in.readLong();
      questions[i] = in.readLong();
      failures[i] = in.readLong();
      headlines[i] = in.readLong();
      flags[i] = SmallNumbers.readInt(in);
      sumUp(i);
    }
  }
}
