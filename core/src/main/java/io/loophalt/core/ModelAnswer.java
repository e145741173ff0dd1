package io.loophalt.core;

import io.loophalt.core.detect.Turn;
import java.util.Objects;

/**
 * What a model has answered. Immutable; {@code ModelAnswer.of(text, 2).by("gpt-5").using(900, 40)}.
 *
 * @param text the answer's text, empty if none
 * @param toolCalls how many tool calls it asks for; 0 is an answer that only talks, {@link
 *     #CALLS_UNKNOWN} where nobody knows
 * @param model the model's name, by which it is priced; empty if unknown
 * @param inputTokens tokens sent, the cached ones included; 0 if unknown
 * @param cachedInputTokens those of them that the provider had cached
 * @param outputTokens tokens received, 0 if unknown
 */
public record ModelAnswer(
    String text,
    int toolCalls,
    String model,
    long inputTokens,
    long cachedInputTokens,
    long outputTokens) {

  /** Where nobody says how many tool calls an answer asks for: each is a turn of its own. */
  public static final int CALLS_UNKNOWN = Turn.CALLS_UNKNOWN;

  /** Refuses numbers below 0, and more cached tokens than were sent. */
  public ModelAnswer {
    Objects.requireNonNull(text, "text");
    Objects.requireNonNull(model, "model");
    if (toolCalls < CALLS_UNKNOWN) {
      throw new IllegalArgumentException("toolCalls must be -1 (unknown) or more: " + toolCalls);
    }
    if (outputTokens < 0 || cachedInputTokens < 0 || inputTokens < cachedInputTokens) {
      throw new IllegalArgumentException(
          "tokens must not be below 0, nor the cached ones above all that were sent: "
              + inputTokens
              + " sent, "
              + cachedInputTokens
              + " cached, "
              + outputTokens
              + " received");
    }
  }

  /** An answer of an unknown model that used an unknown number of tokens. */
  public static ModelAnswer of(String text, int toolCalls) {
    return new ModelAnswer(text, toolCalls, "", 0, 0, 0);
  }

  /** The same answer, of a model. */
  public ModelAnswer by(String modelName) {
    return new ModelAnswer(
        text, toolCalls, modelName, inputTokens, cachedInputTokens, outputTokens);
  }

  /** The same answer, with the tokens it used, none of them cached. */
  public ModelAnswer using(long input, long output) {
    return new ModelAnswer(text, toolCalls, model, input, 0, output);
  }

  /** The same answer, some of whose input tokens the provider had cached. */
  public ModelAnswer cached(long tokens) {
    return new ModelAnswer(text, toolCalls, model, inputTokens, tokens, outputTokens);
  }
}
