package io.loophalt.runtime.model;

import io.loophalt.extension.CallbackModelCalls;
import io.loophalt.runtime.async.StreamHandlerType;
import io.loophalt.runtime.correlation.RunCorrelator;
import io.loophalt.runtime.invocation.Invocation;
import io.loophalt.runtime.invocation.InvocationStack;
import io.loophalt.runtime.runs.LiveRun;
import java.lang.reflect.Proxy;
import org.jspecify.annotations.Nullable;

/**
 * Calls of the place where a framework calls a model and is given a handler that hears of the
 * answer, piece by piece, on whatever thread.
 *
 * <p>The choke point must rewrite arguments: the handler is replaced by one that counts the turn
 * when the answer is complete. What the framework does then, on the thread that brings the answer,
 * belongs to the run, and a halt reaches the handler as an error.
 */
public final class CallbackModelHandler extends ModelCallHandler {

  private final CallbackModelCalls models;
  private final ClassValue<StreamHandlerType> handlerTypes;

  /** For all such calls of one framework. */
  public CallbackModelHandler(CallbackModelCalls models, RunCorrelator runs) {
    super(models, runs);
    this.models = models;
    this.handlerTypes =
        new ClassValue<>() {
          @Override
          protected StreamHandlerType computeValue(Class<?> woven) {
            return StreamHandlerType.find(
                woven.getClassLoader(),
                models.handlerType(),
                models.completeMethod(),
                models.errorMethod());
          }
        };
  }

  @Override
  public void admit(Invocation call, LiveRun live, TurnWork turn) {
    int position = models.handlerArgument(call);
    Object handler = call.argument(position);
    if (handler == null) {
      return;
    }
    StreamHandlerType type = handlerTypes.get(call.declaring());
    StreamedAnswer answer =
        new StreamedAnswer(
            runs, models, type, handler, live, runs.registry(), turn, call.failures());
    call.rewrite(
        position,
        Proxy.newProxyInstance(type.type().getClassLoader(), new Class<?>[] {type.type()}, answer));
    runs.registry().streamBegan(live);
    call.attach(answer);
  }

  @Override
  public @Nullable Object left(
      Invocation call, LiveRun live, @Nullable Object returned, @Nullable Throwable thrown) {
    return thrown != null && call.attachment() instanceof StreamedAnswer answer
        ? answer.brokeOff(thrown)
        : null;
  }

  @Override
  protected Object refuse(Invocation call, LiveRun live, Throwable halt) {
    Object handler = call.argument(models.handlerArgument(call));
    if (handler == null) {
      return halt;
    }
    InvocationStack thread = call.thread();
    runs.registry().streamBegan(live);
    // What a program begins there, such as a fallback, stands beside the halted run.
    Object scope = thread.enterReaction(live);
    // The handler is the application's code, not ours.
    thread.leaveAgent();
    try {
      handlerTypes.get(call.declaring()).error(handler, halt);
      return new Replacement(true);
    } catch (Throwable theirs) {
      return theirs;
    } finally {
      thread.enterAgent();
      thread.leaveScope(scope, runs.registry());
      runs.registry().streamEnded(live);
    }
  }
}
