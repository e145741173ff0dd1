package io.loophalt.agent.detect;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * The distinct steps of the turns before the one at hand, as far back as the detectors of a run
 * look. Turns that only waited are not among them.
 *
 * <p>Not thread-safe. Adding a step is O(1), finding one O(steps looked back), both allocate
 * nothing; 24 bytes a step.
 */
final class StepHistory {

  private int capacity;
  private LongRing actions;
  private LongRing observations;
  private LongRing repetitions;
  private int added;

  /** Makes an empty history that looks so many steps back. */
  StepHistory(int capacity) {
    this.capacity = capacity;
    this.actions = new LongRing(capacity);
    this.observations = new LongRing(capacity);
    this.repetitions = new LongRing(capacity);
  }

  /** Looks at least so far back from now on. For a history in which nothing is. */
  void lookBack(int steps) {
    if (steps > capacity) {
      capacity = steps;
      actions = new LongRing(steps);
      observations = new LongRing(steps);
      repetitions = new LongRing(steps);
    }
  }

  /** Adds the steps of a turn. */
  void add(StepsOfTurn steps) {
    for (int i = 0; i < steps.size(); i++) {
      actions.add(steps.action(i));
      observations.add(steps.observation(i));
      repetitions.add(steps.repetition(i));
    }
    added += steps.size();
  }

  /** How many steps were added since it was empty. */
  int added() {
    return added;
  }

  /** Whether an {@linkplain StepsOfTurn#action action} is among the latest steps. */
  boolean hasAction(long action, int latest) {
    return actions.containsAmong(action, latest);
  }

  /** Whether an {@linkplain StepsOfTurn#observation observation} is among the latest steps. */
  boolean hasObservation(long observation, int latest) {
    return observations.containsAmong(observation, latest);
  }

  /** Whether a {@linkplain StepsOfTurn#repetition repetition} of one is among the latest steps. */
  boolean hasRepetition(long repetition, int latest) {
    return repetitions.containsAmong(repetition, latest);
  }

  /** Whether a repetition of one is remembered at all. */
  boolean hasRepetition(long repetition) {
    return repetitions.contains(repetition);
  }

  /**
   * How many steps ago there was a repetition of one: 0 for the newest, -1 if it is not among the
   * latest.
   */
  int ageOfRepetition(long repetition, int latest) {
    return repetitions.ageOf(repetition, latest);
  }

  void clear() {
    actions.clear();
    observations.clear();
    repetitions.clear();
    added = 0;
  }

  void save(DataOutput out) throws IOException {
    actions.save(out);
    observations.save(out);
    repetitions.save(out);
    SmallNumbers.write(out, added);
  }

  void restore(DataInput in) throws IOException {
    actions.restore(in);
    observations.restore(in);
    repetitions.restore(in);
    added = SmallNumbers.readInt(in);
  }
}
