package io.loophalt.agent.startup;

import io.loophalt.core.policy.Intervention;
import io.loophalt.runtime.safety.Log;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Counts what happens in runs and says it in one line when the JVM ends, if there were any.
 *
 * <p>Thread-safe; allocates nothing but for the first run.
 */
final class RunSummary {

  /** A class instead of a lambda, which would cost start-up time. */
  private final class Telling implements Runnable {
    @Override
    public void run() {
      log.info(text());
    }
  }

  private final Log log;

  /** Made before any run: a thread holds on to the application whose thread has made it. */
  private final Thread end;

  private final AtomicBoolean willBeTold = new AtomicBoolean();
  private final AtomicLong runs = new AtomicLong();
  private final AtomicLong nudges = new AtomicLong();
  private final AtomicLong escalations = new AtomicLong();
  private final AtomicLong halts = new AtomicLong();
  private final AtomicLong tokens = new AtomicLong();

  RunSummary(Log log) {
    this.log = log;
    this.end = new Thread(null, new Telling(), "loophalt-summary", 0, false);
  }

  /** A run was opened; the first has the end of the JVM waited for. */
  void opened() {
    runs.incrementAndGet();
    if (!willBeTold.get() && willBeTold.compareAndSet(false, true)) {
      tellAtExit();
    }
  }

  /** A model call used these tokens, in both directions. */
  void used(long more) {
    tokens.addAndGet(more);
  }

  /** The model was told something, or the run was stopped. */
  void intervened(Intervention intervention) {
    switch (intervention) {
      case NUDGE -> nudges.incrementAndGet();
      case ESCALATE -> escalations.incrementAndGet();
      case HALT -> halts.incrementAndGet();
      case NONE -> {}
    }
  }

  /** The line. */
  String text() {
    String escalated = escalations.get() == 0 ? "" : count(escalations, "escalation") + ", ";
    return count(runs, "run")
        + ", "
        + count(nudges, "nudge")
        + ", "
        + escalated
        + count(halts, "halt")
        + ", "
        + count(tokens, "token");
  }

  private static String count(AtomicLong counter, String noun) {
    long count = counter.get();
    StringBuilder text = new StringBuilder().append(count);
    for (int i = text.length() - 3; i > 0; i -= 3) {
      text.insert(i, ',');
    }
    return text.append(' ').append(noun).append(count == 1 ? "" : "s").toString();
  }

  private void tellAtExit() {
    try {
      Runtime.getRuntime().addShutdownHook(end);
    } catch (IllegalStateException endsAlready) {
      return; // The first run was opened by a shutdown hook of the application.
    }
  }
}
