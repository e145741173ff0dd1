package io.loophalt.agent.startup;

import io.loophalt.core.event.Event;
import io.loophalt.core.event.EventSink;
import io.loophalt.core.event.Intervened;
import io.loophalt.core.event.RunEnded;
import io.loophalt.core.event.RunOpened;
import io.loophalt.core.policy.Intervention;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Counts what happens in runs. The tokens of a run count when it is over, with those of the runs
 * inside it.
 *
 * <p>Thread-safe; allocates nothing.
 */
final class RunSummary implements EventSink {

  private final AtomicLong runs = new AtomicLong();
  private final AtomicLong nudges = new AtomicLong();
  private final AtomicLong escalations = new AtomicLong();
  private final AtomicLong halts = new AtomicLong();
  private final AtomicLong nudgesObserved = new AtomicLong();
  private final AtomicLong escalationsObserved = new AtomicLong();
  private final AtomicLong haltsObserved = new AtomicLong();
  private final AtomicLong tokens = new AtomicLong();

  @Override
  public void publish(Event event) {
    if (event instanceof RunOpened) {
      runs.incrementAndGet();
    } else if (event instanceof Intervened intervened) {
      intervened(intervened.intervention(), intervened.enforced());
    } else if (event instanceof RunEnded ended && ended.parentRunId() == null) {
      tokens.addAndGet(ended.inputTokens() + ended.outputTokens());
    }
  }

  private void intervened(Intervention intervention, boolean enforced) {
    // No switch: its table is a class of its own, and what is stopped while it is made is broken.
    if (intervention == Intervention.NUDGE) {
      (enforced ? nudges : nudgesObserved).incrementAndGet();
    } else if (intervention == Intervention.ESCALATE) {
      (enforced ? escalations : escalationsObserved).incrementAndGet();
    } else if (intervention == Intervention.HALT) {
      (enforced ? halts : haltsObserved).incrementAndGet();
    }
  }

  /** How many halts there were. */
  long halts() {
    return halts.get();
  }

  /** The line. */
  String text() {
    long observed = nudgesObserved.get() + escalationsObserved.get() + haltsObserved.get();
    return count(runs, "run")
        + ", "
        + counts(nudges, escalations, halts)
        + ", "
        + count(tokens, "token")
        + (observed == 0
            ? ""
            : "; observed only: " + counts(nudgesObserved, escalationsObserved, haltsObserved));
  }

  private static String counts(AtomicLong nudges, AtomicLong escalations, AtomicLong halts) {
    String escalated = escalations.get() == 0 ? "" : count(escalations, "escalation") + ", ";
    return count(nudges, "nudge") + ", " + escalated + count(halts, "halt");
  }

  private static String count(AtomicLong counter, String noun) {
    long count = counter.get();
    StringBuilder text = new StringBuilder().append(count);
    for (int i = text.length() - 3; i > 0; i -= 3) {
      text.insert(i, ',');
    }
    return text.append(' ').append(noun).append(count == 1 ? "" : "s").toString();
  }
}
