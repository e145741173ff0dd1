package io.loophalt.runtime.runs;

import io.loophalt.StopReason;
import io.loophalt.core.event.Intervened;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The time in which at least one call of a run is made to wait, and what is decided about its halt
 * meanwhile. Thread-safe; whoever asks may see it a little later.
 */
public final class Pause {

  private volatile int calls;
  private volatile long sinceNanos;
  private volatile boolean refused;

  /**
   * Opened by the next decision. A monitor would pin the carrier of a virtual thread that waits.
   */
  private volatile CountDownLatch decision = new CountDownLatch(1);

  /** A halt that a person has decided, while no call has been refused for it. */
  private volatile @Nullable Intervened unseenHalt;

  /** How many calls wait for a person to decide about the halt. */
  private int parked;

  /** Whether somebody was told of them. */
  private boolean told;

  /** The halt about which the application's listeners were asked last. */
  private @Nullable StopReason asked;

  Pause() {}

  synchronized void begin(long nowNanos) {
    int before = calls;
    if (before == 0) {
      sinceNanos = nowNanos;
    }
    calls = before + 1;
  }

  /** A call waits no more; returns how long the pause was, in nanoseconds, if it is over. */
  synchronized long end(long nowNanos) {
    int left = calls - 1;
    calls = left;
    return left == 0 ? nowNanos - sinceNanos : 0;
  }

  boolean isUnderWay() {
    return calls > 0;
  }

  /** The moment at which the clock of the run stands. */
  long timeAt(long nowNanos) {
    return isUnderWay() && sinceNanos - nowNanos < 0 ? sinceNanos : nowNanos;
  }

  /**
   * A call waits for a person to decide about the run's halt.
   *
   * @return whether it is the first of them
   */
  public synchronized boolean beginsToPark() {
    return parked++ == 0;
  }

  /**
   * It does so no more.
   *
   * @return whether it was the last of them
   */
  public synchronized boolean endsToPark() {
    boolean last = --parked == 0;
    told &= !last;
    return last;
  }

  /** Whether nobody was told yet that calls wait; from now on somebody was. */
  public synchronized boolean isToBeTold() {
    boolean first = !told;
    told = true;
    return first;
  }

  /** A call cannot wait: no later one tries to, until the run goes on. Who waits goes on to. */
  public synchronized void refuseUnlessOthersWait() {
    if (parked == 0) {
      refuse();
    }
  }

  /** Nobody waits any more for a person to decide about the run, until it goes on. */
  public void refuse() {
    decide(/* refuses= */ true);
  }

  /** The run goes on: its next halt waits again. */
  void goOn() {
    unseenHalt = null;
    decide(/* refuses= */ false);
  }

  private synchronized void decide(boolean refuses) {
    refused = refuses;
    CountDownLatch awaited = decision;
    decision = new CountDownLatch(1);
    awaited.countDown();
  }

  /** Notes that the run was halted where none of its calls is: its next one is to hear of it. */
  public void haltedUnseen(Intervened halt) {
    unseenHalt = halt;
  }

  /** What the first call hears that is refused since; null for those that follow. */
  @Nullable Intervened takeUnseenHalt() {
    Intervened halt = unseenHalt;
    if (halt != null) {
      unseenHalt = null;
    }
    return halt;
  }

  /** Whether a person, or the end of the time for one, has decided that the run stays halted. */
  public boolean isRefused() {
    return refused;
  }

  /** Waits for so long at most until somebody decides about the run. */
  public void awaitDecision(long nanos) throws InterruptedException {
    CountDownLatch next = decision;
    if (!refused) {
      next.await(nanos, TimeUnit.NANOSECONDS);
    }
  }

  /**
   * Whether nobody was asked about a halt yet; from now on somebody was. One halt is one object.
   */
  @SuppressWarnings("ReferenceEquality")
  public synchronized boolean asksFor(StopReason reason) {
    boolean first = asked != reason;
    asked = reason;
    return first;
  }
}
