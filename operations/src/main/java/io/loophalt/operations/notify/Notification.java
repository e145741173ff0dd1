package io.loophalt.operations.notify;

import io.loophalt.core.event.BudgetUsed;
import io.loophalt.runtime.policy.NotifyPolicy.Kind;
import java.math.BigDecimal;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Something a person should know, as it was when it happened. Holds no contents of calls.
 * Immutable.
 *
 * @param kind what it is
 * @param time when
 * @param run the run it is about; of a budget, the one whose call has spent it
 * @param task its task
 * @param reason a stop reason's kind, or what was done: {@code nudge}, {@code escalate}; of a
 *     budget {@code cost_cap} or {@code token_cap}
 * @param detail one sentence for a person
 * @param detector which detector or ceiling found it; null where none did
 * @param used what the run has used; null if it is not there any more
 * @param until when the waiting is over; null for anything else
 * @param budget the budget; null for anything else
 */
record Notification(
    Kind kind,
    Instant time,
    String run,
    String task,
    String reason,
    String detail,
    @Nullable String detector,
    @Nullable Used used,
    @Nullable Instant until,
    @Nullable BudgetUsed budget) {

  /**
   * What a run has used.
   *
   * @param steps tool calls
   * @param turns model calls
   * @param tokens in both directions
   * @param cost in the currency of the price table
   */
  record Used(long steps, long turns, long tokens, BigDecimal cost) {}
}
