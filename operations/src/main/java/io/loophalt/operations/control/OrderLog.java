package io.loophalt.operations.control;

import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The latest orders that a JVM was given, whoever gave them, so that one person sees what another
 * has done. Thread-safe.
 */
final class OrderLog {

  private static final int KEPT = 100;

  private final Deque<Order> latest = new ArrayDeque<>();
  private volatile long count;

  /** Notes an order that was followed. */
  synchronized void add(String by, String command, @Nullable String run, String said) {
    long number = count + 1;
    latest.add(new Order(number, Instant.now().toString(), by, command, run, said));
    if (latest.size() > KEPT) {
      latest.remove();
    }
    count = number;
  }

  /** The number of the latest one; 0 if there was none. */
  long count() {
    return count;
  }

  /** Those after one, oldest first, as far as they are kept. */
  synchronized List<Order> after(long number) {
    List<Order> orders = new ArrayList<>();
    for (Order each : latest) {
      if (each.number() > number) {
        orders.add(each);
      }
    }
    return orders;
  }
}
