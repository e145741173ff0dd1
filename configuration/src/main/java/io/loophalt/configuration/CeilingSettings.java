package io.loophalt.configuration;

import io.loophalt.core.policy.Ceilings;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What the file says about hard limits; null leaves what a wider scope says, zero lifts it.
 *
 * @param toolCalls by pattern
 */
record CeilingSettings(
    @Nullable Placed<Long> steps,
    Map<String, Placed<Long>> toolCalls,
    @Nullable Placed<Long> turns,
    @Nullable Placed<Long> inputTokens,
    @Nullable Placed<Long> outputTokens,
    @Nullable Placed<Long> totalTokens,
    @Nullable Placed<BigDecimal> cost,
    @Nullable Placed<Duration> wallClock,
    @Nullable Placed<Long> idleTurns,
    @Nullable Placed<Integer> warnAtPercent) {

  static final CeilingSettings NONE =
      new CeilingSettings(null, Map.of(), null, null, null, null, null, null, null, null);

  /** The limits of a preset, in no line of the file; what is unlimited is left open. */
  static CeilingSettings ofPreset(String preset, Ceilings ceilings) {
    Place place = Place.of("preset " + preset);
    Map<String, Placed<Long>> toolCalls = new LinkedHashMap<>();
    ceilings.toolCalls().forEach((tool, limit) -> toolCalls.put(tool, new Placed<>(limit, place)));
    return new CeilingSettings(
        limited(ceilings.steps(), place),
        toolCalls,
        limited(ceilings.turns(), place),
        limited(ceilings.inputTokens(), place),
        limited(ceilings.outputTokens(), place),
        limited(ceilings.totalTokens(), place),
        ceilings.cost() == null ? null : new Placed<>(ceilings.cost(), place),
        ceilings.wallClock() == null ? null : new Placed<>(ceilings.wallClock(), place),
        limited(ceilings.idleTurns(), place),
        new Placed<>(ceilings.warnAtPercent(), place));
  }

  private static @Nullable Placed<Long> limited(long limit, Place place) {
    return limit == 0 ? null : new Placed<>(limit, place);
  }

  /** These, and where they say nothing, those of a wider scope. */
  CeilingSettings over(CeilingSettings wider) {
    Map<String, Placed<Long>> merged = new LinkedHashMap<>(wider.toolCalls);
    merged.putAll(toolCalls);
    return new CeilingSettings(
        first(steps, wider.steps),
        merged,
        first(turns, wider.turns),
        first(inputTokens, wider.inputTokens),
        first(outputTokens, wider.outputTokens),
        first(totalTokens, wider.totalTokens),
        first(cost, wider.cost),
        first(wallClock, wider.wallClock),
        first(idleTurns, wider.idleTurns),
        first(warnAtPercent, wider.warnAtPercent));
  }

  private static <T> @Nullable Placed<T> first(@Nullable Placed<T> own, @Nullable Placed<T> wider) {
    return own == null ? wider : own;
  }

  Ceilings ceilings() {
    Map<String, Long> calls = new LinkedHashMap<>();
    toolCalls.forEach(
        (tool, limit) -> {
          if (limit.value() > 0) {
            calls.put(tool, limit.value());
          }
        });
    return new Ceilings(
        orNone(steps),
        calls,
        orNone(turns),
        orNone(inputTokens),
        orNone(outputTokens),
        orNone(totalTokens),
        cost == null || cost.value().signum() == 0 ? null : cost.value(),
        wallClock == null || wallClock.value().isZero() ? null : wallClock.value(),
        orNone(idleTurns),
        warnAtPercent == null ? Ceilings.NONE.warnAtPercent() : warnAtPercent.value());
  }

  private static long orNone(@Nullable Placed<Long> limit) {
    return limit == null ? 0 : limit.value();
  }
}
