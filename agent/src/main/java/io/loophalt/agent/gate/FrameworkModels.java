package io.loophalt.agent.gate;

import io.loophalt.agent.detect.Turn;
import io.loophalt.agent.policy.ModelPrice;
import io.loophalt.agent.run.RunRegistry.LiveRun;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/**
 * Calls of the place where a framework calls a model. Frameworks stack several such places in one
 * call; the outermost counts.
 */
public abstract class FrameworkModels implements CallHandler {

  /**
   * What the model answered.
   *
   * @param model the model's name, empty if unknown
   * @param text the answer's text, empty if none
   * @param toolCalls how many tool calls it asks for
   * @param inputTokens tokens sent, 0 if unknown
   * @param cachedInputTokens those of them that the provider had cached, 0 if unknown
   * @param outputTokens tokens received, 0 if unknown
   */
  public record Answer(
      String model,
      String text,
      int toolCalls,
      long inputTokens,
      long cachedInputTokens,
      long outputTokens) {}

  private final Runs runs;

  /** For all model calls of one framework. */
  protected FrameworkModels(Runs runs) {
    this.runs = runs;
  }

  /** Reads the answer from what the method returned. */
  protected abstract Answer answer(Object returned);

  @Override
  public final @Nullable Object before(Call call) {
    if (call.thread().insideModelCall(call)) {
      return null;
    }
    long now = System.nanoTime();
    LiveRun live = runs.ofModelCall(call, now);
    Throwable halt = runs.enforce(live.run().beforeModelCall(live.millisAt(now)), live, call);
    if (halt != null) {
      return halt;
    }
    call.becomeModelCallOf(live);
    return call;
  }

  @Override
  public final @Nullable Object after(
      Call call, @Nullable Object returned, @Nullable Throwable thrown) {
    LiveRun live = call.run();
    if (live == null || thrown != null || returned == null) {
      return null;
    }
    Answer answer = answer(returned);
    Turn turn =
        new Turn(
            live.run().nextTurnIndex(),
            answer.toolCalls(),
            answer.text(),
            answer.model(),
            answer.inputTokens(),
            answer.outputTokens(),
            false,
            false);
    return runs.enforce(
        live.run().turnStarted(turn, costOf(answer), live.millisAt(System.nanoTime())), live, call);
  }

  private BigDecimal costOf(Answer answer) {
    ModelPrice price = runs.registry().policy().priceOf(answer.model());
    return price == null
        ? BigDecimal.ZERO
        : price.of(answer.inputTokens(), answer.cachedInputTokens(), answer.outputTokens());
  }
}
