package io.loophalt.recordings.score;

import io.loophalt.recordings.RunReport;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What one preset did to labelled runs. Steps and tokens are of the clear ones. Not thread-safe.
 */
final class LabelScore {

  /**
   * How many runs of one grade there are, and what was done to them.
   *
   * @param runs all of them
   * @param halted those that were halted
   * @param nudged those that were nudged, whether they were halted later or not
   */
  record Count(long runs, long halted, long nudged) {

    static final Count NONE = new Count(0, 0, 0);

    Count plus(RunReport run) {
      return new Count(
          runs + 1,
          halted + (run.haltedAt() == null ? 0 : 1),
          nudged + (run.nudgedAt() == null ? 0 : 1));
    }
  }

  /**
   * A run to look at: a clear one that was not halted, or a clean one that was halted or nudged.
   *
   * @param id the run's
   * @param label what its readers say
   * @param nudgedAt step of the first nudge, or null
   * @param haltedAt step of the halt, or null
   * @param detector what halted it, or else spoke first; null if nothing did
   */
  record Mistake(
      String id,
      RunLabel label,
      @Nullable Integer nudgedAt,
      @Nullable Integer haltedAt,
      @Nullable String detector) {}

  private Count clear = Count.NONE;
  private Count doubtful = Count.NONE;
  private Count clean = Count.NONE;
  private final Median nudgeAfterOnset = new Median();
  private final Median nudgeBeforeHalt = new Median();
  private final Median haltAfterStop = new Median();
  private long steps;
  private long stepsSaved;
  private long tokens;
  private long tokensSaved;
  private final List<Mistake> mistakes = new ArrayList<>();

  void accept(RunReport run, RunLabel label) {
    Integer nudgedAt = run.nudgedAt();
    Integer haltedAt = run.haltedAt();
    boolean mistaken = false;
    switch (label.grade()) {
      case CLEAR -> {
        clear = clear.plus(run);
        stuck(run, label);
        mistaken = haltedAt == null;
      }
      case DOUBTFUL -> doubtful = doubtful.plus(run);
      case CLEAN -> {
        clean = clean.plus(run);
        mistaken = haltedAt != null || nudgedAt != null;
      }
    }
    if (mistaken) {
      mistakes.add(new Mistake(run.id(), label, nudgedAt, haltedAt, run.detector()));
    }
  }

  private void stuck(RunReport run, RunLabel label) {
    Integer nudgedAt = run.nudgedAt();
    Integer haltedAt = run.haltedAt();
    if (nudgedAt != null && label.onset() != null) {
      nudgeAfterOnset.add(nudgedAt - label.onset());
    }
    if (haltedAt != null && label.stop() != null) {
      haltAfterStop.add(haltedAt - label.stop());
    }
    if (haltedAt != null && nudgedAt != null) {
      nudgeBeforeHalt.add(haltedAt - nudgedAt);
    }
    steps += run.entries();
    stepsSaved += run.entriesAfterHalt();
    tokens += run.tokensTotal();
    tokensSaved += run.tokensAfterHalt();
  }

  Count clear() {
    return clear;
  }

  Count doubtful() {
    return doubtful;
  }

  Count clean() {
    return clean;
  }

  /** Steps from the first reading's onset to the nudge; below zero if the nudge came before. */
  Median nudgeAfterOnset() {
    return nudgeAfterOnset;
  }

  /** Steps from the nudge to the halt. */
  Median nudgeBeforeHalt() {
    return nudgeBeforeHalt;
  }

  /** Steps from the first reading's stop to the halt; below zero if the halt came before. */
  Median haltAfterStop() {
    return haltAfterStop;
  }

  long steps() {
    return steps;
  }

  long stepsSaved() {
    return stepsSaved;
  }

  long tokens() {
    return tokens;
  }

  long tokensSaved() {
    return tokensSaved;
  }

  List<Mistake> mistakes() {
    return List.copyOf(mistakes);
  }
}
