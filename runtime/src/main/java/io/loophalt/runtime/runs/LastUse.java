package io.loophalt.runtime.runs;

import java.util.concurrent.atomic.AtomicLongFieldUpdater;

/**
 * When something was used last, by {@code System.nanoTime()}. Thread-safe.
 *
 * <p>A field with an updater saves the object that an {@code AtomicLong} would be. It stands in a
 * class of its own because making an updater loads the types of all fields beside it.
 */
abstract class LastUse {

  private static final AtomicLongFieldUpdater<LastUse> NANOS =
      AtomicLongFieldUpdater.newUpdater(LastUse.class, "lastUsedNanos");

  private volatile long lastUsedNanos;

  LastUse(long nowNanos) {
    NANOS.lazySet(this, nowNanos);
  }

  /** When it was used last. */
  final long lastUsedNanos() {
    return lastUsedNanos;
  }

  /** Notes that it is used. Others may see it a little later: the store waits for nobody. */
  final void usedAt(long nanos) {
    NANOS.lazySet(this, nanos);
  }
}
