package io.loophalt.core.event;

import io.loophalt.StopReason;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A run is over: by itself, halted, or forgotten because it was idle.
 *
 * @param time when it ended
 * @param runId the run
 * @param task its task
 * @param preset the preset that its settings started from, with its version if it has several
 * @param parentRunId the run that started it; null if none did
 * @param kind why it ended, {@code DONE} if by itself
 * @param detail one sentence for a person, empty if it ended by itself
 * @param partial whether it was halted and then answered with partial results, in one last model
 *     call
 * @param steps tool calls
 * @param turns model calls
 * @param inputTokens tokens sent to models
 * @param outputTokens tokens received from models
 * @param cost money by the price table; null if no model had a price
 * @param wall how long it took, by a monotonic clock
 * @param tools what was called, in the order of their names
 */
public record RunEnded(
    Instant time,
    String runId,
    String task,
    String preset,
    @Nullable String parentRunId,
    StopReason.Kind kind,
    String detail,
    boolean partial,
    long steps,
    long turns,
    long inputTokens,
    long outputTokens,
    @Nullable BigDecimal cost,
    Duration wall,
    List<ToolUse> tools)
    implements Event {

  /**
   * One tool's part in a run.
   *
   * @param tool the tool's name
   * @param calls how often it was called
   * @param repeated whether one of its calls repeated an earlier one of the run
   */
  public record ToolUse(String tool, long calls, boolean repeated) {}

  /** Copies the list. */
  public RunEnded {
    tools = List.copyOf(tools);
  }
}
