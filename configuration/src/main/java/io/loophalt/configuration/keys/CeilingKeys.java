package io.loophalt.configuration.keys;

import static io.loophalt.configuration.schema.Key.optional;

import io.loophalt.configuration.schema.ChoiceType;
import io.loophalt.configuration.schema.ConfigException;
import io.loophalt.configuration.schema.Key;
import io.loophalt.configuration.schema.Located;
import io.loophalt.configuration.schema.MapType;
import io.loophalt.configuration.schema.ObjectType;
import io.loophalt.configuration.schema.Scalars;
import io.loophalt.configuration.schema.ShortType;
import io.loophalt.configuration.schema.Type;
import io.loophalt.configuration.settings.CeilingSettings;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The keys of the hard limits. */
final class CeilingKeys {

  /** How the sum over all tools is written; the policy knows it as the pattern {@code *}. */
  private static final String TOTAL = "total";

  private static final String TOGETHER = "ceilings: {tool-calls: {total: 100, \"search*\": 20}}";

  private static final Type<Map<String, Located<Long>>> TOOL_CALL_LIMITS =
      new ChoiceType<>(
          List.of(
              new ShortType<>(Scalars.LIMIT, limit -> Map.of("*", limit)),
              new MapType<>(Scalars.PATTERN, Scalars.LIMIT, CeilingKeys::byPattern)));

  private static final Key<Long> STEPS =
      optional("steps", Scalars.LIMIT, "Tool calls, all tools together.", "ceilings: {steps: 200}");
  private static final Key<Map<String, Located<Long>>> TOOL_CALLS =
      optional(
          "tool-calls",
          TOOL_CALL_LIMITS,
          "Tool calls by tool name or pattern, those a pattern matches together; `total` is all"
              + " tools, and a number alone is the total.",
          TOGETHER);
  private static final Key<Long> TURNS =
      optional(
          "turns",
          Scalars.LIMIT,
          "Model calls; the run is stopped as `step_cap`, as with `steps`.",
          "ceilings: {turns: 50}");
  private static final Key<Long> INPUT_TOKENS =
      optional(
          "input-tokens",
          Scalars.LIMIT,
          "Tokens sent to models.",
          "ceilings: {input-tokens: 150_000}");
  private static final Key<Long> OUTPUT_TOKENS =
      optional(
          "output-tokens",
          Scalars.LIMIT,
          "Tokens received from models.",
          "ceilings: {output-tokens: 50_000}");
  private static final Key<Long> TOTAL_TOKENS =
      optional(
          "total-tokens",
          Scalars.LIMIT,
          "Tokens in both directions.",
          "ceilings: {total-tokens: 200_000}");
  private static final Key<BigDecimal> COST =
      optional(
          "cost",
          Scalars.COST_LIMIT,
          "Money, in the currency of `prices`; a model without a price costs nothing.",
          "ceilings: {cost: 5.00}");
  private static final Key<Duration> WALL_CLOCK =
      optional(
          "wall-clock",
          Scalars.DURATION_LIMIT,
          "Time since the run began, by a monotonic clock.",
          "ceilings: {wall-clock: 10m}");
  private static final Key<Long> IDLE_TURNS =
      optional(
          "idle-turns",
          Scalars.LIMIT,
          "Model answers without a tool call, one after the other.",
          "ceilings: {idle-turns: 5}");
  private static final Key<Integer> WARN_AT =
      optional(
          "warn-at",
          Scalars.PERCENT,
          "Share of each limit at which a warning event is written; 80% by default.",
          "ceilings: {steps: 200, warn-at: 80%}");

  static final Type<CeilingSettings> TYPE =
      ObjectType.of(
          "ceilings",
          List.of(
              STEPS,
              TOOL_CALLS,
              TURNS,
              INPUT_TOKENS,
              OUTPUT_TOKENS,
              TOTAL_TOKENS,
              COST,
              WALL_CLOCK,
              IDLE_TURNS,
              WARN_AT),
          settings ->
              new CeilingSettings(
                  settings.placed(STEPS),
                  settings.get(TOOL_CALLS, Map.of()),
                  settings.placed(TURNS),
                  settings.placed(INPUT_TOKENS),
                  settings.placed(OUTPUT_TOKENS),
                  settings.placed(TOTAL_TOKENS),
                  settings.placed(COST),
                  settings.placed(WALL_CLOCK),
                  settings.placed(IDLE_TURNS),
                  settings.placed(WARN_AT),
                  /* afterTurns= */ false));

  /** The key under which the limits stand. */
  static final Key<CeilingSettings> CEILINGS =
      optional(
          "ceilings",
          TYPE,
          "Hard limits of one run, its sub-agents included; `none` lifts one.",
          "ceilings: {steps: 200, total-tokens: 200_000, wall-clock: 10m}");

  private CeilingKeys() {}

  private static Map<String, Located<Long>> byPattern(Map<String, Located<Long>> limits) {
    Map<String, Located<Long>> calls = new LinkedHashMap<>();
    limits.forEach(
        (tool, limit) -> {
          if (calls.put(tool.equals(TOTAL) ? "*" : tool, limit) != null) {
            throw new ConfigException(
                limit.place(),
                "'" + TOTAL + "' and '*' are the same limit; keep one of them",
                tool,
                null,
                TOGETHER);
          }
        });
    return calls;
  }
}
