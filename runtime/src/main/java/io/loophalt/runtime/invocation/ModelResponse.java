package io.loophalt.runtime.invocation;

import io.loophalt.core.detect.Turn;

/**
 * What the model answered.
 *
 * @param model the model's name, empty if unknown
 * @param text the answer's text, empty if none
 * @param toolCalls how many tool calls it asks for; {@link Turn#CALLS_UNKNOWN} if unknown
 * @param inputTokens tokens sent, 0 if unknown
 * @param cachedInputTokens those of them that the provider had cached, 0 if unknown
 * @param outputTokens tokens received, 0 if unknown
 */
public record ModelResponse(
    String model,
    String text,
    int toolCalls,
    long inputTokens,
    long cachedInputTokens,
    long outputTokens) {

  /**
   * This piece of an answer and the next one. Usage comes once, in the last piece, or grows from
   * piece to piece: the largest numbers count.
   */
  public ModelResponse and(ModelResponse next) {
    return new ModelResponse(
        next.model.isEmpty() ? model : next.model,
        text + next.text,
        toolCalls == Turn.CALLS_UNKNOWN || next.toolCalls == Turn.CALLS_UNKNOWN
            ? Turn.CALLS_UNKNOWN
            : toolCalls + next.toolCalls,
        Math.max(inputTokens, next.inputTokens),
        Math.max(cachedInputTokens, next.cachedInputTokens),
        Math.max(outputTokens, next.outputTokens));
  }
}
