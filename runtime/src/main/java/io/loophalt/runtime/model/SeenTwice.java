package io.loophalt.runtime.model;

import io.loophalt.core.detect.Turn;
import io.loophalt.extension.ModelResponse;
import org.jspecify.annotations.Nullable;

/**
 * What was seen of one model call inside it: answers that were counted as turns, because they came
 * behind a boundary or on another thread, and answers of layers of the same call, which were not.
 * The tokens of each count once.
 *
 * <p>Thread-safe.
 */
final class SeenTwice {

  private @Nullable ModelResponse all;
  private @Nullable ModelResponse last;
  private @Nullable ModelResponse below;

  /** An answer that came inside the call was counted. */
  synchronized void counted(ModelResponse answer) {
    ModelResponse before = all;
    all = before == null ? answer : sum(before, answer);
    last = answer;
  }

  /** A layer of the call has its answer, which was not counted. */
  synchronized void below(ModelResponse answer) {
    ModelResponse before = below;
    below = before == null ? answer : sum(before, answer);
  }

  /**
   * What is to be counted of the call itself.
   *
   * @return null if nothing is: it says no more than what was counted inside
   */
  synchronized @Nullable ModelResponse toCount(ModelResponse answer) {
    ModelResponse known = below == null ? answer : filled(answer, below);
    boolean isSame = all != null && (says(known, all) || says(known, last));
    return isSame ? null : known;
  }

  /** Whether an answer costs what another one does, or says nothing of that. */
  private static boolean says(ModelResponse answer, @Nullable ModelResponse other) {
    boolean silent = answer.inputTokens() == 0 && answer.outputTokens() == 0;
    return silent
        || (other != null
            && answer.inputTokens() == other.inputTokens()
            && answer.outputTokens() == other.outputTokens());
  }

  /** An answer with what only a layer below says. */
  private static ModelResponse filled(ModelResponse answer, ModelResponse below) {
    boolean silent = answer.inputTokens() == 0 && answer.outputTokens() == 0;
    ModelResponse tokens = silent ? below : answer;
    boolean callsUnknown = answer.toolCalls() == Turn.CALLS_UNKNOWN;
    return new ModelResponse(
        answer.model().isEmpty() ? below.model() : answer.model(),
        answer.text().isEmpty() ? below.text() : answer.text(),
        callsUnknown ? below.toolCalls() : answer.toolCalls(),
        tokens.inputTokens(),
        tokens.cachedInputTokens(),
        tokens.outputTokens());
  }

  /** What both have cost; for the rest the later one. */
  private static ModelResponse sum(ModelResponse one, ModelResponse later) {
    return new ModelResponse(
        later.model(),
        later.text(),
        later.toolCalls(),
        one.inputTokens() + later.inputTokens(),
        one.cachedInputTokens() + later.cachedInputTokens(),
        one.outputTokens() + later.outputTokens());
  }
}
