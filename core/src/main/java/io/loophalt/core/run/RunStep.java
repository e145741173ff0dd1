package io.loophalt.core.run;

import io.loophalt.core.detect.Step;

/** A step that a run can give its place. */
public interface RunStep extends Step {

  /** Called once by the run, before any detector sees the step. */
  void placedAt(int index, int turn);
}
