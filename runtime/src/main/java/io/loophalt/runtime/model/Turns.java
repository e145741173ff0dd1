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
    return count(answer, live, woven, last, live.talk().takePrompt());
  }

  /** The same, where it is known what was said before: by now more may have been. */
  @Nullable Throwable count(
      ModelResponse answer, LiveRun live, Class<?> woven, boolean last, Turn.Prompt prompt) {
    live.boundary().modelSeen();
    Turn turn =
        new Turn(
            live.run().nextTurnIndex(),
            answer.toolCalls(),
            answer.text(),
            answer.model(),
            answer.inputTokens(),
            answer.outputTokens(),
            prompt,
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

  /**
   * Counts what an answer without a call has cost that broke off: it is no turn in which the agent
   * only talked. Whoever asks once more is answered then, and what was said before counts then.
   *
   * @return a halt, or null
   */
  @Nullable Throwable countBroken(ModelResponse answer, LiveRun live, Class<?> woven) {
    live.boundary().modelSeen();
    Turn turn =
        new Turn(
            live.run().nextTurnIndex(),
            /* toolCalls= */ 0,
            /* text= */ "",
            answer.model(),
            answer.inputTokens(),
            answer.outputTokens(),
            Turn.Prompt.RESULTS,
            /* compactedBefore= */ false);
    long now = live.millisAt(System.nanoTime());
    Verdict verdict =
        live.run().isShared() || live.run().haltReason() != null
            ? live.run().turnStarted(turn, costOf(answer), now)
            : live.run().lastAnswer(turn, costOf(answer), now);
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
