package io.loophalt.operations.notify;

import io.loophalt.StopReason;
import io.loophalt.core.event.Intervened;
import io.loophalt.core.policy.Intervention;
import io.loophalt.core.run.Run;
import io.loophalt.core.run.Usage;
import io.loophalt.operations.notify.Notification.Used;
import io.loophalt.runtime.policy.NotifyPolicy.Kind;
import org.jspecify.annotations.Nullable;

/** What a person is told of an intervention in a run, wherever that is judged. */
final class RunNotices {

  /** From this nudge on a run is nudged again. */
  private static final long SECOND = 2;

  private RunNotices() {}

  static Kind kindOf(Intervened event) {
    return event.intervention() == Intervention.HALT ? Kind.HALT : Kind.ESCALATION;
  }

  /**
   * What is to be told.
   *
   * @param run null if it is not there any more
   * @return null for a first nudge
   */
  static @Nullable Notification of(Intervened event, @Nullable Run run) {
    return kindOf(event) == Kind.HALT ? halted(event, run) : nudgedAgain(event, run);
  }

  private static Notification halted(Intervened event, @Nullable Run run) {
    StopReason reason = run == null ? null : run.haltReason();
    StopReason.Kind stopped = event.stopReason();
    return new Notification(
        Kind.HALT,
        event.time(),
        event.runId(),
        event.task(),
        (stopped == null ? StopReason.Kind.OPERATOR : stopped).id(),
        reason == null ? event.description() : reason.detail(),
        reason == null ? event.rule() : reason.detector(),
        used(run),
        null,
        null);
  }

  private static @Nullable Notification nudgedAgain(Intervened event, @Nullable Run run) {
    boolean escalates = event.intervention() == Intervention.ESCALATE;
    long nudges = run == null ? 0 : run.usage().interventions().nudges();
    if (!escalates && nudges < SECOND) {
      return null;
    }
    return new Notification(
        Kind.ESCALATION,
        event.time(),
        event.runId(),
        event.task(),
        escalates ? "escalate" : "nudge",
        event.description(),
        event.detector(),
        used(run),
        null,
        null);
  }

  static @Nullable Used used(@Nullable Run run) {
    if (run == null) {
      return null;
    }
    Usage used = run.usage();
    return new Used(
        used.steps(), used.turns(), used.inputTokens() + used.outputTokens(), used.cost());
  }
}
