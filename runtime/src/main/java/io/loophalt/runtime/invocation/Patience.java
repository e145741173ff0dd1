package io.loophalt.runtime.invocation;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.LockSupport;

/**
 * For how long one call of the application still waits for other processes, in all: before its body
 * and after it. What this process does itself between its questions, as reading a state, is no
 * waiting and takes nothing of it. Thread-safe.
 */
public final class Patience {

  /** Of a smaller part than this a question would not be answered, and the server be blamed. */
  private static final int SMALLEST_PART = 10;

  private final AtomicLong leftNanos;
  private final long leastNanos;

  /** So many nanoseconds. */
  public Patience(long nanos) {
    this.leftNanos = new AtomicLong(nanos);
    this.leastNanos = nanos / SMALLEST_PART;
  }

  /** Whether nothing is left of it, or too little to ask. */
  public boolean isOver() {
    return leftNanos.get() <= leastNanos;
  }

  /** Until when what is waited for from now on must be there, by {@link System#nanoTime}. */
  public long deadlineNanos() {
    return System.nanoTime() + leftNanos.get();
  }

  /** It has waited since then. */
  public void waitedSince(long nanos) {
    leftNanos.addAndGet(nanos - System.nanoTime());
  }

  /** Waits that long, if there is as much left; returns whether there was. */
  public boolean pause(long nanos) {
    if (nanos > leftNanos.get()) {
      return false;
    }
    boolean interrupted = false;
    long before = System.nanoTime();
    for (long left = nanos; left > 0; left = before + nanos - System.nanoTime()) {
      interrupted |= Thread.interrupted(); // It would not wait at all.
      LockSupport.parkNanos(left);
    }
    waitedSince(before);
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    return true;
  }

  /**
   * Takes a lock; returns false if it is not to be had in time. That the thread is interrupted is
   * for the application, and stays so.
   */
  public boolean take(Lock lock) {
    if (lock.tryLock()) {
      return true;
    }
    boolean interrupted = false;
    try {
      while (!isOver()) {
        long before = System.nanoTime();
        try {
          return lock.tryLock(leftNanos.get(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException stopped) {
          interrupted = true;
        } finally {
          waitedSince(before);
        }
      }
      return false;
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
