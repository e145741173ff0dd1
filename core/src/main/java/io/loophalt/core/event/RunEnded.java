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
 * @param wall how long it took, by a monotonic clock: until it was ended; until its last call where
 *     it ended by silence, or goes on when the process ends
 * @param tools what was called, in the order of their names
 * @param framework what people call the framework by whose calls the run was seen first; null if
 *     none was
 * @param models what each model was used for, in the order of their names; models without a name
 *     are in none
 * @param interventions what its model was told
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
    List<ToolUse> tools,
    @Nullable String framework,
    List<ModelUse> models,
    Interventions interventions)
    implements Event {

  /**
   * One tool's part in a run.
   *
   * @param tool the tool's name
   * @param calls how often it was called
   * @param repeated whether one of its calls repeated an earlier one of the run
   */
  public record ToolUse(String tool, long calls, boolean repeated) {}

  /**
   * One model's part in a run.
   *
   * @param model the model's name; {@code other} for all beyond the first sixteen
   * @param turns its answers
   * @param inputTokens tokens sent to it
   * @param outputTokens tokens received from it
   * @param cost money by the price table; null if the model had no price
   */
  public record ModelUse(
      String model, long turns, long inputTokens, long outputTokens, @Nullable BigDecimal cost) {}

  /**
   * What was done about a run beside a halt; runs inside it do not count.
   *
   * @param nudges how often its model was told that it makes no progress
   * @param escalations how often it was escalated
   * @param nudgesFollowedByNews the nudges after which one of the next three steps brought
   *     something new
   * @param escalationsFollowedByNews the same of the escalations
   */
  public record Interventions(
      long nudges, long escalations, long nudgesFollowedByNews, long escalationsFollowedByNews) {

    /** Nothing was done. */
    public static Interventions none() {
      return new Interventions(0, 0, 0, 0);
    }
  }

  /** Copies the lists. */
  public RunEnded {
    tools = List.copyOf(tools);
    models = List.copyOf(models);
  }
}
