package io.loophalt.runtime.sdk;

import io.loophalt.extension.sdk.IteratedStreams;
import io.loophalt.runtime.async.AsyncResult;
import io.loophalt.runtime.async.PendingWork;
import io.loophalt.runtime.model.ModelCallHandler.TurnWork;
import io.loophalt.runtime.safety.InternalErrorBreaker;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Follows answers over whose pieces their users iterate, when they have come or are promised. */
final class IteratedAnswers {

  private final IteratedStreams streams;

  IteratedAnswers(IteratedStreams streams) {
    this.streams = streams;
  }

  /** What a method is to return in place of a stream or a promise; null if it returns neither. */
  @Nullable Object follow(Object returned, TurnWork turn, InternalErrorBreaker failures) {
    return returned instanceof CompletionStage<?>
        ? new AsyncResult(returned, new Promised(turn, failures))
        : inFrontOf(returned, turn, failures);
  }

  private @Nullable Object inFrontOf(
      Object returned, TurnWork turn, InternalErrorBreaker failures) {
    try {
      return streams.inFrontOf(returned, new DrawnTurn(turn, failures));
    } catch (ReflectiveOperationException drifted) {
      throw new IllegalStateException("no stream like " + returned.getClass(), drifted);
    }
  }

  /** A stream that is still to come, or an answer as a whole. */
  private final class Promised implements PendingWork {

    private final TurnWork turn;
    private final InternalErrorBreaker failures;
    private boolean isStream;

    Promised(TurnWork turn, InternalErrorBreaker failures) {
      this.turn = turn;
      this.failures = failures;
    }

    @Override
    public Object again() {
      return this;
    }

    @Override
    public boolean isShared() {
      return turn.isShared();
    }

    @Override
    public boolean isForAnotherThread() {
      return turn.isForAnotherThread();
    }

    @Override
    public @Nullable Object value(Object value) {
      Object stream = inFrontOf(value, turn, failures);
      isStream = stream != null;
      return isStream ? stream : turn.value(value);
    }

    /** From when a stream has come on, the turn goes on until it is read. */
    @Override
    public @Nullable Throwable end(@Nullable Throwable error) {
      return isStream ? null : turn.end(error);
    }
  }
}
