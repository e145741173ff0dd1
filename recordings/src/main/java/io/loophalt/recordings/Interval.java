package io.loophalt.recordings;

import java.util.Locale;

/**
 * A share and the 95% interval of the rate behind it, by Wilson's score (1927), which stays honest
 * for rates near zero and for few trials.
 *
 * @param hits how many
 * @param trials of how many; at least 1
 */
record Interval(long hits, long trials) {

  private static final double Z = 1.959964;

  double rate() {
    return (double) hits / trials;
  }

  double low() {
    return hits == 0 ? 0 : Math.max(0, center() - halfWidth());
  }

  double high() {
    return hits == trials ? 1 : Math.min(1, center() + halfWidth());
  }

  private double center() {
    return (rate() + Z * Z / (2 * trials)) / (1 + Z * Z / trials);
  }

  private double halfWidth() {
    double p = rate();
    double n = trials;
    return Z / (1 + Z * Z / n) * Math.sqrt(p * (1 - p) / n + Z * Z / (4 * n * n));
  }

  /** How many trials without a hit it takes to put the upper end below a rate. */
  static long trialsToExclude(double rate) {
    return (long) Math.ceil(Z * Z * (1 - rate) / rate);
  }

  @Override
  public String toString() {
    return String.format(
        Locale.ROOT,
        "%d of %d, %.1f%% (95%% interval %.1f%% to %.1f%%)",
        hits,
        trials,
        100 * rate(),
        100 * low(),
        100 * high());
  }
}
