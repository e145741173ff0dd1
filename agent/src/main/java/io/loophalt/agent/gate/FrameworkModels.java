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
   * @param toolCalls how many tool calls it asks for; {@link Turn#CALLS_UNKNOWN} if unknown
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
      long outputTokens) {

    /**
     * This piece of an answer and the next one. Usage comes once, in the last piece, or grows from
     * piece to piece: the largest numbers count.
     */
    Answer and(Answer next) {
      return new Answer(
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

  private final Runs runs;

  /** For all model calls of one framework. */
  protected FrameworkModels(Runs runs) {
    this.runs = runs;
  }

  /** Reads the answer from what the method returned. */
  protected abstract Answer answer(Object returned);

  /** Reads the answer of a call; null if it has none. For where the result does not say all. */
  @Nullable Answer answer(Call call, @Nullable Object returned) {
    return returned == null ? null : answer(returned);
  }

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
    if (live == null || thrown != null) {
      return null;
    }
    if (returned != null && Deferred.knows(returned)) {
      return new Unfinished(returned, new TurnWork(call.declaring(), live));
    }
    Answer answer = answer(call, returned);
    return answer == null ? null : turn(call.declaring(), live, answer);
  }

  private @Nullable Throwable turn(Class<?> woven, LiveRun live, Answer answer) {
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
        live.run().turnStarted(turn, costOf(answer), live.millisAt(System.nanoTime())),
        live,
        woven);
  }

  /** A turn whose answer is still to come, in one piece or in many. */
  private final class TurnWork implements Work {

    private final Class<?> woven;
    private final LiveRun live;
    private @Nullable Answer soFar;

    TurnWork(Class<?> woven, LiveRun live) {
      this.woven = woven;
      this.live = live;
    }

    @Override
    public Object again() {
      Throwable halt =
          runs.enforce(live.run().beforeModelCall(live.millisAt(System.nanoTime())), live, woven);
      return halt != null ? halt : new TurnWork(woven, live);
    }

    @Override
    public @Nullable Object value(Object value) {
      Answer piece = answer(value);
      Answer before = soFar;
      soFar = before == null ? piece : before.and(piece);
      return null;
    }

    /** An answer that broke off has cost tokens all the same. */
    @Override
    public @Nullable Throwable end(@Nullable Throwable error) {
      Answer answer = soFar;
      return answer == null ? null : turn(woven, live, answer);
    }
  }

  private BigDecimal costOf(Answer answer) {
    ModelPrice price = runs.registry().policy().priceOf(answer.model());
    return price == null
        ? BigDecimal.ZERO
        : price.of(answer.inputTokens(), answer.cachedInputTokens(), answer.outputTokens());
  }
}
