package io.loophalt.extension;

/**
 * What a model answered, or a piece of it. A null name or text counts as empty: many frameworks
 * have null for the text of an answer that only asks for tools.
 *
 * @param model the model's name, empty if unknown
 * @param text the answer's text without thoughts, empty if none
 * @param toolCalls how many tool calls it asks for; {@link #CALLS_UNKNOWN} if unknown
 * @param inputTokens tokens sent, those that were cached among them; 0 if unknown
 * @param cachedInputTokens those of them that the provider had cached, 0 if unknown
 * @param outputTokens tokens received, those of thoughts among them; 0 if unknown
 */
public record ModelResponse(
    String model,
    String text,
    int toolCalls,
    long inputTokens,
    long cachedInputTokens,
    long outputTokens) {

  /** Nobody can tell how many tool calls are asked for. */
  public static final int CALLS_UNKNOWN = -1;

  /** Takes null for empty. */
  public ModelResponse {
    model = model == null ? "" : model;
    text = text == null ? "" : text;
  }

  /**
   * This piece of an answer and the next one. Usage comes once, in the last piece, or grows from
   * piece to piece: the largest numbers count.
   */
  public ModelResponse and(ModelResponse next) {
    return new ModelResponse(
        next.model.isEmpty() ? model : next.model,
        text + next.text,
        toolCalls == CALLS_UNKNOWN || next.toolCalls == CALLS_UNKNOWN
            ? CALLS_UNKNOWN
            : toolCalls + next.toolCalls,
        Math.max(inputTokens, next.inputTokens),
        Math.max(cachedInputTokens, next.cachedInputTokens),
        Math.max(outputTokens, next.outputTokens));
  }
}
