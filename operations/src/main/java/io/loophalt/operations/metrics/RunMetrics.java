package io.loophalt.operations.metrics;

import io.loophalt.StopReason;
import io.loophalt.core.event.CeilingNeared;
import io.loophalt.core.event.Event;
import io.loophalt.core.event.EventSink;
import io.loophalt.core.event.Intervened;
import io.loophalt.core.event.RunEnded;
import io.loophalt.core.event.RunOpened;
import io.loophalt.core.event.RungReached;
import io.loophalt.core.policy.Intervention;
import io.loophalt.runtime.runs.LiveRun;
import io.loophalt.runtime.runs.RunRegistry;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Counts what is told of runs.
 *
 * <p>Thread-safe. Hears nothing of single steps and turns, so that a guarded call costs what it
 * costs without it. Bounded: by {@value #MOST_TASKS} tasks, {@value #MOST_MODELS} models and
 * {@value #MOST_RULES} detectors, beyond which names count as {@code other}.
 */
public final class RunMetrics implements EventSink {

  static final int MOST_TASKS = 50;
  static final int MOST_MODELS = 20;
  static final int MOST_RULES = 50;

  /** As many as there are runs at most, unless a configuration says more. */
  private static final int MOST_MARKED = 10_000;

  final BoundedNames tasks = new BoundedNames(MOST_TASKS);
  final BoundedNames models = new BoundedNames(MOST_MODELS);

  /** Detectors and ceilings. */
  private final BoundedNames rules = new BoundedNames(MOST_RULES);

  final Counts ended = new Counts();
  final Counts findings = new Counts();
  final Counts interventions = new Counts();
  final Counts effects = new Counts();
  final Counts ceilingWarnings = new Counts();
  final Counts tokensSaved = new Counts();

  /** Of runs that are over. */
  final UseCounts used = new UseCounts(models);

  private final RunRegistry runs;
  private final Map<String, RunMarks> marks = new ConcurrentHashMap<>();

  /** Of the runs of a registry, from now on. */
  public RunMetrics(RunRegistry runs) {
    this.runs = runs;
  }

  @Override
  public void publish(Event event) {
    if (event instanceof RunOpened opened) {
      opened(tasks.of(opened.task()));
    } else if (event instanceof RungReached reached) {
      findings.add(1, rules.of(reached.finding().detector()));
    } else if (event instanceof Intervened intervened) {
      intervened(intervened);
    } else if (event instanceof CeilingNeared near) {
      ceilingWarnings.add(1, tasks.of(near.task()), rules.of(near.ceiling()));
    } else if (event instanceof RunEnded over) {
      ended(over);
    }
  }

  /** A counter whose first value is 1 has not risen, for Prometheus: all begin with 0. */
  private void opened(String task) {
    for (StopReason.Kind kind : StopReason.Kind.values()) {
      ended.add(0, task, kind.id());
    }
    tokensSaved.add(0, task);
    used.tokensAfterNudge.add(0, task);
    used.tokensAfterObservedHalt.add(0, task);
  }

  private void intervened(Intervened told) {
    interventions.add(
        1,
        told.intervention().name().toLowerCase(Locale.ROOT),
        rules.of(told.detector()),
        Boolean.toString(told.enforced()));
    LiveRun live = runs.live(told.runId());
    if (live == null || (marks.size() >= MOST_MARKED && !marks.containsKey(told.runId()))) {
      return;
    }
    long tokens = RunUse.of(live.run().usage()).tokens();
    if (told.intervention() == Intervention.NUDGE && told.enforced()) {
      marks.merge(told.runId(), RunMarks.UNMARKED.nudgedAt(tokens), (m, n) -> m.nudgedAt(tokens));
    } else if (told.intervention() == Intervention.HALT && told.enforced()) {
      halted(told, tokens);
    } else if (told.intervention() == Intervention.HALT) {
      marks.merge(
          told.runId(), RunMarks.UNMARKED.wouldHaltAt(tokens), (m, n) -> m.wouldHaltAt(tokens));
    }
  }

  private void halted(Intervened told, long tokens) {
    RunMarks before = marks.get(told.runId());
    if (before == null || before.stuckSince() == RunMarks.NONE || !isForLackOfProgress(told)) {
      return;
    }
    tokensSaved.add(tokens - before.stuckSince(), tasks.of(told.task()));
    marks.put(told.runId(), before.haltedAt(tokens));
  }

  private static boolean isForLackOfProgress(Intervened told) {
    return told.stopReason() == StopReason.Kind.NO_PROGRESS
        || told.stopReason() == StopReason.Kind.REPEATED_ERROR
        || told.stopReason() == StopReason.Kind.STALL;
  }

  private void ended(RunEnded over) {
    String task = tasks.of(over.task());
    ended.add(1, task, over.kind().id());
    RunUse use = RunUse.of(over);
    RunMarks marked = marks.remove(over.runId());
    if (marked != null) {
      used.add(task, marked, use.tokens());
    }
    if (over.parentRunId() == null) {
      used.add(task, use);
    }
    RunEnded.Interventions done = over.interventions();
    judged(task, Intervention.NUDGE, done.nudges(), done.nudgesFollowedByNews());
    judged(task, Intervention.ESCALATE, done.escalations(), done.escalationsFollowedByNews());
  }

  private void judged(String task, Intervention intervention, long all, long news) {
    String name = intervention.name().toLowerCase(Locale.ROOT);
    effects.add(news, task, name, "news");
    effects.add(all - news, task, name, "none");
  }

  /** What was done about a run that is not over. */
  RunMarks marks(String run) {
    return marks.getOrDefault(run, RunMarks.UNMARKED);
  }
}
