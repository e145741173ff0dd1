package io.loophalt.agent.detect;

/**
 * One model call and its answer as a detector sees it.
 *
 * @param index 0-based number, rising, not always by one; -1 where no model call is seen and every
 *     tool call is taken for a turn of its own
 * @param toolCalls how many tool calls the answer asks for; 0 makes it an idle turn, {@link
 *     #CALLS_UNKNOWN} does not
 * @param text the answer's text, empty if none
 * @param model the model's name, empty if unknown
 * @param inputTokens tokens sent, 0 if unknown
 * @param outputTokens tokens received, 0 if unknown
 * @param userMessageBefore whether the user spoke before this answer
 * @param compactedBefore whether the history was condensed before this answer
 */
public record Turn(
    int index,
    int toolCalls,
    String text,
    String model,
    long inputTokens,
    long outputTokens,
    boolean userMessageBefore,
    boolean compactedBefore) {

  /**
   * Where nobody says how many tool calls an answer asks for: the turn is not idle, and each of the
   * calls is taken for a turn of its own.
   */
  public static final int CALLS_UNKNOWN = -1;
}
