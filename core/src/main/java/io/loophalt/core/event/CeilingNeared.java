package io.loophalt.core.event;

import java.math.BigDecimal;
import java.time.Instant;

/**
 * A run has used a large share of a hard limit; written once per run and limit.
 *
 * @param time when
 * @param runId the run
 * @param task its task
 * @param ceiling the limit's name as in the configuration, such as {@code total-tokens}
 * @param used how much is used, in the limit's unit (calls, tokens, money, milliseconds)
 * @param limit the limit, in the same unit
 */
public record CeilingNeared(
    Instant time, String runId, String task, String ceiling, BigDecimal used, BigDecimal limit)
    implements Event {}
