package io.loophalt.operations.control;

import io.loophalt.core.policy.DetectorPolicy.Mode;
import io.loophalt.runtime.runs.RunRegistry;
import java.util.List;

/** Reads the agent's configuration anew. */
public interface Reloading {

  /**
   * Reads it, and lets it hold for all runs from their next call on.
   *
   * @return what was done, for a person: where it is from, and what needs a new start
   * @throws ControlException with file, line and column if it is not valid; nothing has changed
   */
  String reload(RunRegistry runs) throws ControlException;

  /**
   * Reads it if its file has changed since it was read last and is the same as at the look before,
   * so that nobody is writing it just now, and says in one line what came of it. Called every few
   * seconds; costs a look at the file's time and size.
   */
  void reloadIfChanged(RunRegistry runs);

  /** An operator has set the mode: it holds from now on, whatever the file says. */
  void modeIsOrdered(Mode mode);

  /** What is in force, and where each value came from. */
  List<ConfigValue> values(RunRegistry runs);
}
