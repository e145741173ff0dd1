package io.loophalt.operations.metrics;

/**
 * How many tokens a run had used when something was done about it. Immutable.
 *
 * @param firstNudge when its model was nudged first; {@link #NONE} if it was not
 * @param observedHalt when it would have been halted first, had anybody acted; {@link #NONE} if it
 *     would not
 * @param stuckSince when it was nudged first, or was halted last since; {@link #NONE} if neither
 */
record RunMarks(long firstNudge, long observedHalt, long stuckSince) {

  /** In place of a number of tokens. */
  static final long NONE = -1;

  /** Of a run about which nothing was done. */
  static final RunMarks UNMARKED = new RunMarks(NONE, NONE, NONE);

  RunMarks nudgedAt(long tokens) {
    return firstNudge == NONE ? new RunMarks(tokens, observedHalt, tokens) : this;
  }

  RunMarks wouldHaltAt(long tokens) {
    return observedHalt == NONE ? new RunMarks(firstNudge, tokens, stuckSince) : this;
  }

  RunMarks haltedAt(long tokens) {
    return stuckSince == NONE ? this : new RunMarks(firstNudge, observedHalt, tokens);
  }
}
