package io.loophalt.core;

import io.loophalt.StopReason;
import io.loophalt.core.detect.Finding;
import io.loophalt.core.event.Event;
import io.loophalt.core.event.EventSink;
import io.loophalt.core.event.Intervened;
import io.loophalt.core.event.RungReached;
import io.loophalt.core.run.Run;
import io.loophalt.core.run.Usage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Writes down what is found in one run. Thread-safe. */
final class RunJournal implements EventSink {

  private final List<Finding> findings = new ArrayList<>();
  private final List<Finding> interventions = new ArrayList<>();

  @Override
  public synchronized void publish(Event event) {
    if (event instanceof RungReached reached) {
      add(findings, reached.finding());
    } else if (event instanceof Intervened intervened && intervened.enforced()) {
      for (int i = findings.size() - 1; i >= 0; i--) {
        if (intervened.followsFrom(findings.get(i))) {
          add(interventions, findings.get(i));
          return;
        }
      }
    }
  }

  /** Of a run that is reset again and again, the oldest goes. */
  private static void add(List<Finding> list, Finding finding) {
    if (list.size() == RunRecord.MOST_FINDINGS) {
      list.remove(0);
    }
    list.add(finding);
  }

  /** What is known by now. Asks the run before it locks itself, as the run's calls do. */
  RunRecord record(Run run, @Nullable String parentId) {
    Usage usage = run.usage();
    StopReason reason = run.haltReason();
    synchronized (this) {
      return new RunRecord(
          run.id(),
          run.task(),
          parentId,
          usage.steps(),
          usage.turns(),
          usage.inputTokens(),
          usage.outputTokens(),
          usage.cost(),
          Duration.ofMillis(usage.elapsedMillis()),
          usage.callsByTool(),
          findings,
          interventions,
          reason,
          run.isPartial());
    }
  }
}
