package io.loophalt.operations.control;

import io.loophalt.core.budget.BudgetUse;
import java.math.BigDecimal;
import java.math.RoundingMode;
import org.jspecify.annotations.Nullable;

/**
 * A budget of many runs as a person sees it.
 *
 * @param name its name in the configuration
 * @param state {@code open} or {@code spent}
 * @param percent how much of the limit is used that is nearest to its end; 100 and more when spent
 * @param cost money spent in the period, in the currency of the price table
 * @param costLimit null for no limit
 * @param tokens used in the period, in both directions
 * @param tokenLimit null for no limit
 * @param since when the period began
 * @param until when it opens again
 */
public record BudgetView(
    String name,
    String state,
    long percent,
    BigDecimal cost,
    @Nullable BigDecimal costLimit,
    long tokens,
    @Nullable Long tokenLimit,
    String since,
    String until) {

  static BudgetView of(BudgetUse use) {
    BigDecimal costLimit = use.costLimit();
    long ofCost = costLimit == null ? 0 : percent(use.cost(), costLimit);
    long ofTokens =
        use.tokenLimit() == 0
            ? 0
            : percent(BigDecimal.valueOf(use.tokens()), BigDecimal.valueOf(use.tokenLimit()));
    return new BudgetView(
        use.name(),
        use.spent() ? "spent" : "open",
        Math.max(ofCost, ofTokens),
        use.cost(),
        costLimit,
        use.tokens(),
        use.tokenLimit() == 0 ? null : use.tokenLimit(),
        use.since().toString(),
        use.until().toString());
  }

  private static long percent(BigDecimal used, BigDecimal limit) {
    return used.movePointRight(2).divide(limit, 0, RoundingMode.DOWN).longValue();
  }

  /** One line, without its name. */
  String text() {
    return percent
        + "% used: "
        + (costLimit == null
            ? ""
            : "cost " + cost.toPlainString() + " of " + costLimit.toPlainString())
        + (costLimit == null || tokenLimit == null ? "" : ", ")
        + (tokenLimit == null ? "" : tokens + " of " + tokenLimit + " tokens")
        + (state.equals("spent") ? "; opens again at " : "; until ")
        + until;
  }
}
