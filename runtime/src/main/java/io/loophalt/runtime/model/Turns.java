package io.loophalt.runtime.model;

import io.loophalt.core.detect.Turn;
import io.loophalt.core.run.Verdict;
import io.loophalt.extension.ModelResponse;
import io.loophalt.runtime.correlation.RunCorrelator;
import io.loophalt.runtime.request.TextTail;
import io.loophalt.runtime.runs.LiveRun;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/** Counts the answers of models as turns of their run. Thread-safe. */
final class Turns {

  private final RunCorrelator runs;

  Turns(RunCorrelator runs) {
    this.runs = runs;
  }

  /**
   * Counts one answer.
   *
   * @param woven the class in whose call it came: its loader knows the exception to halt with
   * @param last whether it is the answer with which a halted run finishes
   * @return a halt, or null
   */
  @Nullable Throwable count(ModelResponse answer, LiveRun live, Class<?> woven, boolean last) {
    live.boundary().modelSeen();
    Turn turn =
        new Turn(
            live.run().nextTurnIndex(),
            answer.toolCalls(),
            answer.text(),
            answer.model(),
            answer.inputTokens(),
            answer.outputTokens(),
            live.talk().takePrompt(),
            /* compactedBefore= */ false);
    long now = live.millisAt(System.nanoTime());
    if (live.run().isShared()) {
      live.run().answerEndsWith(TextTail.ending(answer.text()));
    }
    Verdict verdict =
        last
            ? live.run().lastAnswer(turn, costOf(answer), now)
            : live.run().turnStarted(turn, costOf(answer), now);
    if (answer.toolCalls() == 0) {
      live.answered();
    }
    // Of a run that may finish, the next call is the last.
    return verdict.mayFinish() ? null : runs.enforce(verdict, live, woven);
  }

  private BigDecimal costOf(ModelResponse answer) {
    return runs.registry()
        .policy()
        .costOf(
            answer.model(),
            answer.inputTokens(),
            answer.cachedInputTokens(),
            answer.outputTokens());
  }
}
