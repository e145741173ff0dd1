package io.loophalt.agent.detect;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * A detector that judges whole turns: what all their calls together brought, in whatever order they
 * ended.
 *
 * <p>Turns without a tool call are passed over. A message of the user ends every repetition: who is
 * asked to do it again does nothing wrong. A turn whose calls all wait for something is patient
 * (see {@link Patience}); it is judged by {@link #judgePatient} and nothing else, so that waiting
 * neither counts as repetition nor ends one.
 */
abstract class TurnDetector implements Detector {

  private final String name;
  private final StepsOfTurn steps = new StepsOfTurn();
  private final Patience patience = new Patience();
  private int patientRepeats;
  private boolean impatient;

  TurnDetector(String name) {
    this.name = name;
  }

  /** All calls of a turn have their outcome; at least one did more than wait. */
  abstract void judge(StepsOfTurn steps, FindingSink sink);

  /** A turn did nothing but wait, for the {@code repeats}th time. */
  void judgePatient(int repeats, FindingSink sink) {}

  /** The history was condensed: the model may have forgotten what it saw. */
  void compacted() {}

  /** Something new came of a turn: waiting that goes on beside it has its budget anew. */
  final void grantNewBudget() {
    patience.grantNewBudget();
  }

  /** Forgets everything of the rule itself. */
  abstract void clear();

  abstract void saveRule(DataOutput out) throws IOException;

  abstract void restoreRule(DataInput in) throws IOException;

  @Override
  public final String name() {
    return name;
  }

  @Override
  public final void turnStarted(Turn turn, FindingSink sink) {
    if (turn.userMessageBefore()) {
      reset();
    }
    if (turn.compactedBefore()) {
      compacted();
    }
  }

  @Override
  public final void afterStep(Step step, FindingSink sink) {
    steps.add(step);
    int repeats = patience.note(step, step.failed() ? step.failure() : step.result());
    impatient |= repeats == 0;
    patientRepeats = Math.max(patientRepeats, repeats);
  }

  @Override
  public final void turnEnded(Turn turn, FindingSink sink) {
    if (steps.size() == 0) {
      return;
    }
    steps.sort();
    if (impatient || steps.overflowing()) {
      judge(steps, sink);
    } else {
      judgePatient(patientRepeats, sink);
    }
    endTurn();
  }

  private void endTurn() {
    steps.clear();
    patientRepeats = 0;
    impatient = false;
  }

  @Override
  public final void reset() {
    endTurn();
    patience.clear();
    clear();
  }

  @Override
  public final void save(DataOutput out) throws IOException {
    steps.save(out);
    patience.save(out);
    out.writeInt(patientRepeats);
    out.writeBoolean(impatient);
    saveRule(out);
  }

  @Override
  public final void restore(DataInput in) throws IOException {
    steps.restore(in);
    patience.restore(in);
    patientRepeats = in.readInt();
    impatient = in.readBoolean();
    restoreRule(in);
  }
}
