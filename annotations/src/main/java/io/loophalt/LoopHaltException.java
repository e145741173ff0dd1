package io.loophalt;

/**
 * A run was stopped. Thrown out of the agent's tool or model calls to whoever started the run;
 * {@link #stopReason()} says why.
 *
 * <p>The halt is sticky: when something on the way swallows this exception, every later tool or
 * model call of the same run throws it again, until the run ends or {@link AgentRuns#reset()} is
 * called. Results so far are partial.
 *
 * <p>A {@link RuntimeException} on purpose: frameworks route exceptions to the caller of a
 * streaming or asynchronous run, while an {@link Error} escapes their handlers. Thread-safe and
 * immutable but for what every exception can have added (suppressed exceptions).
 */
public final class LoopHaltException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final StopReason stopReason;

  /** Creates the exception; its message is {@link StopReason#summary()}, safe to print. */
  public LoopHaltException(StopReason stopReason) {
    super(stopReason.summary());
    this.stopReason = stopReason;
  }

  /** Why the run was stopped, and how far it had come. */
  public StopReason stopReason() {
    return stopReason;
  }
}
