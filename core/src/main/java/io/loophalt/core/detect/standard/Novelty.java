package io.loophalt.core.detect.standard;

import io.loophalt.core.detect.LongRing;
import io.loophalt.core.detect.Step;
import io.loophalt.core.detect.StepHistory;
import io.loophalt.core.detect.StepsOfTurn;
import io.loophalt.core.detect.TurnAtHand;
import io.loophalt.core.fingerprint.TextDigest;
import io.loophalt.core.state.SmallNumbers;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * Tells of a turn whether anything in it was new.
 *
 * <p>A step brings nothing new when its action and outcome were both seen among the latest steps,
 * when a call failed in this way before, or when a tool that only reads gave the same answer to the
 * same question under another request id or page number ({@link Step#shape}). A turn is new when
 * one of its steps is.
 *
 * <p>Not thread-safe. Reading a turn is O(window) per step with constant windows and allocates
 * nothing; about 400 bytes of state beside the history of steps.
 */
final class Novelty {

  private final int window;
  private final int failureWindow;
  private final LongRing forgotten;
  private final LongRing failures;
  private final LongRing shapes;
  private int stepsAtCompaction;
  private int turnsRead;

  // What is known of the turn that was read last.
  private boolean news;
  private boolean seenBeforeCompaction;
  private boolean otherCall;
  private long outcomes;

  /**
   * Makes one to which everything is new.
   *
   * @param window steps remembered, 2 or more
   * @param failureWindow failures remembered
   */
  Novelty(int window, int failureWindow) {
    this.window = window;
    this.failureWindow = failureWindow;
    this.forgotten = new LongRing(window);
    this.failures = new LongRing(failureWindow);
    this.shapes = new LongRing(window);
  }

  boolean looksAsFarBackAs(Novelty other) {
    return window == other.window && failureWindow == other.failureWindow;
  }

  /**
   * Compares a turn that has ended with what it remembers, then remembers the turn. Does nothing
   * the second time.
   */
  void read(TurnAtHand turn) {
    if (turnsRead == turn.number()) {
      return;
    }
    turnsRead = turn.number();
    StepsOfTurn steps = turn.end();
    StepHistory history = turn.history();
    news = steps.overflowing();
    seenBeforeCompaction = false;
    otherCall = false;
    long sum = 0;
    for (int i = 0; i < steps.size(); i++) {
      long seen = steps.repetition(i);
      if (history.hasRepetition(seen, window)) {
        seenBeforeCompaction |= isForgotten(seen, history);
      } else if (failedSo(steps, i) || answeredSo(steps, i)) {
        otherCall |= !steps.failed(i);
      } else {
        news = true;
      }
      sum += outcomeOf(steps, i);
    }
    outcomes = TextDigest.combine(sum, steps.size());
    remember(steps, history);
  }

  /** Whether something in the turn was new. */
  boolean isNews() {
    return news;
  }

  /** Whether something in the turn was seen only before the history was condensed. */
  boolean isLookedAtOnceMore() {
    return seenBeforeCompaction;
  }

  /** Whether a call in the turn was not made before, and its text only reads as another's did. */
  boolean isOfOtherCalls() {
    return otherCall;
  }

  /** What came of the calls of the turn, in whatever order. */
  long outcomes() {
    return outcomes;
  }

  /**
   * The history was condensed: what was seen before may be looked at once more.
   *
   * @param steps how many there have been
   */
  void compacted(int steps) {
    stepsAtCompaction = steps;
  }

  private boolean failedSo(StepsOfTurn steps, int i) {
    long failure = steps.failure(i);
    return failure != Step.ABSENT && failures.contains(failure);
  }

  private boolean answeredSo(StepsOfTurn steps, int i) {
    long shape = steps.shapedObservation(i);
    return shape != Step.ABSENT && shapes.contains(shape);
  }

  private static long outcomeOf(StepsOfTurn steps, int i) {
    long failure = steps.failure(i);
    return failure != Step.ABSENT ? failure : steps.repetition(i);
  }

  /** Whether all that is remembered of it is from before the history was condensed. */
  private boolean isForgotten(long seen, StepHistory history) {
    if (stepsAtCompaction == 0 || forgotten.contains(seen)) {
      return false;
    }
    int age = history.ageOfRepetition(seen, window);
    return age >= 0 && history.added() - 1 - age < stepsAtCompaction;
  }

  private void remember(StepsOfTurn steps, StepHistory history) {
    for (int i = 0; i < steps.size(); i++) {
      long seen = steps.repetition(i);
      if (isForgotten(seen, history)) {
        forgotten.add(seen);
      }
      long failure = steps.failure(i);
      if (failure != Step.ABSENT) {
        failures.add(failure);
      }
      long shape = steps.shapedObservation(i);
      if (shape != Step.ABSENT) {
        shapes.add(shape);
      }
    }
  }

  void clear() {
    forgotten.clear();
    failures.clear();
    shapes.clear();
    stepsAtCompaction = 0;
  }

  void save(DataOutput out) throws IOException {
    forgotten.save(out);
    failures.save(out);
    shapes.save(out);
    SmallNumbers.write(out, stepsAtCompaction);
  }

  void restore(DataInput in) throws IOException {
    forgotten.restore(in);
    failures.restore(in);
    shapes.restore(in);
    stepsAtCompaction = SmallNumbers.readInt(in);
  }
}
