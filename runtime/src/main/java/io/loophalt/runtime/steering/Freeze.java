package io.loophalt.runtime.steering;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * An order to hold every call until it is lifted or its time is over.
 *
 * <p>Thread-safe. A virtual thread that waits gives its carrier free.
 */
public final class Freeze {

  /** Which calls wait. */
  public enum Calls {
    /** All calls of tools and models. */
    ALL,
    /** Calls of tools that change something, or may. */
    WRITING
  }

  private final Calls calls;
  private final boolean halts;
  private final Instant until;
  private final long deadlineNanos;
  private final CountDownLatch lifted = new CountDownLatch(1);

  Freeze(Calls calls, boolean halts, Duration most, Instant now, long nowNanos) {
    this.calls = calls;
    this.halts = halts;
    this.until = now.plus(most);
    this.deadlineNanos = nowNanos + most.toNanos();
  }

  /** Which calls wait. */
  public Calls calls() {
    return calls;
  }

  /** Whether runs are halted instead of waiting. */
  public boolean halts() {
    return halts;
  }

  /** When it ends by itself, by the wall clock. */
  public Instant until() {
    return until;
  }

  boolean isOver(long nowNanos) {
    return lifted.getCount() == 0 || isLate(nowNanos);
  }

  /** Whether its time is over. */
  boolean isLate(long nowNanos) {
    return nowNanos - deadlineNanos >= 0;
  }

  void lift() {
    lifted.countDown();
  }

  /** Waits until it is over. */
  void await() throws InterruptedException {
    long left = deadlineNanos - System.nanoTime();
    while (left > 0 && !lifted.await(left, TimeUnit.NANOSECONDS)) {
      left = deadlineNanos - System.nanoTime();
    }
  }
}
