package io.loophalt.core.run;

import io.loophalt.StopReason;
import io.loophalt.StopReason.Kind;
import io.loophalt.core.budget.Budget;
import io.loophalt.core.detect.Turn;
import io.loophalt.core.policy.CountedMoney;
import java.math.BigDecimal;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Counts the model calls of a run in the budgets that it and the runs around it share with others,
 * in each once, and says which of them is spent. Nothing of it is used where there are no budgets.
 *
 * <p>Stateless; the run's lock is held. Allocates nothing unless there is something to tell.
 */
final class BudgetCheck {

  private BudgetCheck() {}

  /** A model has answered. */
  static void count(RunJudge run, Turn turn, BigDecimal cost) {
    long money = CountedMoney.of(cost);
    long tokens = Math.max(0, turn.inputTokens()) + Math.max(0, turn.outputTokens());
    for (RunJudge each = run; each != null; each = each.around()) {
      List<Budget> budgets = each.plan().budgets();
      for (int i = 0; i < budgets.size(); i++) {
        Budget budget = budgets.get(i);
        if (!isSharedBelow(run, each, budget)) {
          budget.add(money, tokens < 0 ? Long.MAX_VALUE : tokens);
          tell(run, each, budget);
        }
      }
    }
  }

  /**
   * Halts the innermost run whose budget is spent, and so all inside it; null if none is, or its
   * runs are only watched.
   */
  static @Nullable StopReason haltIfSpent(RunJudge run) {
    for (RunJudge each = run; each != null; each = each.around()) {
      List<Budget> budgets = each.plan().budgets();
      for (int i = 0; i < budgets.size(); i++) {
        Budget budget = budgets.get(i);
        if (isSharedBelow(run, each, budget)) {
          continue;
        }
        tell(run, each, budget); // what it has used may be its end since the configuration changed
        Kind spent = each.plan().acts() ? spent(each.plan(), budget) : null;
        if (spent != null) {
          StopReason reason = each.haltAt(exceeded(budget, spent));
          each.halt().lastsUntilItOpens(budget);
          return reason;
        }
      }
    }
    return null;
  }

  /** The first budget of a plan that is spent and not granted; null if none is. */
  static Usage.@Nullable Exceeded spent(TaskPlan plan) {
    for (Budget budget : plan.budgets()) {
      Kind spent = spent(plan, budget);
      if (spent != null) {
        return exceeded(budget, spent);
      }
    }
    return null;
  }

  private static @Nullable Kind spent(TaskPlan plan, Budget budget) {
    if (budget.isSpent(Kind.COST_CAP) && !plan.isGranted(Kind.COST_CAP)) {
      return Kind.COST_CAP;
    }
    return budget.isSpent(Kind.TOKEN_CAP) && !plan.isGranted(Kind.TOKEN_CAP)
        ? Kind.TOKEN_CAP
        : null;
  }

  private static Usage.Exceeded exceeded(Budget budget, Kind kind) {
    return new Usage.Exceeded(kind, budget.rule(), budget.used(kind), budget.describe(kind));
  }

  /** Whether a run between the one that calls and another shares the budget, too. */
  private static boolean isSharedBelow(RunJudge run, RunJudge upTo, Budget budget) {
    for (RunJudge below = run; below != null && below != upTo; below = below.around()) {
      if (below.plan().budgets().contains(budget)) {
        return true;
      }
    }
    return false;
  }

  private static void tell(RunJudge run, RunJudge sharing, Budget budget) {
    tell(run, sharing, budget, Kind.COST_CAP, "cost");
    tell(run, sharing, budget, Kind.TOKEN_CAP, "tokens");
  }

  private static void tell(RunJudge run, RunJudge sharing, Budget budget, Kind kind, String unit) {
    Budget.Notice notice = budget.notice(kind);
    if (notice != null) {
      run.outbox().budgetUsed(budget.name(), sharing.plan().acts(), unit, notice);
    }
  }
}
