package io.loophalt.core.event;

import java.math.BigDecimal;
import java.time.Instant;

/**
 * A budget of many runs is used up, or a large share of it; told once for each limit and period, of
 * the run whose call has brought it so far.
 *
 * @param time when
 * @param runId the run
 * @param task its task
 * @param budget what people call it
 * @param spent whether it is used up; false for a warning
 * @param enforced whether its runs are halted when it is; false if they are only watched
 * @param unit what is limited: {@code cost} or {@code tokens}
 * @param used how much is used, as money or tokens
 * @param limit the limit, the same
 * @param until when it opens again
 */
public record BudgetUsed(
    Instant time,
    String runId,
    String task,
    String budget,
    boolean spent,
    boolean enforced,
    String unit,
    BigDecimal used,
    BigDecimal limit,
    Instant until)
    implements Event {}
