package io.loophalt.core.policy;

import org.jspecify.annotations.Nullable;

/**
 * The texts that the model of a run is told, where they are not the default ones. Immutable.
 *
 * <p>In each, {@code {seen}} stands for what was found ({@code the same call 3 times in a row}),
 * {@code {call}} for the tool that was called last, and {@code {count}} for the count that reached
 * the rung. Other braces stay as they are; a configuration refuses another word alone in braces.
 *
 * @param nudge at the first rung of a ladder that nudges; null for the default text
 * @param again at the later ones
 * @param escalate at a rung that escalates
 * @param finish what the last model call of a halted run is told
 */
public record Messages(
    @Nullable String nudge,
    @Nullable String again,
    @Nullable String escalate,
    @Nullable String finish) {

  /** The default texts. */
  public static final Messages DEFAULT = new Messages(null, null, null, null);

  /** These, and where they say nothing, those of a wider scope. */
  public Messages over(Messages wider) {
    return new Messages(
        nudge == null ? wider.nudge : nudge,
        again == null ? wider.again : again,
        escalate == null ? wider.escalate : escalate,
        finish == null ? wider.finish : finish);
  }
}
