package io.loophalt.store.link;

import io.loophalt.runtime.safety.Log;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Whether a server is there, by what came of asking it; when it is to be looked for again; and what
 * a person was told of that. Away until it was reached. Thread-safe.
 */
final class Presence {

  private static final int FAILURES_UNTIL_AWAY = 3;
  private static final long LOOK_MILLIS = 500;

  /** Of a server that is there and away again and again. */
  private static final long LONGEST_LOOK_MILLIS = 16_000;

  /** A server that was there for as long is trusted again. */
  private static final long STEADY_NANOS = TimeUnit.SECONDS.toNanos(60);

  private final Log log;
  private final AtomicInteger failures = new AtomicInteger();
  private volatile boolean away = true;

  /** Why it is away; empty if it is there, or not known. */
  private volatile String problem = "";

  private volatile boolean toldThere;

  // Guarded by this.
  private boolean toldAway;
  private boolean toldWhy;
  private long thereSinceNanos;
  private long lookAtNanos = System.nanoTime();
  private int relapses;

  Presence(Log log) {
    this.log = log;
  }

  boolean isAway() {
    return away;
  }

  /** Why it is away; empty if it is there, or not known. */
  String problem() {
    return problem;
  }

  /** Whether a person was told once that it is there. */
  boolean isKnown() {
    return toldThere;
  }

  /** It has answered in time. */
  void answered() {
    failures.set(0);
  }

  /** It has not; whether that was so often in a row that it is to be taken for away. */
  boolean hasFailedTooOften() {
    return failures.incrementAndGet() >= FAILURES_UNTIL_AWAY;
  }

  /**
   * From now on it is away. That time ran out does not say why: the first other reason is told as
   * well.
   */
  synchronized void isAwayNow(String place, String why) {
    long now = System.nanoTime();
    problem = why;
    if (!away) {
      relapses += now - thereSinceNanos < STEADY_NANOS ? 1 : 0;
      lookAtNanos = relapses > 1 ? now + TimeUnit.MILLISECONDS.toNanos(lookMillis()) : now;
    }
    away = true;
    boolean isReason = !StoreProblem.isOfTime(why);
    if (!toldAway || (isReason && !toldWhy)) {
      toldAway = true;
      toldWhy = isReason;
      log.warn(
          "the store at "
              + place
              + " is away ("
              + why
              + "): each JVM judges what it sees itself, until it is back");
    }
  }

  /** From now on it is there. */
  synchronized void isThereNow() {
    failures.set(0);
    away = false;
    problem = "";
    thereSinceNanos = System.nanoTime();
  }

  /** A person is told that it is there, unless it is away again. */
  synchronized void tellThere(String place) {
    if (away) {
      return;
    }
    if (toldAway || !toldThere) {
      log.info("the store at " + place + (toldThere ? " is back" : " is there"));
    }
    toldAway = false;
    toldThere = true;
  }

  /** How long to wait before it is looked for again. */
  synchronized long lookMillis() {
    return Math.min(LOOK_MILLIS << Math.min(relapses, 10), LONGEST_LOOK_MILLIS);
  }

  /** How long to wait before one is looked for that is away again and again. */
  synchronized long millisUntilLook() {
    return Math.max(0, TimeUnit.NANOSECONDS.toMillis(lookAtNanos - System.nanoTime()));
  }

  /** It is still there: in the end it is trusted again. */
  synchronized void isStillThere() {
    if (relapses > 0 && System.nanoTime() - thereSinceNanos >= STEADY_NANOS) {
      relapses = 0;
    }
  }
}
