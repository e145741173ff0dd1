package io.loophalt.operations.notify;

import io.loophalt.StopReason;
import io.loophalt.core.event.BudgetUsed;
import io.loophalt.core.event.Event;
import io.loophalt.core.event.EventSink;
import io.loophalt.core.event.Intervened;
import io.loophalt.core.event.RunWaits;
import io.loophalt.core.policy.Intervention;
import io.loophalt.core.run.Usage;
import io.loophalt.operations.notify.Notification.Used;
import io.loophalt.runtime.policy.NotifyPolicy;
import io.loophalt.runtime.policy.NotifyPolicy.Kind;
import io.loophalt.runtime.runs.LiveRun;
import io.loophalt.runtime.runs.RunRegistry;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Hears what a person should know, and hands it to the {@link PostQueue}. On the thread of the
 * call; takes no lock that could hold it up, and never waits. Thread-safe.
 */
public final class WebhookSink implements EventSink {

  /** From this nudge on a run is nudged again. */
  private static final long SECOND = 2;

  private final Set<Kind> kinds;
  private final RunRegistry runs;
  private final PostQueue posts;

  /**
   * Of the runs of a registry.
   *
   * @param posts takes them
   */
  public WebhookSink(NotifyPolicy policy, RunRegistry runs, PostQueue posts) {
    this.kinds = policy.kinds();
    this.runs = runs;
    this.posts = posts;
  }

  @Override
  public void publish(Event event) {
    Notification told = null;
    if (event instanceof Intervened intervened && intervened.enforced()) {
      told = told(intervened);
    } else if (event instanceof RunWaits waits && kinds.contains(Kind.WAITING)) {
      told = told(waits);
    } else if (event instanceof BudgetUsed budget
        && budget.spent()
        && kinds.contains(Kind.BUDGET)) {
      told = told(budget);
    }
    if (told != null) {
      posts.add(told);
    }
  }

  private @Nullable Notification told(Intervened event) {
    Kind kind = event.intervention() == Intervention.HALT ? Kind.HALT : Kind.ESCALATION;
    if (!kinds.contains(kind)) {
      return null;
    }
    LiveRun live = runs.live(event.runId());
    return kind == Kind.HALT ? halted(event, live) : nudgedAgain(event, live);
  }

  private static Notification halted(Intervened event, @Nullable LiveRun live) {
    StopReason reason = live == null ? null : live.run().haltReason();
    StopReason.Kind stopped = event.stopReason();
    return new Notification(
        Kind.HALT,
        event.time(),
        event.runId(),
        event.task(),
        (stopped == null ? StopReason.Kind.OPERATOR : stopped).id(),
        reason == null ? event.description() : reason.detail(),
        reason == null ? event.rule() : reason.detector(),
        used(live),
        null,
        null);
  }

  private static @Nullable Notification nudgedAgain(Intervened event, @Nullable LiveRun live) {
    boolean escalates = event.intervention() == Intervention.ESCALATE;
    long nudges = live == null ? 0 : live.run().usage().interventions().nudges();
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
        used(live),
        null,
        null);
  }

  private Notification told(RunWaits event) {
    return new Notification(
        Kind.WAITING,
        event.time(),
        event.runId(),
        event.task(),
        event.reason().kind().id(),
        event.reason().detail(),
        event.reason().detector(),
        used(runs.live(event.runId())),
        event.until(),
        null);
  }

  private Notification told(BudgetUsed event) {
    boolean tokens = event.unit().equals("tokens");
    return new Notification(
        Kind.BUDGET,
        event.time(),
        event.runId(),
        event.task(),
        (tokens ? StopReason.Kind.TOKEN_CAP : StopReason.Kind.COST_CAP).id(),
        "budget '"
            + event.budget()
            + "' is spent: "
            + event.used().toPlainString()
            + " of "
            + event.limit().toPlainString()
            + (tokens ? " tokens" : "")
            + "; it opens again at "
            + event.until(),
        null,
        used(runs.live(event.runId())),
        null,
        event);
  }

  private static @Nullable Used used(@Nullable LiveRun live) {
    if (live == null) {
      return null;
    }
    Usage used = live.run().usage();
    return new Used(
        used.steps(), used.turns(), used.inputTokens() + used.outputTokens(), used.cost());
  }
}
