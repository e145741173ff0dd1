package io.loophalt.operations.report;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Something that is added up for each name. Only so many names are told apart; what comes under
 * further ones is added up as {@link LoggedRun#OTHERS}. Not thread-safe.
 *
 * @param <T> what is added up
 */
final class Tally<T> {

  /** Names that are told apart. */
  static final int MOST_NAMES = 2_000;

  private final Map<String, T> byName = new LinkedHashMap<>();
  private final Supplier<T> none;

  /** Begins with what {@code none} makes for each name. */
  Tally(Supplier<T> none) {
    this.none = none;
  }

  /** What is added up under a name. */
  T of(String name) {
    boolean isTold = byName.containsKey(name) || byName.size() < MOST_NAMES;
    return byName.computeIfAbsent(isTold ? name : LoggedRun.OTHERS, any -> none.get());
  }

  /** The names with what was added up, in an order, and as they came where it says nothing. */
  List<Map.Entry<String, T>> sorted(Comparator<T> order) {
    return byName.entrySet().stream().sorted(Map.Entry.comparingByValue(order)).toList();
  }

  boolean isEmpty() {
    return byName.isEmpty();
  }
}
