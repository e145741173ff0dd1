package io.loophalt.benchmarks;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What was measured of two, in turn. */
final class Pairs {

  private final List<Double> before = new ArrayList<>();
  private final List<Double> after = new ArrayList<>();
  private final List<Double> ratios = new ArrayList<>();

  void add(double old, double now) {
    before.add(old);
    after.add(now);
    ratios.add(now / old);
  }

  void printMedians(String what) {
    print(
        what, new Spread(before).median(), new Spread(after).median(), new Spread(ratios).median());
  }

  /** For what is counted so coarsely that only the sum of many says something. */
  void printMeans(String what) {
    double old = mean(before);
    double now = mean(after);
    print(what, old, now, now / old);
  }

  private static double mean(List<Double> values) {
    double sum = 0;
    for (double each : values) {
      sum += each;
    }
    return sum / values.size();
  }

  private static void print(String what, double old, double now, double ratio) {
    System.out.printf(Locale.ROOT, "| %s | %.1f | %.1f | %.3f |%n", what, old, now, ratio);
  }
}
