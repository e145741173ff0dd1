package io.loophalt.core.policy;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Hard limits of one run, its children included; 0 or null means no limit. The run is halted when
 * it would pass one, before the next action that counts against it: limits of tool calls hold
 * before tool calls, those of turns, tokens and cost before model calls, time before either.
 *
 * @param steps tool calls, all tools together
 * @param toolCalls calls by tool name or glob pattern ({@code *} any characters, {@code ?} one);
 *     the tools that a pattern matches share its limit, so {@code *} limits all calls
 * @param turns model calls
 * @param inputTokens tokens sent to models
 * @param outputTokens tokens received from models
 * @param totalTokens both directions
 * @param cost money, in the currency of the price table
 * @param wallClock time since the run began, by a monotonic clock
 * @param idleTurns model answers without a tool call, one after the other
 * @param warnAtPercent share of a limit at which a warning event is written, 1 to 100
 */
public record Ceilings(
    long steps,
    Map<String, Long> toolCalls,
    long turns,
    long inputTokens,
    long outputTokens,
    long totalTokens,
    @Nullable BigDecimal cost,
    @Nullable Duration wallClock,
    long idleTurns,
    int warnAtPercent) {

  /** No limit at all. */
  public static final Ceilings NONE = new Ceilings(0, Map.of(), 0, 0, 0, 0, null, null, 0, 80);

  /** Copies the map. */
  public Ceilings {
    toolCalls = Map.copyOf(toolCalls);
  }
}
