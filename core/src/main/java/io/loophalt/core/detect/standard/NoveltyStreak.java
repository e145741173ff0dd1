package io.loophalt.core.detect.standard;

import io.loophalt.core.detect.Detector;
import io.loophalt.core.detect.FindingSink;
import io.loophalt.core.detect.LongRing;
import io.loophalt.core.detect.StepsOfTurn;
import io.loophalt.core.detect.TurnDetector;
import io.loophalt.core.detect.TurnTraits;
import io.loophalt.core.state.SmallNumbers;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * Counts turns in which nothing was new.
 *
 * <p>What is new says {@link Novelty}. Identical calls, alternations, cycles of any length up to
 * the window, shuffled keys, rephrased edits that hit the same error and pages past the end all
 * climb; polling with moving answers, pagination and batches do not.
 *
 * <p>The count has a memory: a turn with something new takes {@value #FORGIVEN_BY_PROGRESS} off it
 * instead of all, so that a trivial step in between does not acquit a run that was nudged before,
 * and steady progress does. After the history was condensed, what was seen before may be looked at
 * once more; that counts neither way.
 *
 * <p>Limited to few outcomes, the detector counts how many of the latest repetitions revolve around
 * no more than that many different ones: stronger evidence, for a shorter ladder. It then counts
 * repeated calls and failed ones only; that the texts of other calls read alike counts neither way,
 * because in a batch they do.
 *
 * <p>Source: measurements on recorded runs, docs/detection.md. O(1) per turn beside the reading of
 * its novelty, allocates nothing; about 100 bytes of state.
 */
public final class NoveltyStreak extends TurnDetector {

  public static final int ANY_OUTCOMES = 0;

  private static final String RULE = "nothing_new";
  private static final int FORGIVEN_BY_PROGRESS = 3;
  private static final int LATEST_REPETITIONS = 8;

  private final int maxOutcomes;
  private final LongRing repetitions = new LongRing(LATEST_REPETITIONS);
  private Novelty novelty;
  private boolean noveltyIsShared;
  private int streak;

  /**
   * Makes a detector that has seen nothing.
   *
   * @param name its name
   * @param maxOutcomes how many different outcomes the repetitions may revolve around, {@link
   *     #ANY_OUTCOMES} for any number
   * @param window steps remembered, 2 or more
   * @param failureWindow failures remembered
   */
  public NoveltyStreak(String name, int maxOutcomes, int window, int failureWindow) {
    super(name, window);
    this.maxOutcomes = maxOutcomes;
    this.novelty = new Novelty(window, failureWindow);
  }

  @Override
  public String describe(String rule, int count) {
    return maxOutcomes == ANY_OUTCOMES
        ? "nothing new in " + count + " turns"
        : count + " turns that only repeat the same " + maxOutcomes + " outcomes or fewer";
  }

  /**
   * {@inheritDoc}
   *
   * <p>To two that look equally far back the same is new.
   */
  @Override
  public void shareReading(Detector earlier) {
    super.shareReading(earlier);
    if (earlier instanceof NoveltyStreak other && other.novelty.looksAsFarBackAs(novelty)) {
      novelty = other.novelty;
      noveltyIsShared = true;
    }
  }

  @Override
  protected void judge(StepsOfTurn steps, FindingSink sink) {
    novelty.read(turn());
    if (novelty.isNews()) {
      streak = Math.max(0, streak - FORGIVEN_BY_PROGRESS);
      if (streak == 0) {
        repetitions.clear();
      }
    } else if (counts()) {
      streak++;
      repetitions.add(novelty.outcomes());
    }
    sink.report(RULE, count());
  }

  private boolean counts() {
    return !novelty.isLookedAtOnceMore()
        && (maxOutcomes == ANY_OUTCOMES || !novelty.isOfOtherCalls());
  }

  private int count() {
    return maxOutcomes == ANY_OUTCOMES ? streak : Math.min(streak, revolving());
  }

  /** How many of the latest repetitions have no more than the allowed number of outcomes. */
  private int revolving() {
    int distinct = 0;
    for (int age = 0; age < repetitions.size(); age++) {
      boolean known = false;
      for (int younger = 0; younger < age && !known; younger++) {
        known = repetitions.get(younger) == repetitions.get(age);
      }
      if (!known && ++distinct > maxOutcomes) {
        return age;
      }
    }
    return repetitions.size() < LATEST_REPETITIONS ? repetitions.size() : streak;
  }

  @Override
  protected int heeds() {
    return streak == 0
        ? TurnTraits.FAILS | TurnTraits.KNOWN_ANSWER | TurnTraits.REPEATS
        : TurnTraits.ANY;
  }

  @Override
  protected void compacted() {
    novelty.compacted(turn().stepsSoFar());
  }

  @Override
  protected void clear() {
    novelty.clear();
    repetitions.clear();
    streak = 0;
  }

  @Override
  protected void saveRule(DataOutput out) throws IOException {
    if (!noveltyIsShared) {
      novelty.save(out);
    }
    repetitions.save(out);
    SmallNumbers.write(out, streak);
  }

  @Override
  protected void restoreRule(DataInput in) throws IOException {
    if (!noveltyIsShared) {
      novelty.restore(in);
    }
    repetitions.restore(in);
    streak = SmallNumbers.readInt(in);
  }
}
