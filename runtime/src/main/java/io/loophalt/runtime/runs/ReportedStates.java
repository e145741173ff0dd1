package io.loophalt.runtime.runs;

import io.loophalt.core.detect.LongRing;

/**
 * The states that an application reported of a run, and which of them are progress. Thread-safe.
 */
final class ReportedStates {

  private static final int REMEMBERED = 32;

  private final LongRing before = new LongRing(REMEMBERED);
  private volatile long latest;

  /** Digest of the state that was reported last. */
  long latest() {
    return latest;
  }

  /**
   * Notes a reported state.
   *
   * @return whether it is a change to a state in which the run has not been before, as far as it
   *     remembers {@value #REMEMBERED}
   */
  synchronized boolean add(long digest) {
    boolean first = before.size() == 0;
    boolean known = before.contains(digest);
    if (!known) {
      before.add(digest);
    }
    latest = digest;
    return !first && !known;
  }
}
