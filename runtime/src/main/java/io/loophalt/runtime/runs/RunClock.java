package io.loophalt.runtime.runs;

import org.jspecify.annotations.Nullable;

/**
 * The time of one run: since when it goes on, but for the pauses in which a person makes it wait,
 * and when it was used last. Thread-safe.
 */
public final class RunClock extends LastUse {

  private volatile long startNanos;

  /** Null while no call of the run has ever been made to wait. */
  private volatile @Nullable Pause pause;

  /** When it had been used last when it was looked at last. Of the one thread that looks at it. */
  private long usedWhenLookedAt;

  RunClock(long nowNanos) {
    super(nowNanos);
    this.startNanos = nowNanos;
    this.usedWhenLookedAt = nowNanos - 1;
  }

  /** The run begins anew. */
  synchronized void beginAnew(long nowNanos) {
    startNanos = nowNanos;
  }

  /**
   * Milliseconds since the run began, as this process knows it, but for pauses; one that has begun
   * counts. With these calls are reported.
   */
  public long millisAt(long nanos) {
    Pause known = pause;
    long until = known == null ? nanos : known.timeAt(nanos);
    return (until - startNanos + 999_999) / 1_000_000;
  }

  /** A call of the run is made to wait: its time stands still. */
  void beginToWait(long nowNanos) {
    pause().begin(nowNanos);
  }

  /** The call waits no more. */
  void endToWait(long nowNanos) {
    long paused = pause().end(nowNanos);
    synchronized (this) {
      startNanos += paused;
    }
  }

  /** The run's waiting for a person; made when it is first asked for. */
  public Pause pause() {
    Pause known = pause;
    return known == null ? newPause() : known;
  }

  private synchronized Pause newPause() {
    Pause known = pause;
    if (known == null) {
      known = new Pause();
      pause = known;
    }
    return known;
  }

  /** What is decided about the run is that it goes on. */
  void goOnByDecision() {
    Pause known = pause;
    if (known != null) {
      known.goOn();
    }
  }

  /** Whether a call of the run waits because a person has told it to. */
  public boolean isWaiting() {
    Pause known = pause;
    return known != null && known.isUnderWay();
  }

  /** How long the run has not been used; 0 while a call of it waits. */
  public long idleNanos(long nowNanos) {
    return isWaiting() ? 0 : Math.max(0, nowNanos - lastUsedNanos());
  }

  /** Whether the run was not used for longer than some time. */
  public boolean isSilent(long nowNanos, long gapNanos) {
    return nowNanos - lastUsedNanos() > gapNanos && !isWaiting();
  }

  /** Whether the run was not used since this was asked last. */
  boolean wasUnusedSinceLookedAt() {
    long used = lastUsedNanos();
    boolean unused = used == usedWhenLookedAt;
    usedWhenLookedAt = used;
    return unused;
  }
}
