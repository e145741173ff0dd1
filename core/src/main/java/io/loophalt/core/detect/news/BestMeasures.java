package io.loophalt.core.detect.news;

import io.loophalt.core.fingerprint.DigestList;
import io.loophalt.core.state.ShortDigests;
import io.loophalt.core.text.Measures;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * The best that was reached of what checks measure after changes: the narrowest gap between two
 * numbers, the shortest duration, the smallest size.
 *
 * <p>What the turn at hand measures counts from its end on, whatever the order of its calls. Not
 * thread-safe; constant bounds.
 */
final class BestMeasures {

  private static final int MOST = 16;

  /** A count that has nothing to do with the other number closes in on it by less. */
  private static final int TENTHS = 10;

  /** Of a duration or a size: a seventh or so. */
  private static final int LEAST_STEPS = 2;

  private final DigestList best = new DigestList(MOST);
  private final DigestList now = new DigestList(MOST);

  /**
   * What a step is worth by what it measures: more, if any is better than it ever was, and no more
   * are worse than at their best. What only creeps towards its goal is none the worse.
   *
   * @param action digest of the call, whose measures are its own
   * @param ofFailure whether only gaps count: it is none the better that a failure comes sooner
   * @param otherwise what it is worth without its measures
   */
  Worth worthOf(int action, DigestList measures, boolean ofFailure, Worth otherwise) {
    int better = 0;
    int creeping = 0;
    int worse = 0;
    for (int i = 0; i < measures.size(); i++) {
      boolean counts = !ofFailure || (measures.get(i) & Measures.ALONE) == 0;
      int measure = of(action, measures.get(i));
      int known = counts ? placeIn(best, measure) : -1;
      if (known >= 0) {
        better += isBetter(measure, best.get(known)) ? 1 : 0;
        creeping += isNarrower(measure, best.get(known)) ? 1 : 0;
        worse += amount(measure) > amount(best.get(known)) ? 1 : 0;
      }
    }
    if (better > 0 && better >= worse) {
      return Worth.NEARER;
    }
    return creeping > worse ? Worth.NEUTRAL : otherwise;
  }

  /** Whether a duration or a size of a step is better than it ever was. */
  boolean hasSmaller(int action, DigestList measures) {
    for (int i = 0; i < measures.size(); i++) {
      int measure = of(action, measures.get(i));
      int known = (measure & Measures.ALONE) == 0 ? -1 : placeIn(best, measure);
      if (known >= 0 && isBetter(measure, best.get(known))) {
        return true;
      }
    }
    return false;
  }

  private static int of(int action, int measure) {
    return measure ^ (action & -(2 * Measures.ALONE));
  }

  private static boolean isBetter(int measure, int known) {
    int amount = amount(measure);
    int before = amount(known);
    return (measure & Measures.ALONE) == 0
        ? amount < before && TENTHS * amount <= (TENTHS - 1) * before
        : amount + LEAST_STEPS <= before;
  }

  private static boolean isNarrower(int measure, int known) {
    return (measure & Measures.ALONE) == 0 && amount(measure) < amount(known);
  }

  private static int amount(int measure) {
    return measure & Measures.AMOUNT;
  }

  /** Takes what a step of the turn at hand measures. */
  void read(int action, DigestList measures) {
    for (int i = 0; i < measures.size(); i++) {
      int measure = of(action, measures.get(i));
      int known = placeIn(now, measure);
      if (known < 0) {
        now.add(measure);
      } else if (amount(measure) < amount(now.get(known))) {
        now.set(known, measure);
      }
    }
  }

  /** The turn is over. */
  void endTurn() {
    now.sort();
    for (int i = 0; i < now.size(); i++) {
      int measure = now.get(i);
      int known = placeIn(best, measure);
      if (known < 0) {
        if (best.isFull()) {
          best.removeFirst();
        }
        best.add(measure);
      } else if (isBetter(measure, best.get(known)) || isNarrower(measure, best.get(known))) {
        best.set(known, measure);
      }
    }
    now.clear();
  }

  private static int placeIn(DigestList list, int measure) {
    for (int at = 0; at < list.size(); at++) {
      if ((list.get(at) | Measures.AMOUNT) == (measure | Measures.AMOUNT)) {
        return at;
      }
    }
    return -1;
  }

  /** Whether any was measured before the turn at hand. */
  boolean isAny() {
    return best.size() > 0;
  }

  /** Whether any is in the turn at hand. */
  boolean isAnyNow() {
    return now.size() > 0;
  }

  /** Writes what there is, see {@link #isAny} and {@link #isAnyNow}. */
  void save(DataOutput out) throws IOException {
    if (isAny()) {
      ShortDigests.write(out, best);
    }
    if (isAnyNow()) {
      ShortDigests.write(out, now);
    }
  }

  /** Reads what was there, for one that has measured nothing. */
  void restore(DataInput in, boolean any, boolean anyNow) throws IOException {
    if (any) {
      ShortDigests.read(in, best, MOST);
    }
    if (anyNow) {
      ShortDigests.read(in, now, MOST);
    }
  }
}
