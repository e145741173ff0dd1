package io.loophalt.core.policy;

import java.math.BigDecimal;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the runs of some tasks may use together. Immutable.
 *
 * @param name what people call it
 * @param tasks patterns of the tasks whose runs it is for; empty for all
 * @param cost money, in the currency of the price table; null for no limit
 * @param tokens in both directions; 0 for no limit
 * @param period how long it lasts before it opens again
 * @param warnAtPercent the share of each limit at which it is said that it is used, 1 to 100
 */
public record BudgetPolicy(
    String name,
    List<Glob> tasks,
    @Nullable BigDecimal cost,
    long tokens,
    BudgetPeriod period,
    int warnAtPercent) {

  /** Copies the list. */
  public BudgetPolicy {
    tasks = List.copyOf(tasks);
  }

  /** The same under another name. */
  public BudgetPolicy named(String other) {
    return new BudgetPolicy(other, tasks, cost, tokens, period, warnAtPercent);
  }

  /** Whether the runs of a task are of those that share it. */
  public boolean covers(String task) {
    for (int i = 0; i < tasks.size(); i++) {
      if (tasks.get(i).matches(task)) {
        return true;
      }
    }
    return tasks.isEmpty();
  }
}
