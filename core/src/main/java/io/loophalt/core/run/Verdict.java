package io.loophalt.core.run;

import io.loophalt.StopReason;
import io.loophalt.core.policy.Intervention;
import org.jspecify.annotations.Nullable;

/**
 * What the run decided at one point of a call.
 *
 * @param intervention what to do; at {@code NONE} the other fields are empty
 * @param message the text for the model: at a nudge or escalation, and at a halt of a run that may
 *     finish with one last model call; else empty
 * @param stopReason why the run is stopped, at a halt only
 */
public record Verdict(Intervention intervention, String message, @Nullable StopReason stopReason) {

  /** Go on. */
  public static final Verdict NONE = new Verdict(Intervention.NONE, "", null);

  /** The run is stopped, and every call of it is to throw. */
  public static Verdict halt(StopReason reason) {
    return new Verdict(Intervention.HALT, "", reason);
  }

  /** The run is stopped, but for one last model call without tools, which is to say this. */
  static Verdict finish(StopReason reason, String message) {
    return new Verdict(Intervention.HALT, message, reason);
  }

  /**
   * Whether the run is stopped but may still finish. A call that cannot be a part of that throws,
   * as at any other halt.
   */
  public boolean mayFinish() {
    return intervention == Intervention.HALT && !message.isEmpty();
  }
}
