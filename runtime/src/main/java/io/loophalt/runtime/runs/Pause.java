package io.loophalt.runtime.runs;

import io.loophalt.StopReason;
import org.jspecify.annotations.Nullable;

/**
 * The time in which at least one call of a run is made to wait, and what was decided about its
 * halt. Changed under the run's monitor; read by anybody, who may see it a little later.
 */
final class Pause {

  private volatile int calls;
  private volatile long sinceNanos;
  private volatile boolean refused;

  void refuse(boolean refuses) {
    refused = refuses;
  }

  boolean isRefused() {
    return refused;
  }

  /** The halt about which the application's listeners were asked last. */
  private @Nullable StopReason asked;

  /**
   * Whether nobody was asked about a halt yet; from now on somebody was. One halt is one object.
   */
  @SuppressWarnings("ReferenceEquality")
  boolean asksFor(StopReason reason) {
    boolean first = asked != reason;
    asked = reason;
    return first;
  }

  void begin(long nowNanos) {
    int before = calls;
    if (before == 0) {
      sinceNanos = nowNanos;
    }
    calls = before + 1;
  }

  /** A call waits no more; returns how long the pause was, in nanoseconds, if it is over. */
  long end(long nowNanos) {
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
}
