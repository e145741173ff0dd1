package io.loophalt.core.memory;

import io.loophalt.core.event.EventSink;
import org.jspecify.annotations.Nullable;

/**
 * What is known of loops in which earlier runs were stuck. It hears of them as one of the sinks of
 * the runs: of {@link io.loophalt.core.event.LoopSeen}, and of each run's end.
 *
 * <p>Thread-safe. {@link LoopHistory} keeps them in the process.
 */
public interface LoopMemory extends EventSink {

  /**
   * What is known of a task. Asked with a run's lock held: returns at once, without waiting for
   * anybody.
   *
   * @param task its exact name
   * @return null if nothing is known
   */
  @Nullable PastLoops ofTask(String task);

  /**
   * Is different when the answers of {@link #ofTask} are: whoever keeps one asks again then. Asked
   * at every step; one volatile read.
   */
  int changes();
}
