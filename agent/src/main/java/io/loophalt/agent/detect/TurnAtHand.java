package io.loophalt.agent.detect;

import io.loophalt.agent.fingerprint.TextDigest;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * What the detectors that judge whole turns know in common of the turn at hand: its steps, and
 * whether it did nothing but wait.
 *
 * <p>One for all such detectors of a run: the first of them tells it of every step, each of them of
 * every end. Not thread-safe.
 */
final class TurnAtHand {

  /** Observations and answers remembered. */
  private static final int WINDOW = 20;

  private final StepsOfTurn steps = new StepsOfTurn();
  private final LongRing observations = new LongRing(WINDOW);
  private final LongRing answers = new LongRing(WINDOW);
  private final Patience patience = new Patience();
  private int added;
  private int number;
  private int patientRepeats;
  private boolean impatient;
  private boolean ended;

  /** Adds a step; the first after an end begins another turn. */
  void add(Step step) {
    if (ended) {
      begin();
    }
    added++;
    long outcome = step.outcome();
    long observation = TextDigest.combine(step.action(), outcome);
    long answer = TextDigest.combine(step.tool().hashCode(), outcome);
    boolean knownAnswer = answers.contains(answer);
    boolean known = knownAnswer && observations.contains(observation);
    steps.add(step, knownAnswer, known);
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
  StepsOfTurn end() {
    if (!ended && added > 0) {
      ended = true;
      number++;
      steps.sort();
    }
    return steps;
  }

  /** How many turns with steps have ended; not part of the state that is saved. */
  int number() {
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
  void grantNewBudget() {
    patience.grantNewBudget();
  }

  /** Forgets everything. */
  void clear() {
    begin();
    patience.clear();
    observations.clear();
    answers.clear();
  }

  private void begin() {
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
    patience.save(out);
    observations.save(out);
    answers.save(out);
    SmallNumbers.write(out, patientRepeats);
    out.writeBoolean(impatient);
  }

  void restore(DataInput in) throws IOException {
    begin();
    added = SmallNumbers.readInt(in);
    steps.restore(in);
    patience.restore(in);
    observations.restore(in);
    answers.restore(in);
    patientRepeats = SmallNumbers.readInt(in);
    impatient = in.readBoolean();
  }
}
