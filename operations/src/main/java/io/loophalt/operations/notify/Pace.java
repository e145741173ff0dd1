package io.loophalt.operations.notify;

import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * When the next post may be tried: as many in a minute as are allowed, and after a failure later
 * each time, by chance so that many JVMs do not come back to a receiver at once. Of one thread.
 */
public final class Pace {

  private static final long FIRST_NANOS = Duration.ofSeconds(1).toNanos();
  private static final long LONGEST_NANOS = Duration.ofMinutes(1).toNanos();
  private static final long MINUTE_NANOS = Duration.ofMinutes(1).toNanos();

  private final int perMinute;
  private final RandomGenerator chance;
  private double left;
  private long filledAt;

  /**
   * Begins with a minute's worth.
   *
   * @param perMinute more than 0
   */
  public Pace(int perMinute, RandomGenerator chance, long nowNanos) {
    this.perMinute = perMinute;
    this.chance = chance;
    this.left = perMinute;
    this.filledAt = nowNanos;
  }

  /** How long the next one has to wait; 0 for not at all, and then it counts. */
  public long take(long nowNanos) {
    left = Math.min(perMinute, left + (double) (nowNanos - filledAt) * perMinute / MINUTE_NANOS);
    filledAt = nowNanos;
    if (left >= 1) {
      left--;
      return 0;
    }
    return Math.max(1, (long) ((1 - left) * MINUTE_NANOS / perMinute));
  }

  /**
   * How long to wait after a failure: up to a second after the first, twice as long after each
   * further one, up to a minute, and at least half of that.
   *
   * @param failures in a row, from 1
   */
  long afterFailures(int failures) {
    long most = Math.min(LONGEST_NANOS, FIRST_NANOS << Math.min(failures - 1, 10));
    return most / 2 + chance.nextLong(most / 2 + 1);
  }
}
