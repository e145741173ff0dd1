package io.loophalt;

import org.jspecify.annotations.Nullable;

/**
 * A run that a thread is in, best closed on that thread. Closing twice, or without the agent, does
 * nothing.
 */
public final class RunScope implements AutoCloseable {

  private @Nullable Object handle;

  RunScope(@Nullable Object handle) {
    this.handle = handle;
  }

  /**
   * Ends the run that {@link AgentRuns#open(String) open} has begun; leaves the one that {@link
   * AgentRuns#join join} has entered, or that was open before.
   */
  @Override
  public void close() {
    Object open = handle;
    handle = null;
    if (open != null) {
      AgentRuns.agent("leave", open, null);
    }
  }

  /**
   * Ends the run, whoever has begun it and whoever else is in it, and closes this scope. What is
   * still called in other scopes of the run is judged as before and recorded no more. Of a closed
   * scope, does nothing.
   */
  public void end() {
    Object open = handle;
    handle = null;
    if (open != null) {
      AgentRuns.agent("end", open, null);
      AgentRuns.agent("leave", open, null); // an agent that is older than this method
    }
  }
}
