package io.loophalt.presets;

import io.loophalt.core.detect.LongRing;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * The last 20 events of a conversation since the user last spoke, and the repetitions in them.
 *
 * <p>Messages, condensations and injected nudges are events, too: they compare with nothing but
 * take up places. Not thread-safe; every question costs O(20).
 */
final class OpenHandsHistory {

  /** Events that upstream looks back on. */
  static final int WINDOW = 20;

  /** The lowest bits of an event are its kind, so that events of different kinds never match. */
  private static final long KIND = 3;

  private static final long FILLER = 0;
  private static final long ACTION = 1;
  private static final long OBSERVATION = 2;
  private static final long ERROR = 3;

  private final LongRing events = new LongRing(WINDOW);

  // The actions and observations among the events, the newest first; filled before each check.
  private final long[] actions = new long[WINDOW];
  private final long[] observations = new long[WINDOW];
  private int actionCount;
  private int observationCount;

  /** A digest as an observation, ordinary or error. */
  static long observation(long digest, boolean error) {
    return (digest & ~KIND) | (error ? ERROR : OBSERVATION);
  }

  void addAction(long digest) {
    events.add((digest & ~KIND) | ACTION);
  }

  void addObservation(long observation) {
    events.add(observation);
  }

  void addFiller() {
    events.add(FILLER);
  }

  void clear() {
    events.clear();
  }

  /** Sorts the events for the questions below, which answer for the moment of this call. */
  void look() {
    actionCount = 0;
    observationCount = 0;
    for (int age = 0; age < events.size(); age++) {
      long event = events.get(age);
      if ((event & KIND) == ACTION) {
        actions[actionCount++] = event;
      } else if (event != FILLER) {
        observations[observationCount++] = event;
      }
    }
  }

  /** Latest actions equal to the newest, each of whose observations is an error. */
  int sameActionErrors() {
    int pairs = Math.min(actionCount, observationCount);
    int streak = 0;
    while (streak < pairs
        && actions[streak] == actions[0]
        && (observations[streak] & KIND) == ERROR) {
      streak++;
    }
    return streak;
  }

  /** Latest actions and observations that each equal the one {@code period} places on. */
  int cycleLength(int period) {
    return Math.min(
        cycleLength(actions, actionCount, period),
        cycleLength(observations, observationCount, period));
  }

  private static int cycleLength(long[] newestFirst, int count, int period) {
    int matches = 0;
    while (matches + period < count && newestFirst[matches] == newestFirst[matches + period]) {
      matches++;
    }
    return Math.min(count, matches + period);
  }

  void save(DataOutput out) throws IOException {
    events.save(out);
  }

  void restore(DataInput in) throws IOException {
    events.restore(in);
  }
}
