package io.loophalt.core;

import io.loophalt.StopReason;
import io.loophalt.core.detect.Finding;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How far a run came and what was found in it; runs inside it count in what was used. Immutable.
 *
 * @param id the run's id
 * @param task its task
 * @param parentId the id of the run inside which it was opened, or null
 * @param steps tool calls that were made
 * @param turns model calls that were told
 * @param inputTokens tokens sent to models
 * @param outputTokens tokens received from models
 * @param cost money, in the currency of the prices; zero where no price is known
 * @param elapsed from its beginning until it was closed, or was told or asked anything last
 * @param callsByTool tool calls by the tool's name, of up to 1,000 tools
 * @param findings the latest {@value #MOST_FINDINGS} rungs that fired, acted upon or not, oldest
 *     first
 * @param interventions those of them that were acted upon: nudges, escalations, the halt
 * @param stopReason why it is halted, or null if it is not
 * @param partial whether it was halted and has answered with partial results since
 */
public record RunRecord(
    String id,
    String task,
    @Nullable String parentId,
    long steps,
    long turns,
    long inputTokens,
    long outputTokens,
    BigDecimal cost,
    Duration elapsed,
    Map<String, Long> callsByTool,
    List<Finding> findings,
    List<Finding> interventions,
    @Nullable StopReason stopReason,
    boolean partial) {

  /** How many findings are kept. */
  public static final int MOST_FINDINGS = 1_000;

  /** Copies the collections. */
  public RunRecord {
    callsByTool = Map.copyOf(callsByTool);
    findings = List.copyOf(findings);
    interventions = List.copyOf(interventions);
  }

  /** Tokens in both directions; {@link Long#MAX_VALUE} where they are more. */
  public long totalTokens() {
    long sum = inputTokens + outputTokens;
    return sum < 0 ? Long.MAX_VALUE : sum;
  }
}
