package io.loophalt.runtime.sdk;

import io.loophalt.core.failure.ThreadStop;
import io.loophalt.runtime.async.AsyncResult;
import io.loophalt.runtime.async.GuardedWork;
import io.loophalt.runtime.async.PendingWork;
import io.loophalt.runtime.async.StreamHandlerType;
import io.loophalt.runtime.invocation.InvocationStack;
import io.loophalt.runtime.model.ModelCallHandler.TurnWork;
import io.loophalt.runtime.runs.LiveRun;
import io.loophalt.runtime.runs.RunRegistry;
import io.loophalt.runtime.safety.InternalErrorBreaker;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Optional;
import java.util.Spliterator;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/**
 * Follows streamed answers in the two types in which the SDKs of OpenAI and Anthropic return them:
 * {@code StreamResponse}, a {@link Stream} to be closed, and {@code AsyncStreamResponse}, to be
 * subscribed to; and the {@code HttpResponseFor} in which an answer, or its stream, may be wrapped.
 *
 * <p>A proxy of the same interface stands in front of them. The turn is over when the stream ends,
 * fails or is closed; a halt is thrown where the stream would have ended, or told the subscriber.
 */
final class SdkStreams {

  private final StreamHandlerType blocking;
  private final StreamHandlerType async;
  private final StreamHandlerType subscriber;

  /** Null outside the classes that return raw responses. */
  private final @Nullable StreamHandlerType raw;

  private SdkStreams(Class<?> woven, String packageName) {
    ClassLoader loader = woven.getClassLoader();
    blocking = StreamHandlerType.find(loader, packageName + ".StreamResponse", "", "");
    async = StreamHandlerType.find(loader, packageName + ".AsyncStreamResponse", "", "");
    subscriber =
        StreamHandlerType.find(
            loader, packageName + ".AsyncStreamResponse$Handler", "onComplete", "");
    raw =
        woven.getSimpleName().equals("WithRawResponseImpl")
            ? StreamHandlerType.find(loader, packageName + ".HttpResponseFor", "", "")
            : null;
  }

  /**
   * The types of one SDK, in the loader of each woven class.
   *
   * @param packageName where the SDK has them
   */
  static ClassValue<SdkStreams> in(String packageName) {
    return new ClassValue<>() {
      @Override
      protected SdkStreams computeValue(Class<?> woven) {
        return new SdkStreams(woven, packageName);
      }
    };
  }

  /**
   * What a method is to return in place of a stream, a raw response or the promise of one; null if
   * it returns none of them.
   */
  @Nullable Object follow(
      Object returned,
      TurnWork turn,
      LiveRun live,
      RunRegistry registry,
      InternalErrorBreaker failures) {
    if (raw != null && returned instanceof CompletionStage<?>) {
      return new AsyncResult(returned, new Promised(raw, turn, failures));
    }
    if (raw != null && raw.type().isInstance(returned)) {
      return proxy(raw, new RawResponse(raw, returned, this, turn, failures));
    }
    GuardedWork guarded = new GuardedWork(turn, failures);
    if (async.type().isInstance(returned)) {
      return proxy(async, new Pushed(async, returned, subscriber, guarded, live, registry));
    }
    turn.isDrawn();
    return inFrontOf(returned, guarded);
  }

  /** What stands in front of a stream that its user draws from; null if it is none. */
  @Nullable Object inFrontOf(Object answer, GuardedWork turn) {
    return blocking.type().isInstance(answer)
        ? proxy(blocking, new Pulled(blocking, answer, turn))
        : null;
  }

  private static Object proxy(StreamHandlerType type, InvocationHandler handler) {
    return Proxy.newProxyInstance(
        type.type().getClassLoader(), new Class<?>[] {type.type()}, handler);
  }

  /** A raw response that is still to come. */
  private final class Promised implements PendingWork {

    private final StreamHandlerType raw;
    private final TurnWork turn;
    private final InternalErrorBreaker failures;
    private boolean came;

    Promised(StreamHandlerType raw, TurnWork turn, InternalErrorBreaker failures) {
      this.raw = raw;
      this.turn = turn;
      this.failures = failures;
    }

    @Override
    public Object again() {
      return this;
    }

    @Override
    public Object value(Object value) {
      came = true;
      return proxy(raw, new RawResponse(raw, value, SdkStreams.this, turn, failures));
    }

    /** From when it has come on, the turn goes on until it is read. */
    @Override
    public @Nullable Throwable end(@Nullable Throwable error) {
      return came ? null : turn.end(error);
    }
  }

  /** A stream that its user draws from. */
  private record Pulled(StreamHandlerType type, Object target, GuardedWork turn)
      implements InvocationHandler {

    @Override
    public @Nullable Object invoke(Object proxy, Method method, @Nullable Object @Nullable [] given)
        throws Throwable {
      if (isEquals(method)) {
        return given != null && proxy == given[0];
      }
      Object outcome = type.call(target, method, given);
      if (outcome instanceof Stream<?> stream) {
        return StreamSupport.stream(new Drawn<>(stream.spliterator(), turn), false)
            .onClose(stream::close);
      }
      if (method.getName().equals("close")) {
        // A halt stays: the next model call throws it.
        turn.end(null);
      }
      return outcome;
    }
  }

  /** Tells the turn of each piece that is drawn, and of the end. */
  private static final class Drawn<T> implements Spliterator<T> {

    private final Spliterator<T> source;
    private final GuardedWork turn;

    Drawn(Spliterator<T> source, GuardedWork turn) {
      this.source = source;
      this.turn = turn;
    }

    @Override
    public boolean tryAdvance(Consumer<? super T> action) {
      boolean more;
      try {
        more =
            source.tryAdvance(
                piece -> {
                  turn.value(piece);
                  action.accept(piece);
                });
      } catch (RuntimeException | Error broken) {
        throw SdkStreams.<RuntimeException>atEnd(turn, broken);
      }
      Throwable halt = more ? null : turn.end(null);
      if (halt != null) {
        throw SdkStreams.<RuntimeException>unchecked(halt);
      }
      return more;
    }

    @Override
    public @Nullable Spliterator<T> trySplit() {
      return null;
    }

    @Override
    public long estimateSize() {
      return source.estimateSize();
    }

    @Override
    public int characteristics() {
      return source.characteristics() & ~(SIZED | SUBSIZED | SORTED);
    }
  }

  /** A stream that tells its subscriber. */
  private record Pushed(
      StreamHandlerType type,
      Object target,
      StreamHandlerType subscriber,
      GuardedWork turn,
      LiveRun live,
      RunRegistry registry)
      implements InvocationHandler {

    @Override
    public @Nullable Object invoke(Object proxy, Method method, @Nullable Object @Nullable [] given)
        throws Throwable {
      if (isEquals(method)) {
        return given != null && proxy == given[0];
      }
      if (given != null && subscriber.type().isInstance(given[0])) {
        given[0] = proxy(subscriber, new Subscriber(subscriber, given[0], turn, live, registry));
      }
      Object outcome = type.call(target, method, given);
      if (method.getName().equals("close")) {
        turn.end(null);
      }
      return outcome == target ? proxy : outcome;
    }
  }

  private record Subscriber(
      StreamHandlerType type, Object target, GuardedWork turn, LiveRun live, RunRegistry registry)
      implements InvocationHandler {

    @Override
    public @Nullable Object invoke(Object proxy, Method method, @Nullable Object @Nullable [] given)
        throws Throwable {
      if (isEquals(method)) {
        return given != null && proxy == given[0];
      }
      if (given == null || given.length != 1 || given[0] == null) {
        return type.call(target, method, given);
      }
      if (!type.isComplete(method)) {
        turn.value(given[0]);
        return type.call(target, method, given);
      }
      Throwable halt =
          turn.end(given[0] instanceof Optional<?> error ? (Throwable) error.orElse(null) : null);
      // What the subscriber does with the answer belongs to the run.
      InvocationStack thread = InvocationStack.current();
      Object scope = thread.enterReaction(live);
      try {
        return type.call(target, method, halt == null ? given : new Object[] {Optional.of(halt)});
      } finally {
        thread.leaveScope(scope, registry);
      }
    }
  }

  static boolean isEquals(Method method) {
    return method.getDeclaringClass() == Object.class && method.getName().equals("equals");
  }

  /** What a stream that broke ends with: a halt, or what it broke with. */
  static <T extends Throwable> RuntimeException atEnd(GuardedWork turn, Throwable broken) throws T {
    Throwable halt = turn.end(broken);
    return SdkStreams.<T>unchecked(halt == null || ThreadStop.is(broken) ? broken : halt);
  }

  @SuppressWarnings("unchecked")
  static <T extends Throwable> RuntimeException unchecked(Throwable thrown) throws T {
    throw (T) thrown;
  }
}
