package io.loophalt.agent.policy;

import org.jspecify.annotations.Nullable;

/**
 * One rung of a ladder.
 *
 * @param at the count from which the rung applies, 1 or more
 * @param intervention what happens there; never {@link Intervention#NONE}
 * @param message the text for the model; null for the default wording
 */
public record Rung(int at, Intervention intervention, @Nullable String message) {

  /** Refuses a count below 1 and the intervention {@code NONE}. */
  public Rung {
    if (at < 1) {
      throw new IllegalArgumentException("a rung's 'at' must be 1 or more: " + at);
    }
    if (intervention == Intervention.NONE) {
      throw new IllegalArgumentException("a rung must do something");
    }
  }
}
