package io.loophalt;

import org.jspecify.annotations.Nullable;

/**
 * Is told what the agent does to the runs of this program, and may let a halted run go on. Added by
 * {@link AgentRuns#addListener}.
 *
 * <p>Called on a thread of the agent's own, one call after the other, with the context class loader
 * of the thread that it is about; {@link AgentRuns} there speaks of the run that it is about. What
 * it throws is logged and goes no further.
 */
public interface LoopListener {

  /** The model is told that it repeats itself. */
  default void nudged(LoopNotice notice) {}

  /** A run is escalated. */
  default void escalated(LoopNotice notice) {}

  /**
   * A run is halted. Its call waits for the answer for at most 100 milliseconds; a later one is
   * dropped. On a thread that must not wait, such as an event loop, the call is halted at once, and
   * what is granted in time holds from the next call on.
   *
   * <p>Of a listener that was late three times in a row nothing is asked any more.
   *
   * @return how much more the run may use; null if it stays halted
   */
  default @Nullable RunExtension halted(StopReason reason) {
    return null;
  }

  /** A run is over; {@code kind} is {@code DONE} if it ended by itself. */
  default void ended(StopReason reason) {}
}
