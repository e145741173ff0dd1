package io.loophalt.fleet;

import java.io.Serializable;
import java.time.Duration;

/**
 * How long the job waits for what is to come, by the times of the traces.
 *
 * @param sorted whether all that a key is ever told comes sorted by time and then no more, as in
 *     Flink's batch mode: then nothing is waited for
 * @param idle a run or a trace that was silent for so long is over
 * @param judgeAfter spans are judged so long after their end although their trace goes on; zero to
 *     wait for the end of the trace
 * @param kept by the clock of the machine: what was not touched for so long is forgotten, whatever
 *     it waits for
 */
record Pace(boolean sorted, Duration idle, Duration judgeAfter, Duration kept)
    implements Serializable {

  private static final long serialVersionUID = 1L;

  /** How long a run may be silent if nobody says how long. */
  static final Duration IDLE = Duration.ofHours(1);

  /** How long state is kept if nobody says how long. */
  static final Duration KEPT = Duration.ofDays(3);

  /** Timers are set to whole multiples of it, so that many events share one. */
  private static final long TIMER_MILLIS = 1_000;

  /** For recordings that are all there. */
  static Pace bounded() {
    return new Pace(true, IDLE, Duration.ZERO, KEPT);
  }

  /** When to look again whether something was silent for so long that it is over. */
  long idleAfter(long millis) {
    long silence = idle.toMillis();
    return millis > Long.MAX_VALUE - silence ? Long.MAX_VALUE : timer(millis + silence);
  }

  /** When to look again at what is due at a time. */
  static long timer(long due) {
    return due > Long.MAX_VALUE - TIMER_MILLIS
        ? Long.MAX_VALUE
        : Math.floorDiv(due + TIMER_MILLIS - 1, TIMER_MILLIS) * TIMER_MILLIS;
  }
}
