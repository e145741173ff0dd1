package io.loophalt.operations.control;

import io.loophalt.runtime.runs.RunRegistry;

/** Reads the agent's configuration anew. */
public interface Reloading {

  /**
   * Reads it, and lets it hold for all runs from their next call on.
   *
   * @return what was done, for a person: where it is from, and what needs a new start
   * @throws ControlException with file, line and column if it is not valid; nothing has changed
   */
  String reload(RunRegistry runs) throws ControlException;
}
