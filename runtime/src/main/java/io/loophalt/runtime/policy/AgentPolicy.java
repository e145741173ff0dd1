package io.loophalt.runtime.policy;

import io.loophalt.PrintableText;
import io.loophalt.core.policy.BudgetPolicy;
import io.loophalt.core.policy.DetectorPolicy;
import io.loophalt.core.policy.ModelPrice;
import io.loophalt.core.policy.TaskPolicy;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The whole configuration, checked and complete.
 *
 * @param source where it came from, for the start-up line: a file's path or {@code built-in
 *     defaults}
 * @param mode whether the agent acts or only watches; never off
 * @param defaults for runs whose task has no settings of its own
 * @param tasks by task name
 * @param weaving which methods are woven
 * @param prices the first that matches a model counts
 * @param budgets what runs may use together; by name, in the order in which they are asked
 * @param eventLog the event log
 * @param idleGap without any better boundary, a thread that was silent for this long begins a new
 *     run
 * @param haltedFor a halted run with an id stays halted for at least so long, until it is reset
 * @param maxRuns runs kept at one time, whatever the heap; beyond it a tenth is dropped
 * @param joins runs that many workers enter and leave
 */
public record AgentPolicy(
    String source,
    DetectorPolicy.Mode mode,
    TaskPolicy defaults,
    Map<String, TaskPolicy> tasks,
    WeavingPolicy weaving,
    List<ModelPrice> prices,
    List<BudgetPolicy> budgets,
    EventLogPolicy eventLog,
    Duration idleGap,
    Duration haltedFor,
    int maxRuns,
    JoinPolicy joins) {

  /** Copies the collections. */
  public AgentPolicy {
    tasks = Map.copyOf(tasks);
    prices = List.copyOf(prices);
    budgets = List.copyOf(budgets);
  }

  /** Without budgets and with nothing said of joined runs. */
  public AgentPolicy(
      String source,
      DetectorPolicy.Mode mode,
      TaskPolicy defaults,
      Map<String, TaskPolicy> tasks,
      WeavingPolicy weaving,
      List<ModelPrice> prices,
      EventLogPolicy eventLog,
      Duration idleGap,
      Duration haltedFor,
      int maxRuns) {
    this(
        source,
        mode,
        defaults,
        tasks,
        weaving,
        prices,
        List.of(),
        eventLog,
        idleGap,
        haltedFor,
        maxRuns,
        JoinPolicy.DEFAULT);
  }

  /** The same with other settings for tasks that have none of their own, and with no such tasks. */
  public AgentPolicy onlyWith(TaskPolicy everyTask) {
    return new AgentPolicy(
        source, mode, everyTask, Map.of(), weaving, prices, budgets, eventLog, idleGap, haltedFor,
        maxRuns, joins);
  }

  /** The same in another mode. */
  public AgentPolicy in(DetectorPolicy.Mode otherMode) {
    return new AgentPolicy(
        source, otherMode, defaults, tasks, weaving, prices, budgets, eventLog, idleGap, haltedFor,
        maxRuns, joins);
  }

  /** What a call of a model costs by these prices, see {@link ModelPrice#ofCall}. */
  public BigDecimal costOf(
      String model, long inputTokens, long cachedInputTokens, long outputTokens) {
    return ModelPrice.ofCall(prices, model, inputTokens, cachedInputTokens, outputTokens);
  }

  /**
   * The presets that are in force, with their versions, for a person: that of the top level, and of
   * each task that has another.
   */
  public String presets() {
    String preset = defaults.preset();
    if (tasks.isEmpty()) {
      return preset;
    }
    StringBuilder all = new StringBuilder(preset);
    for (Map.Entry<String, TaskPolicy> each : new TreeMap<>(tasks).entrySet()) {
      String own = each.getValue().preset();
      if (!own.equals(preset)) {
        all.append(", ").append(own).append(" for ").append(PrintableText.name(each.getKey()));
      }
    }
    return all.toString();
  }

  /** The settings for a task. */
  public TaskPolicy forTask(String task) {
    TaskPolicy own = tasks.get(task);
    return own == null ? defaults : own;
  }
}
