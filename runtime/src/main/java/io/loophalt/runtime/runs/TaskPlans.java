package io.loophalt.runtime.runs;

import io.loophalt.core.budget.Budget;
import io.loophalt.core.budget.BudgetUse;
import io.loophalt.core.budget.Budgets;
import io.loophalt.core.detect.Detector;
import io.loophalt.core.memory.LoopMemory;
import io.loophalt.core.policy.DetectorPolicy;
import io.loophalt.core.policy.TaskPolicy;
import io.loophalt.core.run.TaskPlan;
import io.loophalt.runtime.policy.AgentPolicy;
import java.time.Clock;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What a configuration means for runs, worked out once for each task. Thread-safe; nothing of it
 * changes but what budgets have used.
 */
final class TaskPlans {

  private final AgentPolicy policy;
  private final TaskPlan other;
  private final Map<String, TaskPlan> byTask = new HashMap<>();

  /** Null if there are none, and were none before. */
  private final @Nullable Budgets budgets;

  /** Of tasks without settings of their own, by the budgets that they share; null without any. */
  private final @Nullable Map<List<Budget>, TaskPlan> others;

  /**
   * Works it out.
   *
   * @param before what held before, whose budgets keep what they have used; null for nothing
   * @param clock of budgets' periods
   */
  TaskPlans(
      AgentPolicy policy,
      Function<DetectorPolicy, Detector> detectors,
      @Nullable LoopMemory memory,
      @Nullable TaskPlans before,
      Clock clock) {
    this.policy = policy;
    this.other = new TaskPlan(policy.defaults(), policy.mode(), detectors, memory);
    Budgets known = before == null ? null : before.budgets;
    if (known == null && !policy.budgets().isEmpty()) {
      known = new Budgets(clock);
    }
    this.budgets = known;
    this.others = known == null ? null : new ConcurrentHashMap<>();
    if (known != null) {
      known.follow(policy.budgets());
    }
    for (Map.Entry<String, TaskPolicy> each : policy.tasks().entrySet()) {
      String task = each.getKey();
      TaskPlan own = new TaskPlan(each.getValue(), policy.mode(), detectors, memory);
      byTask.put(task, known == null ? own : own.sharing(known.of(task)));
    }
  }

  AgentPolicy policy() {
    return policy;
  }

  TaskPlan of(String task) {
    TaskPlan own = byTask.get(task);
    return own == null ? ofOther(task) : own;
  }

  private TaskPlan ofOther(String task) {
    if (budgets == null || others == null) {
      return other;
    }
    List<Budget> shared = budgets.of(task);
    TaskPlan known = others.get(shared);
    if (known == null) {
      known = other.sharing(shared);
      others.put(shared, known);
    }
    return known;
  }

  /** The budgets themselves. */
  List<Budget> sharedBudgets() {
    return budgets == null ? List.of() : budgets.all();
  }

  /** How the budgets are now. */
  List<BudgetUse> budgets() {
    return budgets == null ? List.of() : budgets.uses();
  }
}
