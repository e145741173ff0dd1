package io.loophalt.core.policy;

import java.math.BigDecimal;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How much more a person grants a run than it has used; 0 or null where nothing is granted, and
 * what the configuration says goes on to hold.
 *
 * <p>What is granted is a limit, too: a run that may take ten steps more is halted at the eleventh,
 * whatever its configuration allows.
 *
 * @param steps tool calls
 * @param turns model calls
 * @param tokens in both directions
 * @param cost money, in the currency of the price table
 * @param time from now on
 */
public record Allowance(
    long steps, long turns, long tokens, @Nullable BigDecimal cost, @Nullable Duration time) {

  /** What counts are bounded by, so that no limit that comes of them overflows. */
  public static final long MOST = 1_000_000_000_000L;

  /** Nothing more than the configuration allows. */
  public static Allowance none() {
    return new Allowance(0, 0, 0, null, null);
  }

  /** Whether nothing is granted. */
  public boolean isNone() {
    return steps == 0 && turns == 0 && tokens == 0 && cost == null && time == null;
  }

  /**
   * Checks them.
   *
   * @throws IllegalArgumentException if one is below 0, or a count above {@value #MOST}
   */
  public Allowance {
    boolean below =
        Math.min(steps, Math.min(turns, tokens)) < 0
            || (cost != null && cost.signum() < 0)
            || (time != null && time.isNegative());
    if (below || Math.max(steps, Math.max(turns, tokens)) > MOST) {
      throw new IllegalArgumentException("what is granted must be from 0 to " + MOST);
    }
  }
}
