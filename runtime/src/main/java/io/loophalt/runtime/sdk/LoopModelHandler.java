package io.loophalt.runtime.sdk;

import io.loophalt.Effect;
import io.loophalt.core.policy.ToolPolicy;
import io.loophalt.core.run.LiveRun;
import io.loophalt.core.run.Verdict;
import io.loophalt.runtime.async.AsyncResult;
import io.loophalt.runtime.correlation.CallPart;
import io.loophalt.runtime.correlation.OpenCalls;
import io.loophalt.runtime.correlation.OpenCalls.Asked;
import io.loophalt.runtime.correlation.RunCorrelator;
import io.loophalt.runtime.invocation.Invocation;
import io.loophalt.runtime.model.CallPieces;
import io.loophalt.runtime.model.ModelCallHandler;
import io.loophalt.runtime.tool.StepHandler;
import io.loophalt.runtime.value.LiveStep;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Calls of a model by a loop that the application has written itself, with nothing but a provider's
 * SDK: where its tools are called nobody knows, but what came of them is in the next request.
 *
 * <p>Before each call, a result in the request that answers a call of the answer before is a step,
 * unless a tool method that is woven has taken it already. Results further back, which every
 * request repeats, are none: each call is answered once. A nudge goes with the last result; a halt
 * is thrown instead of the model being called.
 */
public abstract class LoopModelHandler extends ModelCallHandler {

  /**
   * What a tool gave, in a request.
   *
   * @param callId the call it answers
   * @param text as the application worded it
   * @param error whether the application calls it an error
   */
  public record ToolResult(String callId, String text, boolean error) {}

  private final boolean returnsFuture;
  private final @Nullable ClassValue<SdkStreams> streams;
  private final @Nullable ClassValue<EventStreams> events;

  /**
   * For one kind of call.
   *
   * @param returnsFuture whether the method returns a {@link CompletableFuture}, through which a
   *     halt is to reach its caller
   * @param streamPackage where the SDK has its {@code StreamResponse}; null if there is none
   */
  protected LoopModelHandler(
      RunCorrelator runs, boolean returnsFuture, @Nullable String streamPackage) {
    super(runs);
    this.returnsFuture = returnsFuture;
    this.streams = streamPackage == null ? null : SdkStreams.in(streamPackage);
    this.events = null;
  }

  /**
   * For calls that give their answer to a response handler, their second argument, and return a
   * future.
   *
   * @param handlerType name of the handler's type
   */
  protected LoopModelHandler(RunCorrelator runs, String handlerType) {
    super(runs);
    this.returnsFuture = true;
    this.streams = null;
    this.events = EventStreams.of(handlerType);
  }

  /** The tool calls that an answer, or a piece of one, asks for. */
  protected abstract List<CallPart> callParts(Object returned);

  /** The tool results that a request ends with, in their order. */
  protected abstract List<ToolResult> toolResults(Object request);

  /**
   * A copy of the request in which a text for the model goes with a result.
   *
   * @throws ReflectiveOperationException if this version of the SDK makes none
   */
  protected abstract Object withText(Object request, ToolResult result, String text)
      throws ReflectiveOperationException;

  @Override
  protected int requestArgument() {
    return 0;
  }

  /** The request as it is to be sent, with the steps it tells of taken. */
  @Override
  protected final Object readRequest(Invocation call, LiveRun live, Object request) {
    OpenCalls open = runs.openCallsOf(live);
    List<ToolResult> results = open == null ? List.of() : toolResults(request);
    if (open == null || results.isEmpty()) {
      return request;
    }
    List<@Nullable Asked> calls = open.answered(results.stream().map(ToolResult::callId).toList());
    for (int i = 0; i < calls.size(); i++) {
      Asked asked = calls.get(i);
      if (asked != null) {
        step(call, live, asked, results.get(i));
      }
    }
    String text = live.run().haltReason() == null ? live.takeMessage() : null;
    return text == null
        ? request
        : told(call, live, request, results.get(results.size() - 1), text);
  }

  /** A halt that this leads to is thrown by the model call that is about to be made. */
  private void step(Invocation call, LiveRun live, Asked asked, ToolResult result) {
    ToolPolicy configured = live.run().toolPolicy(asked.tool());
    if (StepHandler.isIgnored(configured)) {
      return;
    }
    LiveStep step = new LiveStep();
    step.begin(
        asked.tool(),
        asked.arguments(),
        runs.namesLeftOut(asked.tool(), configured),
        call.thread().digest,
        Effect.UNKNOWN,
        configured,
        asked.askedMillis());
    Verdict before = live.run().beforeStep(step);
    if (before.stopReason() != null) {
      return;
    }
    runs.enforce(before, live, call);
    step.end(result.text(), result.error(), live.state(), live.millisAt(System.nanoTime()));
    Verdict after = live.run().afterStep(step);
    if (after.stopReason() == null) {
      runs.enforce(after, live, call);
    }
  }

  private Object told(
      Invocation call, LiveRun live, Object request, ToolResult result, String text) {
    try {
      Object told = withText(request, result, text);
      call.rewrite(requestArgument(), told);
      return told;
    } catch (ReflectiveOperationException | RuntimeException drifted) {
      runs.notTold(live, call.declaring(), drifted);
      return request;
    }
  }

  @Override
  protected final void heard(TurnWork turn, Object piece) {
    for (CallPart part : callParts(piece)) {
      CallPieces pieces = turn.pieces;
      if (pieces == null) {
        pieces = new CallPieces();
        turn.pieces = pieces;
      }
      pieces.add(part);
    }
  }

  @Override
  protected final void answered(TurnWork turn, LiveRun live) {
    CallPieces pieces = turn.pieces;
    if (pieces != null) {
      runs.asked(live, pieces.calls(live.millisAt(System.nanoTime())));
    }
  }

  @Override
  protected @Nullable Object refuse(Invocation call, LiveRun live, Throwable halt) {
    return returnsFuture ? new Replacement(CompletableFuture.failedFuture(halt)) : halt;
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
    return super.left(call, live, returned, thrown);
  }
}
