package io.loophalt.core.budget;

import io.loophalt.core.policy.BudgetPolicy;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The budgets of a JVM. What it has used of them lasts as long as this does. Thread-safe. */
public final class Budgets {

  private final Clock clock;
  private volatile List<Budget> all = List.of();

  /** There are none. */
  public Budgets(Clock clock) {
    this.clock = clock;
  }

  /**
   * From now on there are these. One that was there before by the same name keeps what is used of
   * it; one that is left out stops nobody any more, and is forgotten.
   */
  public synchronized void follow(List<BudgetPolicy> policies) {
    List<Budget> next = new ArrayList<>();
    for (BudgetPolicy policy : policies) {
      Budget known = named(policy.name());
      if (known == null) {
        known = new Budget(policy, clock);
      } else {
        known.follow(policy);
      }
      next.add(known);
    }
    for (Budget before : all) {
      if (!next.contains(before)) {
        before.end();
      }
    }
    all = List.copyOf(next);
  }

  private @Nullable Budget named(String name) {
    for (Budget each : all) {
      if (each.name().equals(name)) {
        return each;
      }
    }
    return null;
  }

  /** Those that the runs of a task share, in the order of the configuration. */
  public List<Budget> of(String task) {
    List<Budget> covering = new ArrayList<>();
    for (Budget each : all) {
      if (each.covers(task)) {
        covering.add(each);
      }
    }
    return List.copyOf(covering);
  }

  /** All of them, in the order of the configuration. */
  public List<Budget> all() {
    return all;
  }

  /** How they are now, in the order of the configuration. */
  public List<BudgetUse> uses() {
    List<BudgetUse> uses = new ArrayList<>();
    for (Budget each : all) {
      uses.add(each.use());
    }
    return uses;
  }
}
