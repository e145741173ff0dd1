package io.loophalt.core.detect;

import io.loophalt.core.fingerprint.TextDigest;
import io.loophalt.core.state.SmallNumbers;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * What the detectors that judge whole turns know in common: the steps of the turn at hand and of
 * those before it that did more than wait, what makes the turn matter to them, and whether it only
 * waited.
 *
 * <p>One for all such detectors of a run: the first of them tells it of every step, each of them of
 * every end. Not thread-safe.
 */
public final class TurnAtHand {

  /** Observations and answers remembered. */
  private static final int WINDOW = 20;

  private final StepsOfTurn steps = new StepsOfTurn();
  private final StepHistory history = new StepHistory(WINDOW);
  private final LongRing observations = new LongRing(WINDOW);
  private final LongRing answers = new LongRing(WINDOW);
  private final Patience patience = new Patience();
  private int added;
  private int number;
  private int patientRepeats;
  private boolean impatient;
  private boolean ended;
  private int traits;

  // Of the turn before this one, those left out that only waited.
  private long observationsBefore;
  private int sizeBefore;

  /** Remembers at least so many steps of turns before. To be said before the first step. */
  void lookBack(int pastSteps) {
    history.lookBack(pastSteps);
  }

  /** See {@link Patience#readWords}. To be said before the first step. */
  void readWords() {
    patience.readWords();
  }

  /** Adds a step; the first after an end begins another turn. */
  void add(Step step) {
    if (ended) {
      begin();
    }
    added++;
    long outcome = step.outcome();
    long observation = step.observation();
    long answer = TextDigest.combine(step.tool().hashCode(), outcome);
    boolean knownAnswer = answers.contains(answer);
    boolean known = knownAnswer && observations.contains(observation);
    steps.add(step, observation, knownAnswer, known);
    if (!known) {
      observations.add(observation);
    }
    if (!knownAnswer) {
      answers.add(answer);
    }
    int repeats = patience.note(step, outcome);
    impatient |= repeats == 0;
    patientRepeats = Math.max(patientRepeats, repeats);
  }

  /** The steps of the turn that ends; they stay until the next is added. */
  public StepsOfTurn end() {
    if (!ended && added > 0) {
      ended = true;
      number++;
      steps.sort();
      traits = steps.traits();
      for (int i = 0; i < steps.size(); i++) {
        traits |= history.hasRepetition(steps.repetition(i)) ? TurnTraits.REPEATS : 0;
      }
      traits |= patience.isUsed() ? TurnTraits.WAITS : 0;
    }
    return steps;
  }

  /** The {@link TurnTraits} of the turn that has ended. */
  int traits() {
    return traits;
  }

  /** The steps of the turns before the one at hand or, if that has ended, before its end. */
  public StepHistory history() {
    return history;
  }

  /** How many steps have been in turns that ended, those that only waited left out. */
  public int stepsSoFar() {
    return history.added() + (ended && !onlyWaited() ? steps.size() : 0);
  }

  /** Whether the turn has the same calls with the same outcomes as the one before it. */
  public boolean repeatsTheOneBefore() {
    return steps.size() == sizeBefore
        && steps.sumOfObservations() == observationsBefore
        && !steps.overflowing();
  }

  /** How many turns with steps have ended; not part of the state that is saved. */
  public int number() {
    return number;
  }

  /** Whether all calls of the turn were patient repetitions. */
  boolean onlyWaited() {
    return !impatient && !steps.overflowing();
  }

  /** Which patient repetition the turn was. */
  int patientRepeats() {
    return patientRepeats;
  }

  /** See {@link Patience#grantNewBudget}. */
  public void grantNewBudget() {
    patience.grantNewBudget();
  }

  /** Forgets everything. */
  void clear() {
    forgetTurn();
    history.clear();
    observationsBefore = 0;
    sizeBefore = 0;
    patience.clear();
    observations.clear();
    answers.clear();
  }

  private void begin() {
    if (ended && !onlyWaited()) {
      history.add(steps);
      observationsBefore = steps.sumOfObservations();
      sizeBefore = steps.size();
    }
    forgetTurn();
  }

  private void forgetTurn() {
    steps.clear();
    added = 0;
    patientRepeats = 0;
    impatient = false;
    ended = false;
  }

  void save(DataOutput out) throws IOException {
    if (ended) {
      begin();
    }
    SmallNumbers.write(out, added);
    steps.save(out);
    history.save(out);
    out.writeLong(observationsBefore);
    SmallNumbers.write(out, sizeBefore);
    patience.save(out);
    observations.save(out);
    answers.save(out);
    SmallNumbers.write(out, patientRepeats);
    out.writeBoolean(impatient);
  }

  void restore(DataInput in) throws IOException {
    forgetTurn();
    added = SmallNumbers.readInt(in);
    steps.restore(in);
    history.restore(in);
    observationsBefore = in.readLong();
    sizeBefore = SmallNumbers.readInt(in);
    patience.restore(in);
    observations.restore(in);
    answers.restore(in);
    patientRepeats = SmallNumbers.readInt(in);
    impatient = in.readBoolean();
  }
}
