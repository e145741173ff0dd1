package io.loophalt.agent.detect;

import io.loophalt.agent.fingerprint.TextDigest;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * Counts turns in which nothing was new.
 *
 * <p>A step brings nothing new when its action and outcome were both seen among the latest steps,
 * when a call failed in this way before, or when a tool that only reads gave the same answer to the
 * same question under another request id or page number ({@link Step#shape}). A turn counts when
 * that holds for all its steps. So identical calls, alternations, cycles of any length up to the
 * window, shuffled keys, rephrased edits that hit the same error and pages past the end all climb;
 * polling with moving answers, pagination and batches do not.
 *
 * <p>The count has a memory: a turn with something new takes {@value #FORGIVEN_BY_PROGRESS} off it
 * instead of all, so that a trivial step in between does not acquit a run that was nudged before,
 * and steady progress does. After the history was condensed, what was seen before may be looked at
 * once more; that counts neither way.
 *
 * <p>Limited to few outcomes, the detector counts how many of the latest repetitions revolve around
 * no more than that many different ones: stronger evidence, for a shorter ladder. It then counts
 * repeated calls and failed ones only; that the texts of other calls read alike counts neither way,
 * because in a batch they do.
 *
 * <p>Source: measurements on recorded runs, docs/detection.md. O(window) per step with constant
 * windows, allocates nothing; about 700 bytes of state.
 */
final class NoveltyStreak extends TurnDetector {

  static final int ANY_OUTCOMES = 0;

  private static final String RULE = "nothing_new";
  private static final int FORGIVEN_BY_PROGRESS = 3;
  private static final int LATEST_REPETITIONS = 8;

  private final int maxOutcomes;
  private final LongRing observations;
  private final LongRing forgotten;
  private final LongRing failures;
  private final LongRing shapes;
  private final LongRing repetitions = new LongRing(LATEST_REPETITIONS);
  private int observed;
  private int observedAtCompaction;
  private int streak;

  /**
   * Makes a detector that has seen nothing.
   *
   * @param name its name
   * @param maxOutcomes how many different outcomes the repetitions may revolve around, {@link
   *     #ANY_OUTCOMES} for any number
   * @param window steps remembered, 2 or more
   * @param failureWindow failures remembered
   */
  NoveltyStreak(String name, int maxOutcomes, int window, int failureWindow) {
    super(name);
    this.maxOutcomes = maxOutcomes;
    this.observations = new LongRing(window);
    this.forgotten = new LongRing(window);
    this.failures = new LongRing(failureWindow);
    this.shapes = new LongRing(window);
  }

  @Override
  public String describe(String rule, int count) {
    return maxOutcomes == ANY_OUTCOMES
        ? "nothing new in " + count + " turns"
        : count + " turns that only repeat the same " + maxOutcomes + " outcomes or fewer";
  }

  @Override
  void judge(StepsOfTurn steps, FindingSink sink) {
    boolean news = steps.overflowing();
    boolean seenBeforeCompaction = false;
    boolean otherCall = false;
    long outcomes = 0;
    for (int i = 0; i < steps.size(); i++) {
      long seen = steps.repetition(i);
      if (observations.contains(seen)) {
        seenBeforeCompaction |= isForgotten(seen);
      } else if (failedSo(steps, i) || answeredSo(steps, i)) {
        otherCall |= !steps.failed(i);
      } else {
        news = true;
      }
      outcomes += outcomeOf(steps, i);
    }
    if (news) {
      streak = Math.max(0, streak - FORGIVEN_BY_PROGRESS);
      if (streak == 0) {
        repetitions.clear();
      }
    } else if (!seenBeforeCompaction && !(otherCall && maxOutcomes != ANY_OUTCOMES)) {
      streak++;
      repetitions.add(TextDigest.combine(outcomes, steps.size()));
    }
    remember(steps);
    sink.report(RULE, count());
  }

  private int count() {
    return maxOutcomes == ANY_OUTCOMES ? streak : Math.min(streak, revolving());
  }

  /** How many of the latest repetitions have no more than the allowed number of outcomes. */
  private int revolving() {
    int distinct = 0;
    for (int age = 0; age < repetitions.size(); age++) {
      boolean known = false;
      for (int younger = 0; younger < age && !known; younger++) {
        known = repetitions.get(younger) == repetitions.get(age);
      }
      if (!known && ++distinct > maxOutcomes) {
        return age;
      }
    }
    return repetitions.size() < LATEST_REPETITIONS ? repetitions.size() : streak;
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
  private boolean isForgotten(long seen) {
    if (observedAtCompaction == 0 || forgotten.contains(seen)) {
      return false;
    }
    for (int age = 0; age < observations.size(); age++) {
      if (observations.get(age) == seen) {
        return observed - 1 - age < observedAtCompaction;
      }
    }
    return false;
  }

  private void remember(StepsOfTurn steps) {
    for (int i = 0; i < steps.size(); i++) {
      long seen = steps.repetition(i);
      if (isForgotten(seen)) {
        forgotten.add(seen);
      }
    }
    for (int i = 0; i < steps.size(); i++) {
      observations.add(steps.repetition(i));
      observed++;
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

  @Override
  void compacted() {
    observedAtCompaction = observed;
  }

  @Override
  void clear() {
    observations.clear();
    forgotten.clear();
    failures.clear();
    shapes.clear();
    repetitions.clear();
    observed = 0;
    observedAtCompaction = 0;
    streak = 0;
  }

  @Override
  void saveRule(DataOutput out) throws IOException {
    observations.save(out);
    forgotten.save(out);
    failures.save(out);
    shapes.save(out);
    repetitions.save(out);
    SmallNumbers.write(out, observed);
    SmallNumbers.write(out, observedAtCompaction);
    SmallNumbers.write(out, streak);
  }

  @Override
  void restoreRule(DataInput in) throws IOException {
    observations.restore(in);
    forgotten.restore(in);
    failures.restore(in);
    shapes.restore(in);
    repetitions.restore(in);
    observed = SmallNumbers.readInt(in);
    observedAtCompaction = SmallNumbers.readInt(in);
    streak = SmallNumbers.readInt(in);
  }
}
