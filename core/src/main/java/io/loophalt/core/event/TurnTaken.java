package io.loophalt.core.event;

import io.loophalt.core.detect.Turn.Prompt;
import java.time.Instant;

/**
 * A model has answered. Written only when asked for: it makes a log that can be judged anew.
 *
 * @param time when
 * @param runId the run
 * @param task its task
 * @param turn 0-based number
 * @param model the model's name, empty if unknown
 * @param toolCalls how many tool calls it asks for
 * @param inputTokens tokens sent, 0 if unknown
 * @param outputTokens tokens received, 0 if unknown
 * @param prompt what was said to the model since its answer before
 * @param compactedBefore whether the history was condensed before this answer
 */
public record TurnTaken(
    Instant time,
    String runId,
    String task,
    long turn,
    String model,
    int toolCalls,
    long inputTokens,
    long outputTokens,
    Prompt prompt,
    boolean compactedBefore)
    implements Event {}
