package io.loophalt;

import org.jspecify.annotations.Nullable;

/**
 * An open run, best closed on the thread that opened it. Closing twice, or without the agent, does
 * nothing.
 */
public final class RunScope implements AutoCloseable {

  private @Nullable Object handle;

  RunScope(@Nullable Object handle) {
    this.handle = handle;
  }

  /** Ends the run. */
  @Override
  public void close() {
    Object open = handle;
    handle = null;
    if (open != null) {
      AgentRuns.agent("leave", open, null);
    }
  }
}
