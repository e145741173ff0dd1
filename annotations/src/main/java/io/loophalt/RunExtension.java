package io.loophalt;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How much more a halted run may use than it has; 0 or null where nothing is granted, and what the
 * configuration says goes on to hold. What is granted is a limit, too: a run with ten steps more is
 * halted at the eleventh.
 *
 * @param steps tool calls
 * @param turns model calls
 * @param tokens in both directions
 * @param cost money, in the currency of the price table
 * @param time from now on; whole seconds count
 */
public record RunExtension(
    long steps, long turns, long tokens, @Nullable BigDecimal cost, @Nullable Duration time) {

  /**
   * Checks them.
   *
   * @throws IllegalArgumentException if one is below 0, or all are 0
   */
  public RunExtension {
    boolean below =
        steps < 0
            || turns < 0
            || tokens < 0
            || (cost != null && cost.signum() < 0)
            || (time != null && time.isNegative());
    if (below || (steps == 0 && turns == 0 && tokens == 0 && cost == null && time == null)) {
      throw new IllegalArgumentException("an extension must have a limit above 0");
    }
  }

  /** So many tool calls more. */
  public static RunExtension ofSteps(long steps) {
    return new RunExtension(steps, 0, 0, null, null);
  }

  /** So many model calls more. */
  public static RunExtension ofTurns(long turns) {
    return new RunExtension(0, turns, 0, null, null);
  }

  /** So many tokens more, in both directions. */
  public static RunExtension ofTokens(long tokens) {
    return new RunExtension(0, 0, tokens, null, null);
  }

  /** In JDK types only, for crossing class loaders. */
  Map<String, Object> asMap() {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("steps", steps);
    map.put("turns", turns);
    map.put("tokens", tokens);
    if (cost != null) {
      map.put("cost", cost);
    }
    if (time != null) {
      map.put("time", time);
    }
    return map;
  }
}
