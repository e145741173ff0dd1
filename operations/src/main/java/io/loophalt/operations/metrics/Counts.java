package io.loophalt.operations.metrics;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.DoubleAdder;

/**
 * Sums by the values of their labels. Thread-safe, and adding waits for nobody; exact up to 2^53.
 */
final class Counts {

  private final Map<List<String>, DoubleAdder> sums = new ConcurrentHashMap<>();

  /** The same with whole numbers. */
  void add(long amount, String... labels) {
    add((double) amount, labels);
  }

  /**
   * Adds to a sum, which is there from then on, also if nothing is added.
   *
   * @param amount 0 or more; less is taken for 0, because a counter never falls
   */
  void add(double amount, String... labels) {
    sums.computeIfAbsent(List.of(labels), first -> new DoubleAdder()).add(Math.max(0, amount));
  }

  /** The sums, in the order of their labels; a copy. */
  Map<List<String>, Double> all() {
    Map<List<String>, Double> copy = new TreeMap<>(Counts::compare);
    sums.forEach((labels, sum) -> copy.put(labels, sum.sum()));
    return copy;
  }

  private static int compare(List<String> one, List<String> other) {
    for (int i = 0; i < one.size() && i < other.size(); i++) {
      int order = one.get(i).compareTo(other.get(i));
      if (order != 0) {
        return order;
      }
    }
    return Integer.compare(one.size(), other.size());
  }
}
