package io.loophalt.core.detect;

import io.loophalt.StopReason;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * A state machine over the steps and turns of one run that counts one kind of repetition.
 *
 * <p>A detector is deterministic and pure: no clock, no I/O, no randomness; O(1) per step whatever
 * the length of the run; a state of a few hundred bytes beside what detectors of a run read
 * together. It allocates nothing in steady state unless its rule compares words. It is not
 * thread-safe: the run calls it one call at a time, in the order below.
 *
 * <p>Order of calls: {@code turnStarted}, then for each of its tool calls {@code beforeStep} and
 * {@code afterStep}, then {@code turnEnded}. Parallel calls of a turn may overlap; their {@code
 * afterStep}s come in the order they end.
 */
public interface Detector {

  /** The name under which configuration and events know it, such as {@code novelty}. */
  String name();

  /** What a halt by this rule is called in the stop reason. */
  default StopReason.Kind stopKind(String rule) {
    return StopReason.Kind.NO_PROGRESS;
  }

  /**
   * One clause for a person that says what a rule's count means, such as {@code the same call 5
   * times in a row}.
   */
  default String describe(String rule, int count) {
    return rule.replace('_', ' ') + ", count " + count;
  }

  /**
   * One sentence for a person about what was judged last: what was compared with what, and why the
   * count grew, fell or stayed as it was. Made when asked for, and only then; names, numbers and
   * the detector's own words, no contents. Empty if {@link #describe} says it all.
   */
  default String explain() {
    return "";
  }

  /**
   * What a person may configure who finds a halt by it too early: one clause, which only people
   * read and no model; empty for nothing in particular.
   */
  default String advice() {
    return "";
  }

  /** All moments of a turn that a detector can be told of. */
  int ALL_MOMENTS = 31;

  /** {@link #turnStarted}. */
  int TURN_STARTED = 1;

  /** {@link #turnStarted}, but only of turns before which something happened to the history. */
  int HISTORY_CHANGED = 2;

  /** {@link #beforeStep}. */
  int BEFORE_STEP = 4;

  /** {@link #afterStep}. */
  int AFTER_STEP = 8;

  /** {@link #turnEnded}. */
  int TURN_ENDED = 16;

  /**
   * {@link #turnStarted}, but of turns that begin with their answer. Of turns of which no answer is
   * seen, only calls, a detector is told together and late, before the next answer: that calls came
   * between must be all that matters to it, and nothing that it finds.
   */
  int ANSWERED = 32;

  /**
   * The moments at which the detector has something to do; of the others it need not be told. A
   * dozen detectors that are told four times for each step cost more than what they do.
   */
  default int moments() {
    return ALL_MOMENTS;
  }

  /** A model has answered; the tool calls it asks for have not run yet. */
  default void turnStarted(Turn turn, FindingSink sink) {}

  /** A tool is about to run: the action is known, the outcome is not. */
  default void beforeStep(Step step, FindingSink sink) {}

  /** A tool has run. */
  default void afterStep(Step step, FindingSink sink) {}

  /** All tool calls of the turn have run, or the next model call begins. Its text is not kept. */
  default void turnEnded(Turn turn, FindingSink sink) {}

  /**
   * Whether two nudges of this detector that were ignored lead to the halt although its count fell
   * in between. Not for rules that imitate a published detector, nor for budgets, which are granted
   * anew.
   */
  default boolean nudgesAreRemembered() {
    return false;
  }

  /**
   * Whether the detector reads {@link Step#argumentsText} of every step. Then objects among the
   * arguments are written out before the run's lock is taken, because they may take locks.
   */
  default boolean readsWords() {
    return false;
  }

  /**
   * Another detector of the same run, made before this one; they will be told and asked exactly the
   * same, and may read steps together. Called before anything else.
   */
  default void shareReading(Detector earlier) {}

  /** Forgets everything, as if the run began now. */
  void reset();

  /**
   * Writes the whole state, without what an earlier detector that it reads steps with has written
   * (see {@link #shareReading}); {@link #restore} of the same version reads it back.
   */
  void save(DataOutput out) throws IOException;

  /**
   * Replaces the state by one that {@link #save} wrote, after which the detector goes on exactly as
   * the saved one.
   */
  void restore(DataInput in) throws IOException;
}
