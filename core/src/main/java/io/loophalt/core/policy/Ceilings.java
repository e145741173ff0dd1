package io.loophalt.core.policy;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Hard limits of one run, its children included; 0 or null means no limit. The run is halted when
 * it would pass one, before the next action that counts against it: limits of tool calls hold
 * before tool calls, those of turns, tokens and cost before model calls, time before either.
 *
 * <p>With {@code afterTurns} the run is halted as soon as a turn is over that has used up a limit
 * of turns, tokens or cost, or has gone beyond that of time, whether another one follows or not,
 * and time is looked at nowhere else. Limits of tool calls, {@code steps} among them, hold as ever,
 * before a call: a run whose last turn uses them up, and no more, is not halted.
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
 * @param afterTurns whether those of turns, tokens, cost and time are checked when a turn is over
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
    int warnAtPercent,
    boolean afterTurns) {

  /** No limit at all. */
  public static final Ceilings NONE = new Ceilings(0, Map.of(), 0, 0, 0, 0, null, null, 0, 80);

  /**
   * Copies the map.
   *
   * @throws IllegalArgumentException if a limit is below 0, the time is 0, or the share is not
   *     within 1 to 100
   */
  public Ceilings {
    toolCalls = Map.copyOf(toolCalls);
    for (Map.Entry<String, Long> ofTools : toolCalls.entrySet()) {
      notBelowZero("toolCalls of '" + ofTools.getKey() + "'", ofTools.getValue());
    }
    notBelowZero("steps", steps);
    notBelowZero("turns", turns);
    notBelowZero("inputTokens", inputTokens);
    notBelowZero("outputTokens", outputTokens);
    notBelowZero("totalTokens", totalTokens);
    notBelowZero("idleTurns", idleTurns);
    if (cost != null && cost.signum() < 0) {
      throw new IllegalArgumentException("cost must not be below 0: " + cost);
    }
    if (wallClock != null && (wallClock.isZero() || wallClock.isNegative())) {
      throw new IllegalArgumentException("wallClock must be more than 0: " + wallClock);
    }
    if (warnAtPercent < 1 || warnAtPercent > 100) {
      throw new IllegalArgumentException("warnAtPercent must be 1 to 100: " + warnAtPercent);
    }
  }

  /** Limits that are checked before actions. */
  public Ceilings(
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
    this(
        steps,
        toolCalls,
        turns,
        inputTokens,
        outputTokens,
        totalTokens,
        cost,
        wallClock,
        idleTurns,
        warnAtPercent,
        /* afterTurns= */ false);
  }

  /**
   * These, and where they limit nothing, those of a wider scope; {@link #NONE} lifts all of those.
   * Each pattern of tools is a limit of its own.
   */
  public Ceilings over(Ceilings wider) {
    if (equals(NONE)) {
      return this;
    }
    Map<String, Long> merged = new HashMap<>(wider.toolCalls);
    merged.putAll(toolCalls);
    return new Ceilings(
        steps == 0 ? wider.steps : steps,
        merged,
        turns == 0 ? wider.turns : turns,
        inputTokens == 0 ? wider.inputTokens : inputTokens,
        outputTokens == 0 ? wider.outputTokens : outputTokens,
        totalTokens == 0 ? wider.totalTokens : totalTokens,
        cost == null ? wider.cost : cost,
        wallClock == null ? wider.wallClock : wallClock,
        idleTurns == 0 ? wider.idleTurns : idleTurns,
        warnAtPercent == NONE.warnAtPercent ? wider.warnAtPercent : warnAtPercent,
        afterTurns || wider.afterTurns);
  }

  private static void notBelowZero(String limit, long most) {
    if (most < 0) {
      throw new IllegalArgumentException(
          limit + " must not be below 0, which is no limit: " + most);
    }
  }

  /** Starts from {@link #NONE}. */
  public static Builder builder() {
    return new Builder();
  }

  /** Puts limits together; what is not said is not limited. Not thread-safe. */
  public static final class Builder {

    private long steps;
    private final Map<String, Long> toolCalls = new HashMap<>();
    private long turns;
    private long inputTokens;
    private long outputTokens;
    private long totalTokens;
    private @Nullable BigDecimal cost;
    private @Nullable Duration wallClock;
    private long idleTurns;
    private int warnAtPercent = NONE.warnAtPercent();
    private boolean afterTurns;

    private Builder() {}

    /** Tool calls, all tools together. */
    public Builder steps(long most) {
      steps = most;
      return this;
    }

    /** Calls of the tools that a pattern matches, see {@link Ceilings#toolCalls}. */
    public Builder toolCalls(String pattern, long most) {
      toolCalls.put(pattern, most);
      return this;
    }

    /** Model calls. */
    public Builder turns(long most) {
      turns = most;
      return this;
    }

    /** Tokens sent to models. */
    public Builder inputTokens(long most) {
      inputTokens = most;
      return this;
    }

    /** Tokens received from models. */
    public Builder outputTokens(long most) {
      outputTokens = most;
      return this;
    }

    /** Tokens in both directions. */
    public Builder totalTokens(long most) {
      totalTokens = most;
      return this;
    }

    /** Money, in the currency of the prices. */
    public Builder cost(BigDecimal most) {
      cost = most;
      return this;
    }

    /** Time since the run began. */
    public Builder wallClock(Duration most) {
      wallClock = most;
      return this;
    }

    /** Answers without a tool call, one after the other. */
    public Builder idleTurns(long most) {
      idleTurns = most;
      return this;
    }

    /** Share of a limit at which is warned, 1 to 100. */
    public Builder warnAtPercent(int percent) {
      warnAtPercent = percent;
      return this;
    }

    /** They are checked when a turn is over, see {@link Ceilings}. */
    public Builder afterTurns() {
      afterTurns = true;
      return this;
    }

    /** The limits. */
    public Ceilings build() {
      return new Ceilings(
          steps,
          toolCalls,
          turns,
          inputTokens,
          outputTokens,
          totalTokens,
          cost,
          wallClock,
          idleTurns,
          warnAtPercent,
          afterTurns);
    }
  }
}
