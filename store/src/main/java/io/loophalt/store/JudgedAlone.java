package io.loophalt.store;

import java.util.concurrent.atomic.AtomicLong;

/**
 * How often this process has judged something of a run by what it knows, and since when the store
 * does not know of it. Thread-safe, but for what is saved.
 */
final class JudgedAlone {

  /**
   * What is no older is judged again behind what others have done meanwhile: then their order is
   * more or less that in which all of it happened.
   */
  private static final long MOST_NANOS = 10_000_000_000L;

  private final AtomicLong count = new AtomicLong();
  private volatile long sinceNanos;

  /** When what is to be put into the store was begun to be saved. */
  private long savedNanos;

  /** How often so far. */
  long count() {
    return count.get();
  }

  /**
   * Once more.
   *
   * @param known how often, as far as the store knows
   */
  void oneMore(long known) {
    if (count.get() == known) {
      sinceNanos = System.nanoTime(); // Before it counts: who asks meanwhile takes none for old.
    }
    count.incrementAndGet();
  }

  /** How often so far, of which the state knows that is saved now. */
  long save() {
    savedNanos = System.nanoTime();
    return count.get();
  }

  /** The store has what was saved last. */
  void isKnown() {
    sinceNanos = savedNanos;
  }

  /**
   * Whether some of it is too old to be told in which order with others' it was.
   *
   * @param known how often, as far as the store knows
   */
  boolean isOld(long known) {
    return count.get() != known && System.nanoTime() - sinceNanos > MOST_NANOS;
  }
}
