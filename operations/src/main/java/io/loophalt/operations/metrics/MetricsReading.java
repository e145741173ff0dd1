package io.loophalt.operations.metrics;

import io.loophalt.core.budget.BudgetUse;
import io.loophalt.core.run.Run;
import io.loophalt.operations.RunState;
import io.loophalt.operations.metrics.MetricFamily.Kind;
import io.loophalt.runtime.runs.LiveRun;
import io.loophalt.runtime.runs.RunRegistry;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Reads all metrics at one moment. What runs have used is that of those that are over and of those
 * that go on; each counter is at least what it was when it was read last, because a run that ends
 * in the meantime is for a moment in neither.
 *
 * <p>Thread-safe: one reads at a time. Costs some ten microseconds for a live run.
 */
public final class MetricsReading {

  private static final String TASK = "loophalt.task";
  private static final String STOP_REASON = "loophalt.stop_reason";
  private static final String STATE = "loophalt.run.state";
  private static final String DETECTOR = "loophalt.detector";
  private static final String INTERVENTION = "loophalt.intervention";
  private static final String ENFORCED = "loophalt.enforced";
  private static final String EFFECT = "loophalt.intervention.effect";
  private static final String CEILING = "loophalt.ceiling";
  private static final String BUDGET = "loophalt.budget";
  private static final String LIMIT = "loophalt.budget.limit";
  private static final String MODEL = "gen_ai.response.model";
  private static final String TOKEN_TYPE = "gen_ai.token.type";

  private final RunMetrics metrics;
  private final RunRegistry runs;
  private final AgentFacts agent;

  /** What each sum of what runs have used was when it was read last. */
  private final List<Map<List<String>, Double>> latest = new ArrayList<>();

  /**
   * Of the runs of this JVM.
   *
   * @param metrics counts what is told of them
   */
  public MetricsReading(RunMetrics metrics, RunRegistry runs, AgentFacts agent) {
    this.metrics = metrics;
    this.runs = runs;
    this.agent = agent;
  }

  /** All metrics. */
  synchronized List<MetricFamily> read() {
    List<MetricFamily> all = new ArrayList<>();
    readRuns(all);
    readUse(all);
    readBudgets(all);
    readAgent(all);
    return all;
  }

  private void readRuns(List<MetricFamily> all) {
    all.add(
        counter("loophalt.runs", "{run}", "Runs that are over.", metrics.ended, TASK, STOP_REASON));
    all.add(
        new MetricFamily(
            "loophalt.runs.live",
            "{run}",
            "Runs that are not over.",
            Kind.GAUGE,
            List.of(TASK, STATE),
            liveByState()));
    all.add(
        counter(
            "loophalt.findings",
            "{finding}",
            "Times that the count of a detector reached a rung, or that a ceiling was full.",
            metrics.findings,
            DETECTOR));
    all.add(
        counter(
            "loophalt.interventions",
            "{intervention}",
            "Nudges, escalations and halts; not enforced: they would have been due.",
            metrics.interventions,
            INTERVENTION,
            DETECTOR,
            ENFORCED));
    all.add(
        counter(
            "loophalt.interventions.judged",
            "{intervention}",
            "Nudges and escalations in runs that are over, by whether one of the next three steps"
                + " brought news.",
            metrics.effects,
            TASK,
            INTERVENTION,
            EFFECT));
    all.add(
        counter(
            "loophalt.ceiling.warnings",
            "{warning}",
            "Limits of a run of which a large share was used up.",
            metrics.ceilingWarnings,
            TASK,
            CEILING));
    all.add(
        counter(
            "loophalt.tokens.saved",
            "{token}",
            "An estimate: at each halt, what the run had used since it was first nudged.",
            metrics.tokensSaved,
            TASK));
  }

  private Map<List<String>, Double> liveByState() {
    Map<List<String>, Double> states = new LinkedHashMap<>();
    for (String task : metrics.tasks.known()) {
      for (RunState state : RunState.values()) {
        states.put(List.of(task, state.id()), 0.0);
      }
    }
    for (LiveRun live : runs.all()) {
      Run run = live.run();
      String state = RunState.of(live, run.standings()).id();
      states.merge(List.of(metrics.tasks.of(run.task()), state), 1.0, Double::sum);
    }
    return states;
  }

  private void readUse(List<MetricFamily> all) {
    // In this order: what ends in between is missed, not counted twice.
    List<Map<List<String>, Double>> sums = new ArrayList<>();
    for (Counts each : metrics.used.all()) {
      sums.add(each.all());
    }
    UseCounts live = new UseCounts(metrics.models);
    for (LiveRun each : runs.all()) {
      add(each.run(), live);
    }
    for (int i = 0; i < sums.size(); i++) {
      Map<List<String>, Double> sum = sums.get(i);
      live.all().get(i).all().forEach((labels, more) -> sum.merge(labels, more, Double::sum));
      if (i < latest.size()) {
        latest.get(i).forEach((labels, before) -> sum.merge(labels, before, Math::max));
        latest.set(i, sum);
      } else {
        latest.add(sum);
      }
    }
    all.add(used(0, "loophalt.steps", "{step}", "Tool calls.", TASK));
    all.add(used(1, "loophalt.turns", "{turn}", "Model calls that were seen.", TASK, MODEL));
    all.add(
        used(
            2,
            "loophalt.tokens",
            "{token}",
            "Tokens that were sent to models and received from them, as far as they were told.",
            TASK,
            MODEL,
            TOKEN_TYPE));
    all.add(
        used(
            3,
            "loophalt.cost",
            "",
            "Money by the price table, in its currency; models without a price cost nothing.",
            TASK,
            MODEL));
    all.add(
        used(
            4,
            "loophalt.tokens.after_nudge",
            "{token}",
            "Tokens that runs used after their first nudge.",
            TASK));
    all.add(
        used(
            5,
            "loophalt.tokens.after_observed_halt",
            "{token}",
            "Tokens that runs used after a halt that was only observed.",
            TASK));
  }

  private void add(Run run, UseCounts live) {
    RunUse use = RunUse.of(run.usage());
    String task = metrics.tasks.of(run.task());
    if (run.parent() == null) {
      live.add(task, use);
    }
    live.add(task, metrics.marks(run.id()), use.tokens());
  }

  /** Budgets are as many as the configuration names. */
  private void readBudgets(List<MetricFamily> all) {
    Map<List<String>, Double> shares = new LinkedHashMap<>();
    for (BudgetUse each : runs.budgets()) {
      BigDecimal most = each.costLimit();
      if (most != null) {
        shares.put(List.of(each.name(), "cost"), each.cost().doubleValue() / most.doubleValue());
      }
      if (each.tokenLimit() > 0) {
        shares.put(
            List.of(each.name(), "tokens"), (double) each.tokens() / (double) each.tokenLimit());
      }
    }
    if (!shares.isEmpty()) {
      all.add(
          new MetricFamily(
              "loophalt.budget.used_ratio",
              "",
              "How much of a budget that runs share is used in its period; from 1 on it is spent.",
              Kind.GAUGE,
              List.of(BUDGET, LIMIT),
              shares));
    }
  }

  private void readAgent(List<MetricFamily> all) {
    all.add(
        single(
            "loophalt.agent.enabled",
            "",
            "1 while calls are watched; 0 when a person or too many errors have disabled that.",
            Kind.GAUGE,
            agent.isEnabled() ? 1 : 0));
    all.add(
        single(
            "loophalt.agent.errors",
            "{error}",
            "Errors of the agent's own.",
            Kind.COUNTER,
            (double) agent.errors()));
    all.add(
        single(
            "loophalt.agent.time",
            MetricFamily.SECONDS,
            "Time that the agent took of the threads that make guarded calls, by one measured call"
                + " in sixteen.",
            Kind.COUNTER,
            agent.ownSeconds()));
    all.add(
        single(
            "loophalt.events.dropped",
            "{event}",
            "Events that were not written to the event log.",
            Kind.COUNTER,
            (double) agent.droppedEvents()));
    all.add(
        single(
            "loophalt.listener.dropped",
            "{call}",
            "Answers of the application's listeners that came too late, and what they were not told"
                + " for lack of room.",
            Kind.COUNTER,
            (double) agent.droppedByListeners()));
    all.add(
        single(
            "loophalt.store.alone",
            "{judgement}",
            "Times that a call of a run which other JVMs share was judged by what this one knows.",
            Kind.COUNTER,
            (double) agent.judgedAlone()));
    all.add(
        new MetricFamily(
            "loophalt.agent",
            "",
            "Which agent this is.",
            Kind.INFO,
            List.of("loophalt.version", "loophalt.mode"),
            Map.of(
                List.of(agent.version(), runs.policy().mode().name().toLowerCase(Locale.ROOT)),
                1.0)));
  }

  private static MetricFamily counter(
      String name, String unit, String help, Counts counts, String... labels) {
    return new MetricFamily(name, unit, help, Kind.COUNTER, List.of(labels), counts.all());
  }

  private MetricFamily used(int which, String name, String unit, String help, String... labels) {
    return new MetricFamily(name, unit, help, Kind.COUNTER, List.of(labels), latest.get(which));
  }

  private static MetricFamily single(
      String name, String unit, String help, Kind kind, double value) {
    return new MetricFamily(name, unit, help, kind, List.of(), Map.of(List.of(), value));
  }
}
