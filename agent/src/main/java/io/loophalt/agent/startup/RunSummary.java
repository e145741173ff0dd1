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

  /** What was done, or would have been. */
  private static final class Counts {

    private final AtomicLong nudges = new AtomicLong();
    private final AtomicLong escalations = new AtomicLong();
    private final AtomicLong halts = new AtomicLong();

    void intervened(Intervention intervention) {
      // No switch: its table is a class of its own, and what is stopped while it is made is broken.
      if (intervention == Intervention.NUDGE) {
        nudges.incrementAndGet();
      } else if (intervention == Intervention.ESCALATE) {
        escalations.incrementAndGet();
      } else if (intervention == Intervention.HALT) {
        halts.incrementAndGet();
      }
    }

    boolean areZero() {
      return nudges.get() + escalations.get() + halts.get() == 0;
    }

    String text() {
      String escalated = escalations.get() == 0 ? "" : count(escalations, "escalation") + ", ";
      return count(nudges, "nudge") + ", " + escalated + count(halts, "halt");
    }
  }

  private final AtomicLong runs = new AtomicLong();
  private final Counts done = new Counts();
  private final Counts observed = new Counts();
  private final AtomicLong tokens = new AtomicLong();

  @Override
  public void publish(Event event) {
    if (event instanceof RunOpened) {
      runs.incrementAndGet();
    } else if (event instanceof Intervened intervened) {
      (intervened.enforced() ? done : observed).intervened(intervened.intervention());
    } else if (event instanceof RunEnded ended && ended.parentRunId() == null) {
      tokens.addAndGet(ended.inputTokens() + ended.outputTokens());
    }
  }

  /** How many halts there were. */
  long halts() {
    return done.halts.get();
  }

  /** The line. */
  String text() {
    String more = observed.areZero() ? "" : "; observed only: " + observed.text();
    return count(runs, "run") + ", " + done.text() + ", " + count(tokens, "token") + more;
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
