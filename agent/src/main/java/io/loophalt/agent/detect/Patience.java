package io.loophalt.agent.detect;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * Tells a patient repetition, which waits for something, from an idle one.
 *
 * <p>A call with the same outcome as last time is patient when the time that the outcome asked for
 * ({@code Retry-After}) has passed, when the gaps between attempts grow by half or more (or, having
 * grown, stay) and have never shrunk, as the pauses of a model at work do, when they grow so on the
 * whole though jittered, when a call that does not write gives a short status such as {@code
 * PENDING}, or when the call does nothing but sleep. An asked time that was not kept makes it idle,
 * whatever else.
 *
 * <p>Remembers the latest {@value #CALLS} distinct calls. Not thread-safe. O({@value #CALLS}) per
 * step plus, for a repeated outcome, the first few hundred characters of its text; allocates
 * nothing.
 */
final class Patience {

  /** As many as the steps in which a repetition is looked for: polls of many jobs in turn. */
  private static final int CALLS = 20;

  /** The calls in a ring, in the order in which they were made last. */
  private final Attempts[] calls = new Attempts[CALLS];

  /** Which calls they are. */
  private final long[] actions = new long[CALLS];

  private int newest = CALLS - 1;
  private int size;

  /** Whether some call has waited since the latest budget was granted. */
  private boolean used;

  /** Remembers nothing. */
  Patience() {
    for (int i = 0; i < CALLS; i++) {
      calls[i] = new Attempts();
    }
  }

  /**
   * Notes a step.
   *
   * @param outcome what must be equal for a repetition
   * @return how many patient repetitions this call has had with this outcome, the step included; 0
   *     if the step is not one
   */
  int note(Step step, long outcome) {
    int known = indexOf(step.action());
    if (known < 0) {
      newest = next(newest);
      size = Math.min(CALLS, size + 1);
      actions[newest] = step.action();
      calls[newest].begin(step, outcome);
      return 0;
    }
    Attempts attempts = calls[known];
    becomesNewest(known);
    if (attempts.outcome() != outcome) {
      attempts.begin(step, outcome);
      return 0;
    }
    attempts.repeat(step);
    used |= attempts.patientOnes() > 0;
    return attempts.patientOnes();
  }

  /** The ring is filled from its beginning, so that what it holds stands there. */
  private int indexOf(long action) {
    for (int i = 0; i < size; i++) {
      if (actions[i] == action) {
        return i;
      }
    }
    return -1;
  }

  private void becomesNewest(int at) {
    Attempts attempts = calls[at];
    for (int i = at; i != newest; i = next(i)) {
      calls[i] = calls[next(i)];
      actions[i] = actions[next(i)];
    }
    calls[newest] = attempts;
    actions[newest] = attempts.action();
  }

  private static int next(int at) {
    return at + 1 == CALLS ? 0 : at + 1;
  }

  /** Whether some call has waited since the latest budget was granted. */
  boolean isUsed() {
    return used;
  }

  /** Something else made progress meanwhile: the counts start anew. */
  void grantNewBudget() {
    for (int i = 0; i < size; i++) {
      calls[i].grantNewBudget();
    }
    used = false;
  }

  void clear() {
    newest = CALLS - 1;
    size = 0;
    used = false;
  }

  /** Writes the calls, the one that was made last as the last. */
  void save(DataOutput out) throws IOException {
    SmallNumbers.write(out, size);
    int at = newest;
    for (int i = size; i < CALLS; i++) {
      at = next(at);
    }
    for (int i = 0; i < size; i++) {
      at = next(at);
      calls[at].save(out);
    }
    out.writeBoolean(used);
  }

  void restore(DataInput in) throws IOException {
    clear();
    size = SmallNumbers.readInt(in);
    for (int i = 0; i < size; i++) {
      calls[i].restore(in);
      actions[i] = calls[i].action();
    }
    newest = size == 0 ? CALLS - 1 : size - 1;
    used = in.readBoolean();
  }
}
