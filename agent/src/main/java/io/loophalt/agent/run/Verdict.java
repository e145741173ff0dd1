package io.loophalt.agent.run;

import io.loophalt.StopReason;
import io.loophalt.agent.policy.Intervention;
import org.jspecify.annotations.Nullable;

/**
 * What the run decided at one point of a call.
 *
 * @param intervention what to do; at {@code NONE} the other fields are empty
 * @param message the text for the model at a nudge or escalation, else empty
 * @param stopReason why the run is stopped, at a halt only
 */
public record Verdict(Intervention intervention, String message, @Nullable StopReason stopReason) {

  /** Go on. */
  public static final Verdict NONE = new Verdict(Intervention.NONE, "", null);

  /** The run is stopped. */
  public static Verdict halt(StopReason reason) {
    return new Verdict(Intervention.HALT, "", reason);
  }
}
