package io.loophalt.runtime.model;

import io.loophalt.extension.CallbackModelCalls;
import io.loophalt.runtime.async.GuardedWork;
import io.loophalt.runtime.async.PendingWork;
import io.loophalt.runtime.async.StreamHandlerType;
import io.loophalt.runtime.correlation.RunCorrelator;
import io.loophalt.runtime.invocation.InvocationStack;
import io.loophalt.runtime.runs.LiveRun;
import io.loophalt.runtime.runs.RunRegistry;
import io.loophalt.runtime.safety.InternalErrorBreaker;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Stands in front of a streaming handler while one answer comes.
 *
 * <p>All calls go on to the handler, pieces at the cost of one method handle. When the answer is
 * complete the turn is counted, and the handler works on it inside the run; if the run is halted
 * then, or by what the handler does, the handler is given the halt as an error instead.
 */
final class StreamedAnswer implements InvocationHandler {

  private final RunCorrelator runs;
  private final CallbackModelCalls models;
  private final StreamHandlerType type;
  private final Object handler;
  private final LiveRun live;
  private final RunRegistry registry;
  private final PendingWork work;
  private final InternalErrorBreaker failures;
  private final GuardedWork turn;
  private final AtomicBoolean over = new AtomicBoolean();

  StreamedAnswer(
      RunCorrelator runs,
      CallbackModelCalls models,
      StreamHandlerType type,
      Object handler,
      LiveRun live,
      RunRegistry registry,
      PendingWork work,
      InternalErrorBreaker failures) {
    this.runs = runs;
    this.models = models;
    this.type = type;
    this.handler = handler;
    this.live = live;
    this.registry = registry;
    this.work = work;
    this.failures = failures;
    this.turn = new GuardedWork(work, failures);
  }

  @Override
  public @Nullable Object invoke(Object proxy, Method method, @Nullable Object @Nullable [] given)
      throws Throwable {
    if (given != null && given.length == 1 && given[0] != null) {
      if (type.isComplete(method)) {
        complete(method, given[0]);
        return null;
      }
      if (type.isError(method) && given[0] instanceof Throwable error) {
        error(error);
        return null;
      }
      if (method.getDeclaringClass() == Object.class) {
        return proxy == given[0];
      }
      announce(given[0]);
    }
    return type.call(handler, method, given);
  }

  private void announce(Object piece) {
    try {
      Object toolRequest = models.earlyToolRequest(piece);
      if (toolRequest != null) {
        runs.attach(toolRequest, live);
        live.run().turnIsComing();
      }
    } catch (RuntimeException ours) {
      failures.note("in a piece of a streamed answer", ours);
    }
  }

  private void complete(Method method, Object answer) throws Throwable {
    Object outcome = turn.value(answer);
    Throwable halt = outcome instanceof Throwable refused ? refused : turn.end(null);
    if (halt != null) {
      inRun(() -> type.error(handler, halt));
      return;
    }
    inRun(
        () -> {
          try {
            type.call(handler, method, new Object[] {answer});
          } catch (Throwable thrown) {
            if (!RunCorrelator.isHalt(thrown)) {
              throw thrown;
            }
            type.error(handler, thrown);
          }
        });
  }

  private void error(Throwable error) throws Throwable {
    Throwable halt = turn.end(error);
    inRun(() -> type.error(handler, halt == null ? error : halt));
  }

  /**
   * The call has thrown: what to throw instead, or null. Either the model's client did, and the
   * answer will not come, or the handler, while it worked on the answer. While another thread works
   * on it, the call's failure changes nothing.
   */
  @Nullable Throwable brokeOff(Throwable thrown) {
    if (over.get() || !turn.takeEnd()) {
      return null;
    }
    end();
    return work.end(thrown);
  }

  /** What the handler does with an answer. */
  private interface Reaction {
    void happens() throws Throwable;
  }

  private void inRun(Reaction reaction) throws Throwable {
    InvocationStack thread = InvocationStack.current();
    Object scope = thread.enterReaction(live);
    try {
      reaction.happens();
    } finally {
      thread.leaveScope(scope, registry);
      end();
    }
  }

  private void end() {
    if (!over.compareAndSet(false, true)) {
      return;
    }
    try {
      registry.streamEnded(live);
    } catch (RuntimeException ours) {
      failures.note("when a streamed answer was over", ours);
    }
  }
}
