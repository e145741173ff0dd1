package io.loophalt.agent.gate;

import io.loophalt.agent.gate.FrameworkModels.Answer;
import io.loophalt.agent.run.RunRegistry.LiveRun;
import org.jspecify.annotations.Nullable;

/**
 * Calls of the method in which a framework has all tools executed that one answer asks for. Inside
 * a model call it lies between two turns, which nothing else shows; elsewhere it shows the answer
 * of a model that is not watched itself.
 */
public abstract class FrameworkToolTurns implements CallHandler {

  private final Runs runs;
  private final Turns turns;

  /** For all such calls of one framework. */
  protected FrameworkToolTurns(Runs runs) {
    this.runs = runs;
    this.turns = new Turns(runs);
  }

  /**
   * Reads the answer from the arguments, with the usage of all answers in the same model call; null
   * if there is none.
   */
  protected abstract @Nullable Answer answer(Call call);

  /**
   * Whether what the method returned is the result of the whole, and no model is called with it.
   */
  protected abstract boolean endsTheLoop(Object returned);

  @Override
  public final @Nullable Object before(Call call) {
    Answer answer = answer(call);
    if (answer == null) {
      return null;
    }
    LiveRun live = runs.of(call, null, null, System.nanoTime());
    ModelLoop loop = loopAround(call);
    if (loop == null) {
      return live.run().awaitsSteps() ? null : turns.count(answer, live, call.declaring(), false);
    }
    call.attach(new Turn(live, loop));
    Throwable halt = turns.count(loop.alone(answer), live, call.declaring(), false);
    return halt != null ? halt : call;
  }

  /** The model call that goes on around this one, blocking or as a stream. */
  private static @Nullable ModelLoop loopAround(Call call) {
    Call model = call.thread().enclosingModelCall(call);
    if (model == null) {
      return call.thread().streamedModelCall(call);
    }
    if (model.attachment() instanceof ModelLoop streamed) {
      return streamed;
    }
    return model.attachment() instanceof FrameworkModels.TurnWork turn ? turn.loop() : null;
  }

  /** The answer at hand: its run, and the model call it is one of the answers of. */
  private record Turn(LiveRun live, ModelLoop loop) {}

  @Override
  public final @Nullable Object after(
      Call call, @Nullable Object returned, @Nullable Throwable thrown) {
    if (returned == null || !(call.attachment() instanceof Turn turn)) {
      return null;
    }
    turn.loop().over(endsTheLoop(returned));
    return turn.loop().isOver() ? null : turns.beforeNext(turn.live(), call.declaring());
  }
}
