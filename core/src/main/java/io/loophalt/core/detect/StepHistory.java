package io.loophalt.core.detect;

import io.loophalt.core.state.SmallNumbers;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * The distinct steps of turns before the one at hand, as far back as the detectors of a run look.
 *
 * <p>Not thread-safe. Adding a step is O(1), finding one O(steps looked back), both allocate
 * nothing; 24 bytes a step.
 */
public final class StepHistory {

  // A ring, filled from its beginning, of one step at each place.
  private long[] actions;
  private long[] observations;
  private long[] repetitions;
  private int next;
  private int size;
  private int added;

  /** Makes an empty history that looks so many steps back. */
  StepHistory(int steps) {
    this.actions = new long[steps];
    this.observations = new long[steps];
    this.repetitions = new long[steps];
  }

  /**
   * Looks at least so far back from now on.
   *
   * @throws IllegalStateException if steps are in it
   */
  void lookBack(int steps) {
    if (size > 0) {
      throw new IllegalStateException("steps are remembered already: " + size);
    }
    if (steps > actions.length) {
      actions = new long[steps];
      observations = new long[steps];
      repetitions = new long[steps];
    }
  }

  /** Adds the steps of a turn. */
  void add(StepsOfTurn steps) {
    for (int i = 0; i < steps.size(); i++) {
      add(steps.action(i), steps.observation(i), steps.repetition(i));
    }
    added += steps.size();
  }

  private void add(long action, long observation, long repetition) {
    actions[next] = action;
    observations[next] = observation;
    repetitions[next] = repetition;
    next = next + 1 == actions.length ? 0 : next + 1;
    size = Math.min(actions.length, size + 1);
  }

  /** How many steps were added since it was empty. */
  public int added() {
    return added;
  }

  /** Whether an {@linkplain StepsOfTurn#action action} is among the latest steps. */
  public boolean hasAction(long action, int latest) {
    return ageOf(action, actions, latest) >= 0;
  }

  /** Whether an {@linkplain StepsOfTurn#observation observation} is among the latest steps. */
  public boolean hasObservation(long observation, int latest) {
    return ageOf(observation, observations, latest) >= 0;
  }

  /** Whether a {@linkplain StepsOfTurn#repetition repetition} of one is among the latest steps. */
  public boolean hasRepetition(long repetition, int latest) {
    return ageOfRepetition(repetition, latest) >= 0;
  }

  /** Whether a repetition of one is among all that anybody looks back to. */
  boolean hasRepetition(long repetition) {
    for (int i = 0; i < size; i++) {
      if (repetitions[i] == repetition) {
        return true;
      }
    }
    return false;
  }

  /**
   * How many steps ago there was a repetition of one: 0 for the newest, -1 if it is not among the
   * latest.
   */
  public int ageOfRepetition(long repetition, int latest) {
    return ageOf(repetition, repetitions, latest);
  }

  private int ageOf(long value, long[] values, int latest) {
    int known = Math.min(size, latest);
    for (int age = 0; age < known; age++) {
      if (values[at(age)] == value) {
        return age;
      }
    }
    return -1;
  }

  private int at(int age) {
    int at = next - 1 - age;
    return at < 0 ? at + actions.length : at;
  }

  void clear() {
    next = 0;
    size = 0;
    added = 0;
  }

  /** Writes the steps, the oldest first. */
  void save(DataOutput out) throws IOException {
    SmallNumbers.write(out, added);
    SmallNumbers.write(out, size);
    for (int age = size - 1; age >= 0; age--) {
      out.writeLong(actions[at(age)]);
      out.writeLong(observations[at(age)]);
      out.writeLong(repetitions[at(age)]);
    }
  }

  void restore(DataInput in) throws IOException {
    clear();
    added = SmallNumbers.readInt(in);
    for (int left = SmallNumbers.readInt(in); left > 0; left--) {
      add(in.readLong(), in.readLong(), in.readLong());
    }
  }
}
