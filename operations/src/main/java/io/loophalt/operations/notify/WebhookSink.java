package io.loophalt.operations.notify;

import io.loophalt.StopReason;
import io.loophalt.core.event.BudgetUsed;
import io.loophalt.core.event.Event;
import io.loophalt.core.event.EventSink;
import io.loophalt.core.event.Intervened;
import io.loophalt.core.event.RunWaits;
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
    if (!kinds.contains(RunNotices.kindOf(event))) {
      return null;
    }
    LiveRun live = runs.live(event.runId());
    return RunNotices.of(event, live == null ? null : live.run());
  }

  private @Nullable Used usedBy(String run) {
    LiveRun live = runs.live(run);
    return live == null ? null : RunNotices.used(live.run());
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
        usedBy(event.runId()),
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
        usedBy(event.runId()),
        null,
        event);
  }
}
