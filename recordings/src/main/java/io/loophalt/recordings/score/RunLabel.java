package io.loophalt.recordings.score;

import org.jspecify.annotations.Nullable;

/**
 * What those who read a run said of it.
 *
 * <p>Steps are 0-based and count the entries of the recording, as in {@link
 * io.loophalt.recordings.RunReport}.
 *
 * @param grade what all readings together say
 * @param onset the first step at which a reading saw the going round begin; null if none says
 * @param stop the first step at which a reading would have stopped the run; null if none says
 * @param family in what way it goes round, in the readers' words; empty if they do not say
 */
public record RunLabel(
    Grade grade, @Nullable Integer onset, @Nullable Integer stop, String family) {

  /** Whether a run goes round in circles. */
  public enum Grade {
    /** All readings say so. */
    CLEAR,
    /** The readings are not sure, or do not agree. */
    DOUBTFUL,
    /** No reading says so. */
    CLEAN
  }
}
