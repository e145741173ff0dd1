package io.loophalt.runtime.boundary;

import io.loophalt.extension.AnswerWork;
import io.loophalt.runtime.correlation.RunCorrelator;
import io.loophalt.runtime.invocation.Interceptor;
import io.loophalt.runtime.invocation.Invocation;
import io.loophalt.runtime.runs.LiveRun;
import org.jspecify.annotations.Nullable;

/**
 * Calls of the method in which a framework does what an answer of a model asks for, on whatever
 * thread. Outside any scope, what is called in it belongs to the run of the answer.
 */
public final class AnswerWorkHandler implements Interceptor {

  private final AnswerWork work;
  private final RunCorrelator runs;

  /** For all such calls of one framework. */
  public AnswerWorkHandler(AnswerWork work, RunCorrelator runs) {
    this.work = work;
    this.runs = runs;
  }

  @Override
  public @Nullable Object before(Invocation call) {
    LiveRun live = runs.around(call) == null ? runs.carriedBy(work.answer(call)) : null;
    if (live == null || live.isClosed()) {
      return null;
    }
    call.becomeScopeOf(live, false);
    return call;
  }

  @Override
  public @Nullable Object after(
      Invocation call, @Nullable Object returned, @Nullable Throwable thrown) {
    return null;
  }
}
