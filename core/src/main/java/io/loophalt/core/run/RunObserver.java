package io.loophalt.core.run;

import io.loophalt.StopReason;
import io.loophalt.core.detect.Finding;
import io.loophalt.core.detect.Step;
import io.loophalt.core.detect.Turn;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/**
 * Hears what happens in runs. Called on the thread of the guarded call while the run is locked: it
 * must be quick, must not call back into the run and must not throw.
 */
public interface RunObserver {

  /** Hears nothing. */
  RunObserver NONE = new RunObserver() {};

  /** The run is there and nothing has happened in it; here alone it is not locked. */
  default void opened(Run run) {}

  /** A model has answered. */
  default void turned(Run run, Turn turn) {}

  /** A step has its outcome. The step may be reused for the next call. */
  default void stepped(Run run, Step step) {}

  /** A rung fired. */
  default void found(Run run, Finding finding) {}

  /** The model is nudged, or the run escalated, for this finding; at most one for each call. */
  default void intervened(Run run, Finding finding) {}

  /**
   * A share of a ceiling is used up, once for each ceiling of a run.
   *
   * @param used in the ceiling's unit: calls, turns, tokens, money, seconds
   * @param limit in the same unit
   */
  default void ceilingNear(Run run, String ceiling, BigDecimal used, BigDecimal limit) {}

  /**
   * The run is stopped from now on. Returns only when this is on record.
   *
   * @param finding for which it is stopped; null if it was stopped from outside
   */
  default void halted(Run run, StopReason reason, @Nullable Finding finding) {}

  /**
   * The application reported progress that no detector can see.
   *
   * @param stepsBegun how many steps had begun by then
   */
  default void progressReported(Run run, int stepsBegun) {}

  /**
   * The application reset the run.
   *
   * @param stepsBegun how many steps had begun by then
   */
  default void wasReset(Run run, int stepsBegun) {}

  /** The run is over, halted or not. */
  default void ended(Run run) {}
}
