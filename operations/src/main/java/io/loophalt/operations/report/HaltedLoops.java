package io.loophalt.operations.report;

import java.util.HashMap;
import java.util.Map;

/**
 * What runs had used between their first nudge and their halt by a detector, which is about what
 * their halts saved: what is known of a loop is its age, and the median of the rest of such a thing
 * is as much again. A run that was halted inside another is not counted twice where the other was
 * halted, too. Not thread-safe.
 */
final class HaltedLoops {

  /** Runs of which is known what halted runs inside them had used. */
  private static final int MOST_PARENTS = 10_000;

  private record Used(long tokens, double cost) {
    Used plus(Used other) {
      return new Used(tokens + other.tokens, cost + other.cost);
    }
  }

  private final Map<String, Used> inside = new HashMap<>();
  private long runs;
  private long tokens;
  private double cost;
  private long priced;

  void add(ReportedRun run) {
    double share = run.tokens() == 0 ? 0 : (double) run.tokensSinceNudge() / run.tokens();
    Used all = new Used(run.tokensSinceNudge(), run.costOrNothing() * share);
    Used counted = inside.remove(run.jvm() + '\n' + run.id());
    runs++;
    tokens += Math.max(0, all.tokens() - (counted == null ? 0 : counted.tokens()));
    cost += Math.max(0, all.cost() - (counted == null ? 0 : counted.cost()));
    priced += Double.isNaN(run.cost()) ? 0 : 1;
    if (run.parent() != null && inside.size() < MOST_PARENTS) {
      inside.merge(run.jvm() + '\n' + run.parent(), all, Used::plus);
    }
  }

  long runs() {
    return runs;
  }

  /** In both directions. */
  long tokens() {
    return tokens;
  }

  /** Not a number if no price is known. */
  double knownCost() {
    return priced == 0 ? Double.NaN : cost;
  }
}
