package io.loophalt.runtime.sdk;

import io.loophalt.runtime.async.GuardedWork;
import io.loophalt.runtime.async.PendingWork;
import io.loophalt.runtime.async.StreamHandlerType;
import io.loophalt.runtime.invocation.InvocationStack;
import io.loophalt.runtime.invocation.Patience;
import io.loophalt.runtime.model.ModelCallHandler.TurnWork;
import io.loophalt.runtime.runs.LiveRun;
import io.loophalt.runtime.runs.RunRegistry;
import io.loophalt.runtime.safety.InternalErrorBreaker;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Follows answers that the AWS SDK gives, event by event, to a response handler of the
 * application's.
 *
 * <p>A proxy stands in front of the handler. The turn is over when the stream of events is, or the
 * call's future fails; a halt is the handler's error and the future's.
 */
final class EventStreams {

  private final StreamHandlerType type;

  private EventStreams(@Nullable ClassLoader loader, String handlerType) {
    type = StreamHandlerType.find(loader, handlerType, "", "exceptionOccurred");
  }

  /**
   * The handlers of one operation, in the loader of each woven class.
   *
   * @param handlerType name of their type, an {@code EventStreamResponseHandler}
   */
  static ClassValue<EventStreams> of(String handlerType) {
    return new ClassValue<>() {
      @Override
      protected EventStreams computeValue(Class<?> woven) {
        return new EventStreams(woven.getClassLoader(), handlerType);
      }
    };
  }

  /** What to give the SDK in place of the application's handler. */
  Object inFrontOf(
      Object handler,
      Events turn,
      LiveRun live,
      RunRegistry registry,
      InternalErrorBreaker failures) {
    return Proxy.newProxyInstance(
        type.type().getClassLoader(),
        new Class<?>[] {type.type()},
        new Handler(type, handler, turn, live, registry, failures));
  }

  /** A turn whose answer comes in events; its end is told by the handler and by the future. */
  static final class Events implements PendingWork {

    private final TurnWork turn;

    /** What the call's question has left of it; null where no other process was asked. */
    private final @Nullable Patience patience = InvocationStack.current().patienceAtHand();

    private final AtomicBoolean ended = new AtomicBoolean();
    private volatile @Nullable Throwable halt;

    Events(TurnWork turn) {
      this.turn = turn;
    }

    @Override
    public Object again() {
      return this;
    }

    /** What the SDK has read before it tried again is not part of the answer. */
    void fromTheBeginning() {
      turn.forget();
    }

    @Override
    public @Nullable Object value(Object event) {
      return turn.value(event);
    }

    @Override
    public @Nullable Throwable end(@Nullable Throwable error) {
      if (ended.compareAndSet(false, true)) {
        halt = turn.end(error);
      }
      return halt;
    }
  }

  private record Handler(
      StreamHandlerType type,
      Object target,
      Events turn,
      LiveRun live,
      RunRegistry registry,
      InternalErrorBreaker failures)
      implements InvocationHandler {

    @Override
    public @Nullable Object invoke(Object proxy, Method method, @Nullable Object @Nullable [] given)
        throws Throwable {
      if (SdkStreams.isEquals(method)) {
        return given != null && proxy == given[0];
      }
      if (method.getName().equals("onEventStream") && given != null && given[0] != null) {
        return type.call(target, method, new Object[] {heard(method, given[0])});
      }
      return method.getName().equals("complete")
          ? complete(method)
          : type.call(target, method, given);
    }

    /** The publisher whose events the turn hears before the application does. */
    private Object heard(Method method, Object publisher) throws Throwable {
      turn.fromTheBeginning();
      GuardedWork guarded = new GuardedWork(turn, failures);
      Function<Object, Object> hear =
          event -> {
            guarded.value(event);
            return event;
          };
      try {
        return method
            .getParameterTypes()[0]
            .getMethod("map", Function.class)
            .invoke(publisher, hear);
      } catch (InvocationTargetException refused) {
        throw refused.getTargetException();
      }
    }

    /** What the handler does with the answer belongs to the run. */
    private @Nullable Object complete(Method method) throws Throwable {
      Throwable halt = new GuardedWork(turn, failures, turn.patience).end(null);
      InvocationStack thread = InvocationStack.current();
      Object scope = thread.enterReaction(live);
      try {
        if (halt == null) {
          return type.call(target, method, null);
        }
        type.error(target, halt);
        return null;
      } finally {
        thread.leaveScope(scope, registry);
      }
    }
  }
}
