package io.loophalt.operations;

import io.loophalt.core.detect.Standing;
import io.loophalt.core.policy.Intervention;
import io.loophalt.runtime.runs.LiveRun;
import java.util.List;
import java.util.Locale;

/** How a live run is, for a person. */
public enum RunState {
  /** Nothing is the matter. */
  GOING,
  /** Its model was told that it makes no progress, or the run was escalated, and is so still. */
  NUDGED,
  /** A call of it waits for a person: it is frozen, or halted and not stopped yet. */
  WAITING,
  /** It is halted. */
  HALTED;

  /**
   * Of a run.
   *
   * @param standings how far its rules have come
   */
  public static RunState of(LiveRun live, List<Standing> standings) {
    if (live.isWaiting()) {
      return WAITING;
    }
    if (live.run().haltReason() != null) {
      return HALTED;
    }
    for (Standing each : standings) {
      if (each.reached() != Intervention.NONE) {
        return NUDGED;
      }
    }
    return GOING;
  }

  /** Lower-case form, such as {@code going}. */
  public String id() {
    return name().toLowerCase(Locale.ROOT);
  }
}
