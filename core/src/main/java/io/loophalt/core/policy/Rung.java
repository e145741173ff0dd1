package io.loophalt.core.policy;

import org.jspecify.annotations.Nullable;

/**
 * One rung of a ladder.
 *
 * @param at the count from which the rung applies, 1 or more
 * @param intervention what happens there; never {@link Intervention#NONE}
 * @param message the text for the model; null for the default wording
 * @param model the model that an escalated run goes on with; null to go on with the same
 */
public record Rung(
    int at, Intervention intervention, @Nullable String message, @Nullable String model) {

  /** A rung that leaves the model as it is. */
  public Rung(int at, Intervention intervention, @Nullable String message) {
    this(at, intervention, message, null);
  }

  /**
   * Refuses a count below 1, the intervention {@code NONE}, and a model where nothing escalates.
   */
  public Rung {
    if (at < 1) {
      throw new IllegalArgumentException("a rung's 'at' must be 1 or more: " + at);
    }
    if (intervention == Intervention.NONE) {
      throw new IllegalArgumentException("a rung must do something");
    }
    if (model != null && intervention != Intervention.ESCALATE) {
      throw new IllegalArgumentException("only an escalation changes the model: " + intervention);
    }
  }

  /** The same rung at another count. */
  public Rung movedTo(int count) {
    return new Rung(count, intervention, message, model);
  }
}
