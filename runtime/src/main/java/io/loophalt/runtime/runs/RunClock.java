package io.loophalt.runtime.runs;

import io.loophalt.core.event.Intervened;
import org.jspecify.annotations.Nullable;

/**
 * The time of one run: since when it goes on, but for the pauses in which a person makes it wait,
 * and when it was used last. Thread-safe.
 *
 * <p>What {@link LiveRun} extends, and no field of it: of an object more for each run an idle one
 * would take too much.
 */
public abstract class RunClock extends LastUse {

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
  final synchronized void begin(long nowNanos) {
    startNanos = nowNanos;
  }

  /**
   * Milliseconds since the run began, as this process knows it, but for pauses; one that has begun
   * counts. With these calls are reported.
   */
  public final long millisAt(long nanos) {
    Pause known = pause;
    long until = known == null ? nanos : known.timeAt(nanos);
    return (until - startNanos + 999_999) / 1_000_000;
  }

  /** A call of the run is made to wait: its time stands still. */
  final void beginToWait(long nowNanos) {
    pause().begin(nowNanos);
  }

  /** The call waits no more. */
  final void endToWait(long nowNanos) {
    long paused = pause().end(nowNanos);
    synchronized (this) {
      startNanos += paused;
    }
  }

  /** The run's waiting for a person; made when it is first asked for. */
  public final Pause pause() {
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
  final void goesOnByDecision() {
    Pause known = pause;
    if (known != null) {
      known.goOn();
    }
  }

  /** What the first call hears that is refused since a halt that no call of the run has seen. */
  public final @Nullable Intervened takeUnseenHalt() {
    Pause known = pause;
    return known == null ? null : known.takeUnseenHalt();
  }

  /** Whether a call of the run waits because a person has told it to. */
  public final boolean isWaiting() {
    Pause known = pause;
    return known != null && known.isUnderWay();
  }

  /** How long the run has not been used; 0 while a call of it waits. */
  public final long idleNanos(long nowNanos) {
    return isWaiting() ? 0 : Math.max(0, nowNanos - lastUsedNanos());
  }

  /** Whether the run was not used for longer than some time. */
  public final boolean isSilent(long nowNanos, long gapNanos) {
    return nowNanos - lastUsedNanos() > gapNanos && !isWaiting();
  }

  /** Whether the run was not used since this was asked last. */
  final boolean wasUnusedSinceLookedAt() {
    long used = lastUsedNanos();
    boolean unused = used == usedWhenLookedAt;
    usedWhenLookedAt = used;
    return unused;
  }
}
