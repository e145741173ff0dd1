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
    Call model = call.thread().enclosingModelCall(call);
    if (model == null) {
      LiveRun live = runs.of(call, null, null, System.nanoTime());
      return live.run().awaitsSteps() ? null : turns.count(answer, live, call.declaring());
    }
    LiveRun live = model.run();
    if (live == null) {
      return null;
    }
    ModelLoop loop = model.attachment() instanceof ModelLoop begun ? begun : new ModelLoop();
    model.attach(loop);
    call.attach(model);
    Throwable halt = turns.count(loop.alone(answer), live, call.declaring());
    return halt != null ? halt : call;
  }

  @Override
  public final @Nullable Object after(
      Call call, @Nullable Object returned, @Nullable Throwable thrown) {
    if (thrown != null
        || returned == null
        || !(call.attachment() instanceof Call model)
        || !(model.attachment() instanceof ModelLoop loop)) {
      return null;
    }
    LiveRun live = model.run();
    loop.over(endsTheLoop(returned));
    return live == null || loop.isOver() ? null : turns.beforeNext(live, call.declaring());
  }
}
