package io.loophalt.core.budget;

import java.math.BigDecimal;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * How a budget is at one moment, for a person.
 *
 * @param name what people call it
 * @param since when its period began
 * @param until when it opens again
 * @param cost what was spent in the period, in the currency of the price table
 * @param costLimit null for no limit
 * @param tokens what was used in the period, in both directions
 * @param tokenLimit 0 for no limit
 * @param spent whether one of its limits is reached
 */
public record BudgetUse(
    String name,
    Instant since,
    Instant until,
    BigDecimal cost,
    @Nullable BigDecimal costLimit,
    long tokens,
    long tokenLimit,
    boolean spent) {}
