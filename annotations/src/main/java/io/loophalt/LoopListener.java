package io.loophalt;

import org.jspecify.annotations.Nullable;

/**
 * Is told what the agent does to the runs of this program, and may let a halted run go on. Added by
 * {@link AgentRuns#addListener}.
 *
 * <p>Called on a thread of the agent's own, one call after the other, with the context class loader
 * of the thread that it is about; {@link AgentRuns} there speaks of the run that it is about. What
 * it throws is logged and goes no further. All listeners share that thread: it is for what takes no
 * time.
 */
public interface LoopListener {

  /** The model is told that it repeats itself. */
  default void nudged(LoopNotice notice) {}

  /** A run is escalated. */
  default void escalated(LoopNotice notice) {}

  /**
   * A run is halted. Its call waits for the answers of all listeners for at most 100 milliseconds,
   * or until one grants something; a later one is dropped. On a thread that must not wait, such as
   * an event loop, the call is halted at once, and what is granted in time holds from the next call
   * on.
   *
   * <p>What a person has halted is told, too, when the first call is refused for it. Nothing waits
   * for the answer then, which counts for nothing: what a person halts, a person lets go on.
   *
   * <p>A listener that was late three times in a row is neither asked nor told any more.
   *
   * @return how much more the run may use; null if it stays halted
   */
  default @Nullable RunExtension halted(StopReason reason) {
    return null;
  }

  /** A run is over; {@code kind} is {@code DONE} if it ended by itself. */
  default void ended(StopReason reason) {}
}
