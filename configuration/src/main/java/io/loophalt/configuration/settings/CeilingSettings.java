package io.loophalt.configuration.settings;

import io.loophalt.configuration.schema.Located;
import io.loophalt.configuration.schema.SourceLocation;
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
 * @param afterTurns whether they are those of a preset that checks them when a turn is over
 */
public record CeilingSettings(
    @Nullable Located<Long> steps,
    Map<String, Located<Long>> toolCalls,
    @Nullable Located<Long> turns,
    @Nullable Located<Long> inputTokens,
    @Nullable Located<Long> outputTokens,
    @Nullable Located<Long> totalTokens,
    @Nullable Located<BigDecimal> cost,
    @Nullable Located<Duration> wallClock,
    @Nullable Located<Long> idleTurns,
    @Nullable Located<Integer> warnAtPercent,
    boolean afterTurns) {

  public static final CeilingSettings NONE =
      new CeilingSettings(null, Map.of(), null, null, null, null, null, null, null, null, false);

  /** The limits of a preset, in no line of the file; what is unlimited is left open. */
  public static CeilingSettings ofPreset(String preset, Ceilings ceilings) {
    SourceLocation place = SourceLocation.of("preset " + preset);
    Map<String, Located<Long>> toolCalls = new LinkedHashMap<>();
    ceilings.toolCalls().forEach((tool, limit) -> toolCalls.put(tool, new Located<>(limit, place)));
    return new CeilingSettings(
        limited(ceilings.steps(), place),
        toolCalls,
        limited(ceilings.turns(), place),
        limited(ceilings.inputTokens(), place),
        limited(ceilings.outputTokens(), place),
        limited(ceilings.totalTokens(), place),
        ceilings.cost() == null ? null : new Located<>(ceilings.cost(), place),
        ceilings.wallClock() == null ? null : new Located<>(ceilings.wallClock(), place),
        limited(ceilings.idleTurns(), place),
        new Located<>(ceilings.warnAtPercent(), place),
        ceilings.afterTurns());
  }

  private static @Nullable Located<Long> limited(long limit, SourceLocation place) {
    return limit == 0 ? null : new Located<>(limit, place);
  }

  /** These, and where they say nothing, those of a wider scope. */
  public CeilingSettings over(CeilingSettings wider) {
    Map<String, Located<Long>> merged = new LinkedHashMap<>(wider.toolCalls);
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
        first(warnAtPercent, wider.warnAtPercent),
        afterTurns || wider.afterTurns);
  }

  private static <T> @Nullable Located<T> first(
      @Nullable Located<T> own, @Nullable Located<T> wider) {
    return own == null ? wider : own;
  }

  public Ceilings ceilings() {
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
        warnAtPercent == null ? Ceilings.NONE.warnAtPercent() : warnAtPercent.value(),
        afterTurns);
  }

  private static long orNone(@Nullable Located<Long> limit) {
    return limit == null ? 0 : limit.value();
  }
}
