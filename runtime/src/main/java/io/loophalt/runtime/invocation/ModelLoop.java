package io.loophalt.runtime.invocation;

import io.loophalt.extension.ModelResponse;

/**
 * What a framework's model call has brought so far, where that one call goes on until the model
 * asks for no more tools and its usage grows with every answer.
 *
 * <p>Belongs to one call; its answers come one after the other.
 */
public final class ModelLoop {

  private long inputTokens;
  private long cachedInputTokens;
  private long outputTokens;
  private int answers;
  private int answersAtRequest;
  private long stepsAtRequest = -1;
  private boolean over;
  private boolean last;

  /**
   * The answer with the tokens that it alone has cost. A usage that is smaller than the one before
   * has not grown out of it and stands for itself.
   */
  public ModelResponse alone(ModelResponse answer) {
    boolean grown =
        answer.inputTokens() >= inputTokens
            && answer.outputTokens() >= outputTokens
            && answer.cachedInputTokens() >= cachedInputTokens;
    ModelResponse alone =
        grown
            ? new ModelResponse(
                answer.model(),
                answer.text(),
                answer.toolCalls(),
                answer.inputTokens() - inputTokens,
                answer.cachedInputTokens() - cachedInputTokens,
                answer.outputTokens() - outputTokens)
            : answer;
    answers++;
    inputTokens = answer.inputTokens();
    cachedInputTokens = answer.cachedInputTokens();
    outputTokens = answer.outputTokens();
    return alone;
  }

  /**
   * Whether what came last is no answer, but the usage of the one that was counted: streams tell it
   * behind an answer, while that one's tools may be called already.
   */
  public boolean isUsageOfLast(ModelResponse piece) {
    return answers > 0 && piece.text().isEmpty() && piece.toolCalls() == 0;
  }

  /** How many answers there were. */
  public int answers() {
    return answers;
  }

  /**
   * The loop sends its next request.
   *
   * @param steps that were taken in the run so far
   */
  public void sends(long steps) {
    answersAtRequest = answers;
    stepsAtRequest = steps;
  }

  /** Whether nobody has counted an answer since the loop's last request. */
  public boolean isUncounted() {
    return answers == answersAtRequest;
  }

  /** How many steps the run had taken at the loop's last request; -1 if that is not known. */
  public long stepsAtRequest() {
    return stepsAtRequest;
  }

  /** Notes whether what the tools brought is the result, and no model is called with it. */
  public void over(boolean over) {
    this.over = over;
  }

  /** Notes that the next answer is the one with which a halted run finishes. */
  public void nextIsLast() {
    last = true;
  }

  /** Whether a halted run finishes with the next answer. */
  public boolean isLast() {
    return last;
  }

  /** Whether the last answer was counted. */
  public boolean isOver() {
    return over;
  }
}
