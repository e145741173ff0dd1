package io.loophalt.core.policy;

/** What happens to a run when a count reaches a rung, in rising order of force. */
public enum Intervention {
  /** Nothing. */
  NONE,
  /** A text to the model: it repeats itself, try something else. */
  NUDGE,
  /** A signal to code, listeners and framework support: a stronger model, another prompt. */
  ESCALATE,
  /** The run is stopped, and stays stopped. */
  HALT
}
