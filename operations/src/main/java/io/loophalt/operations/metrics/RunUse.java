package io.loophalt.operations.metrics;

import io.loophalt.core.event.RunEnded;
import io.loophalt.core.event.RunEnded.ModelUse;
import io.loophalt.core.run.Usage;
import java.math.BigDecimal;
import java.util.List;

/**
 * What a run has used, the runs inside it included.
 *
 * @param steps tool calls
 * @param turns model calls
 * @param inputTokens tokens sent to models
 * @param outputTokens tokens received from models
 * @param cost money by the price table; 0 if no model had a price
 * @param models by model; those without a name are in none
 */
record RunUse(
    long steps,
    long turns,
    long inputTokens,
    long outputTokens,
    BigDecimal cost,
    List<ModelUse> models) {

  static RunUse of(RunEnded ended) {
    BigDecimal cost = ended.cost();
    return new RunUse(
        ended.steps(),
        ended.turns(),
        ended.inputTokens(),
        ended.outputTokens(),
        cost == null ? BigDecimal.ZERO : cost,
        ended.models());
  }

  static RunUse of(Usage usage) {
    return new RunUse(
        usage.steps(),
        usage.turns(),
        usage.inputTokens(),
        usage.outputTokens(),
        usage.cost(),
        usage.byModel());
  }

  /** In both directions. */
  long tokens() {
    return inputTokens + outputTokens;
  }
}
