package io.loophalt.agent.gate;

import io.loophalt.agent.gate.FrameworkModels.Answer;

/**
 * What a framework's model call has brought so far, where that one call goes on until the model
 * asks for no more tools and its usage grows with every answer.
 *
 * <p>Belongs to one call; its answers come one after the other.
 */
final class ModelLoop {

  private long inputTokens;
  private long cachedInputTokens;
  private long outputTokens;
  private boolean over;

  /**
   * The answer with the tokens that it alone has cost. A usage that is smaller than the one before
   * has not grown out of it and stands for itself.
   */
  Answer alone(Answer answer) {
    boolean grown =
        answer.inputTokens() >= inputTokens
            && answer.outputTokens() >= outputTokens
            && answer.cachedInputTokens() >= cachedInputTokens;
    Answer alone =
        grown
            ? new Answer(
                answer.model(),
                answer.text(),
                answer.toolCalls(),
                answer.inputTokens() - inputTokens,
                answer.cachedInputTokens() - cachedInputTokens,
                answer.outputTokens() - outputTokens)
            : answer;
    inputTokens = answer.inputTokens();
    cachedInputTokens = answer.cachedInputTokens();
    outputTokens = answer.outputTokens();
    return alone;
  }

  /** Notes whether what the tools brought is the result, and no model is called with it. */
  void over(boolean over) {
    this.over = over;
  }

  /** Whether the last answer was counted. */
  boolean isOver() {
    return over;
  }
}
