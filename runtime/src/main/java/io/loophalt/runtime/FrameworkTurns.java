package io.loophalt.runtime;

import io.loophalt.core.run.RunRegistry.LiveRun;
import io.loophalt.runtime.FrameworkModels.Answer;
import org.jspecify.annotations.Nullable;

/**
 * Turns of a framework that begins a model call in one method and has its answer in another, and
 * says in both which run they belong to.
 */
public abstract class FrameworkTurns {

  private final Turns turns;

  /** For all turns of one framework. */
  protected FrameworkTurns(Runs runs) {
    this.turns = new Turns(runs);
  }

  /** The run that a call of any of the methods belongs to, or null to leave the call alone. */
  protected abstract @Nullable LiveRun run(Call call);

  /** Reads the answer in a call of the method that has it; null if it is a part of one. */
  protected abstract @Nullable Answer answer(Call call);

  /** For the method in which a model is about to be called. */
  public final CallHandler beginnings() {
    return new Beginnings();
  }

  /** For the method that has the model's answer, before the tools that it asks for are called. */
  public final CallHandler answers() {
    return new Answers();
  }

  /**
   * For the method that returns a publisher of the answer: what is called while it is being
   * subscribed to is a layer of the same model call.
   */
  public final CallHandler layers() {
    return new Layers();
  }

  private final class Beginnings implements CallHandler {
    @Override
    public @Nullable Object before(Call call) {
      LiveRun live = run(call);
      return live == null ? null : turns.beforeNext(live, call.declaring());
    }

    @Override
    public @Nullable Object after(
        Call call, @Nullable Object returned, @Nullable Throwable thrown) {
      return null;
    }
  }

  private final class Answers implements CallHandler {
    @Override
    public @Nullable Object before(Call call) {
      LiveRun live = run(call);
      Answer answer = live == null ? null : answer(call);
      return live == null || answer == null
          ? null
          : turns.count(answer, live, call.declaring(), /* last= */ false);
    }

    @Override
    public @Nullable Object after(
        Call call, @Nullable Object returned, @Nullable Throwable thrown) {
      return null;
    }
  }

  private final class Layers implements CallHandler {
    @Override
    public Object before(Call call) {
      return call;
    }

    @Override
    public @Nullable Object after(
        Call call, @Nullable Object returned, @Nullable Throwable thrown) {
      LiveRun live = run(call);
      return live == null || returned == null || !Deferred.knows(returned)
          ? null
          : new Unfinished(returned, new ModelLayer(live, null));
    }
  }
}
