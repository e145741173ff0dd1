package io.loophalt.runtime.sdk;

import io.loophalt.extension.sdk.IteratedStreams;
import io.loophalt.extension.sdk.SdkModelCalls;
import io.loophalt.extension.sdk.SdkModelCalls.CallPart;
import io.loophalt.runtime.async.AsyncResult;
import io.loophalt.runtime.correlation.RunCorrelator;
import io.loophalt.runtime.invocation.Invocation;
import io.loophalt.runtime.model.CallPieces;
import io.loophalt.runtime.model.ModelCallHandler;
import io.loophalt.runtime.model.ToldResults;
import io.loophalt.runtime.runs.LiveRun;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Calls of a model by a loop that the application has written itself, with nothing but a provider's
 * SDK, or on a framework's model: where its tools are called nobody knows, but what came of them is
 * in the next request.
 *
 * <p>Before each call, a result in the request that answers a call of the answer before is a step,
 * unless a tool method that is woven has taken it already. Results further back, which every
 * request repeats, are none: each call is answered once. A nudge goes with the last result; a halt
 * is thrown instead of the model being called.
 */
public final class SdkModelHandler extends ModelCallHandler {

  private final SdkModelCalls models;
  private final ToldResults told;
  private final @Nullable ClassValue<SdkStreams> streams;
  private final @Nullable ClassValue<EventStreams> events;
  private final @Nullable IteratedAnswers iterated;

  /**
   * For one kind of call.
   *
   * @param woven handles the class of its {@link SdkModelCalls#wovenStreams}; null if it has none
   */
  public SdkModelHandler(
      SdkModelCalls models, @Nullable WovenStreamHandler woven, RunCorrelator runs) {
    super(models, runs);
    this.models = models;
    this.told = new ToldResults(models, runs);
    String streamPackage = models.streamPackage();
    this.streams = streamPackage == null ? null : SdkStreams.in(streamPackage);
    String handlerType = models.eventHandlerType();
    this.events = handlerType == null ? null : EventStreams.of(handlerType);
    IteratedStreams iterable = woven == null ? models.iteratedStreams() : woven;
    this.iterated = iterable == null ? null : new IteratedAnswers(iterable);
  }

  /** Outside any scope, that of the answer whose calls the request answers. */
  @Override
  protected @Nullable LiveRun run(Invocation call, long nowNanos) {
    Object request = call.argument(models.requestArgument());
    if (request == null || runs.around(call) != null) {
      return super.run(call, nowNanos);
    }
    LiveRun live = runs.carriedBy(models.answerBefore(request));
    if (live == null || live.isClosed()) {
      return super.run(call, nowNanos);
    }
    if (live != call.thread().ownRun()) {
      live.boundary().carried();
    }
    live.touch(nowNanos);
    return live;
  }

  /** The request as it is to be sent, with the steps it tells of taken. */
  @Override
  protected Object readRequest(Invocation call, LiveRun live, Object request) {
    Object sent = told.take(live, request, call.declaring(), call.thread());
    if (sent != request) {
      call.rewrite(models.requestArgument(), sent);
    }
    return sent;
  }

  private boolean isFuture() {
    return models.returnsFuture() || events != null;
  }

  @Override
  protected void heard(TurnWork turn, Object piece) {
    for (CallPart part : models.callParts(piece)) {
      CallPieces pieces = turn.pieces;
      if (pieces == null) {
        pieces = new CallPieces();
        turn.pieces = pieces;
      }
      pieces.add(part);
    }
  }

  @Override
  protected boolean endsAnswer(Object piece) {
    return models.endsAnswer(piece);
  }

  @Override
  protected void answered(TurnWork turn, LiveRun live) {
    CallPieces pieces = turn.pieces;
    if (pieces != null) {
      told.asked(live, pieces);
    }
  }

  @Override
  protected @Nullable Object refuse(Invocation call, LiveRun live, Throwable halt) {
    return isFuture() ? new Replacement(CompletableFuture.failedFuture(halt)) : halt;
  }

  @Override
  public void admit(Invocation call, LiveRun live, TurnWork turn) {
    Object handler = events == null ? null : call.argument(1);
    if (events == null || handler == null) {
      super.admit(call, live, turn);
      return;
    }
    EventStreams.Events heard = new EventStreams.Events(turn);
    call.rewrite(
        1,
        events
            .get(call.declaring())
            .inFrontOf(handler, heard, live, runs.registry(), call.failures()));
    call.attach(heard);
  }

  @Override
  public @Nullable Object left(
      Invocation call, LiveRun live, @Nullable Object returned, @Nullable Throwable thrown) {
    if (call.attachment() instanceof EventStreams.Events heard) {
      return returned == null ? heard.end(thrown) : new AsyncResult(returned, heard);
    }
    if (streams != null && returned != null && call.attachment() instanceof TurnWork turn) {
      Object followed =
          streams
              .get(call.declaring())
              .follow(returned, turn, live, runs.registry(), call.failures());
      if (followed != null) {
        return followed;
      }
    }
    if (iterated != null && returned != null && call.attachment() instanceof TurnWork turn) {
      Object followed = iterated.follow(returned, turn, call.failures());
      if (followed != null) {
        return followed;
      }
    }
    return super.left(call, live, returned, thrown);
  }
}
