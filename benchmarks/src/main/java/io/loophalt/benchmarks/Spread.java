package io.loophalt.benchmarks;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** The order of some measurements: least, quartiles, median, most. */
final class Spread {

  private final double[] sorted;

  Spread(List<Double> values) {
    sorted = new double[values.size()];
    for (int i = 0; i < sorted.length; i++) {
      sorted[i] = values.get(i);
    }
    Arrays.sort(sorted);
  }

  double median() {
    return at(0.5);
  }

  /** The value below which the given share of the measurements lies, by linear interpolation. */
  double at(double share) {
    double position = share * (sorted.length - 1);
    int below = (int) position;
    int above = Math.min(below + 1, sorted.length - 1);
    return sorted[below] + (position - below) * (sorted[above] - sorted[below]);
  }

  /** Median and extremes, each in the given format. */
  String inText(String format) {
    return String.format(
        Locale.ROOT, format + " (" + format + " to " + format + ")", median(), at(0), at(1));
  }
}
