package io.loophalt.agent.gate;

import io.loophalt.agent.gate.FrameworkModels.Answer;
import io.loophalt.agent.run.RunRegistry.LiveRun;
import org.jspecify.annotations.Nullable;

/**
 * Calls of a method that returns a stream of a model's answer, which begins when somebody
 * subscribes. Frameworks stack several such methods in one call; the outermost counts.
 */
public abstract class FrameworkModelStreams implements CallHandler {

  private final Runs runs;
  private final Turns turns;

  /** For all streams of one framework. */
  protected FrameworkModelStreams(Runs runs) {
    this.runs = runs;
    this.turns = new Turns(runs);
  }

  /** Reads one piece of the answer. */
  protected abstract Answer answer(Object piece);

  @Override
  public final @Nullable Object before(Call call) {
    if (call.thread().insideModelCall(call)) {
      return null;
    }
    call.becomeModelCall();
    return call;
  }

  @Override
  public final @Nullable Object after(
      Call call, @Nullable Object returned, @Nullable Throwable thrown) {
    if (returned == null || !Deferred.knows(returned)) {
      return null;
    }
    boolean insideRun = call.thread().scopedRun() != null;
    LiveRun around = insideRun ? runs.ofModelCall(call, System.nanoTime()) : null;
    Class<?> woven = call.declaring();
    return new ColdStream(returned, scope -> subscribe(woven, around, scope));
  }

  private Object subscribe(
      Class<?> woven, @Nullable LiveRun around, @Nullable StreamScope subscriber) {
    LiveRun live =
        subscriber != null
            ? subscriber.run()
            : around != null
                ? around
                : runs.ofThread(ThreadCalls.current(), woven, null, System.nanoTime());
    Throwable halt = turns.beforeNext(live, woven);
    return halt != null ? halt : new AnswerWork(woven, live);
  }

  /** An answer that comes in pieces; of a framework's loop inside it, the last one does. */
  private final class AnswerWork implements Work {

    private final Class<?> woven;
    private final LiveRun live;
    private final ModelLoop loop = new ModelLoop();
    private @Nullable Answer soFar;
    private int answersBefore;

    AnswerWork(Class<?> woven, LiveRun live) {
      this.woven = woven;
      this.live = live;
    }

    @Override
    public Object again() {
      return this;
    }

    @Override
    public StreamScope scope() {
      return new StreamScope(live, loop);
    }

    @Override
    public @Nullable Object value(Object value) {
      forgetWhatIsCounted();
      Answer piece = answer(value);
      Answer before = soFar;
      soFar = before == null ? piece : before.and(piece);
      return null;
    }

    /** An answer that broke off has cost tokens all the same. */
    @Override
    public @Nullable Throwable end(@Nullable Throwable error) {
      forgetWhatIsCounted();
      Answer answer = soFar;
      return answer == null || loop.isOver() ? null : turns.count(loop.alone(answer), live, woven, false);
    }

    /** Pieces that came before the loop counted an answer belong to that one. */
    private void forgetWhatIsCounted() {
      if (loop.answers() != answersBefore) {
        answersBefore = loop.answers();
        soFar = null;
      }
    }
  }
}
