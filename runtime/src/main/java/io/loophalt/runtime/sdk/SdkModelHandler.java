package io.loophalt.runtime.sdk;

import io.loophalt.Effect;
import io.loophalt.core.policy.ToolPolicy;
import io.loophalt.core.run.Verdict;
import io.loophalt.core.text.FailureText;
import io.loophalt.extension.RequestReader;
import io.loophalt.extension.sdk.IteratedStreams;
import io.loophalt.extension.sdk.SdkModelCalls;
import io.loophalt.extension.sdk.SdkModelCalls.CallPart;
import io.loophalt.extension.sdk.SdkModelCalls.ToolResult;
import io.loophalt.extension.sdk.ToolExchange;
import io.loophalt.runtime.async.AsyncResult;
import io.loophalt.runtime.correlation.OpenCalls;
import io.loophalt.runtime.correlation.OpenCalls.Asked;
import io.loophalt.runtime.correlation.RunCorrelator;
import io.loophalt.runtime.invocation.Invocation;
import io.loophalt.runtime.model.CallPieces;
import io.loophalt.runtime.model.ModelCallHandler;
import io.loophalt.runtime.runs.LiveRun;
import io.loophalt.runtime.tool.StepHandler;
import io.loophalt.runtime.value.StepReader;
import java.util.Collection;
import java.util.List;
import java.util.Map;
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
    OpenCalls open = runs.openCallsOf(live);
    List<ToolResult> results = open == null ? List.of() : models.toolResults(request);
    if (open == null || results.isEmpty()) {
      return request;
    }
    List<@Nullable Asked> calls =
        open.answered(results.stream().map(ToolResult::callId).toList(), lastResult(request));
    for (int i = 0; i < calls.size(); i++) {
      Asked asked = calls.get(i);
      if (asked != null) {
        step(call, live, asked, results.get(i));
      }
    }
    call.thread().patience = null; // What follows is the model's.
    String text = live.run().haltReason() == null ? live.takeMessage() : null;
    return text == null
        ? request
        : told(call, live, request, results.get(results.size() - 1), text);
  }

  private @Nullable Object lastResult(Object request) {
    RequestReader reader = models.requests();
    @Nullable List<?> messages = reader == null ? null : reader.messages(request);
    int last = reader == null || messages == null ? -1 : ToolExchange.lastResult(reader, messages);
    return messages == null || last < 0 ? null : messages.get(last);
  }

  /** A halt that this leads to is thrown by the model call that is about to be made. */
  private void step(Invocation call, LiveRun live, Asked asked, ToolResult result) {
    ToolPolicy configured = live.run().toolPolicy(asked.tool());
    if (StepHandler.isIgnored(configured)) {
      return;
    }
    call.thread().patience = null; // It was a call of its own.
    StepReader reader = new StepReader();
    reader.begin(
        asked.tool(),
        asked.arguments(),
        runs.namesLeftOut(asked.tool(), configured),
        call.thread().digest,
        Effect.UNKNOWN,
        configured,
        asked.askedMillis());
    Verdict before = live.run().beforeStep(reader.step());
    if (before.stopReason() != null) {
      return;
    }
    runs.enforce(before, live, call);
    String text = StepHandler.whole(result.text(), result.otherParts());
    reader.end(text, isError(result), live.state(), live.millisAt(System.nanoTime()));
    Verdict after = live.run().afterStep(reader.step());
    if (after.stopReason() == null) {
      runs.enforce(after, live, call);
    }
  }

  private static boolean isError(ToolResult result) {
    Boolean said = result.error();
    return said == null ? FailureText.beginsWithFailure(result.text()) : said;
  }

  private boolean isFuture() {
    return models.returnsFuture() || events != null;
  }

  private Object told(
      Invocation call, LiveRun live, Object request, ToolResult result, String text) {
    try {
      Object told = models.withText(request, result, text);
      call.rewrite(models.requestArgument(), told);
      return told;
    } catch (ReflectiveOperationException | RuntimeException drifted) {
      runs.notTold(live, call.declaring(), drifted);
      return request;
    }
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
      Map<String, Asked> calls = pieces.untold(live.millisAt(System.nanoTime()));
      if (calls.isEmpty()) {
        return;
      }
      runs.asked(live, calls);
      haltForBlocked(live, calls.values());
    }
  }

  /** Nothing but a halt keeps a loop from calling a tool that is called where nobody sees it. */
  private void haltForBlocked(LiveRun live, Collection<Asked> calls) {
    OpenCalls open = runs.openCallsOf(live);
    if (models.refusesTools() && (open == null || !open.anyUnseen())) {
      return; // Where it is called, it is refused.
    }
    for (Asked asked : calls) {
      String tool = asked.tool();
      boolean seen = runs.knows(tool) || (open != null && open.sees(tool));
      if (!seen && runs.outside().refusal(tool) != null) {
        runs.outside().haltForBlocked(live, tool);
      }
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
