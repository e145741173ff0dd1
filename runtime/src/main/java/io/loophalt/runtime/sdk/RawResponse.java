package io.loophalt.runtime.sdk;

import io.loophalt.core.failure.ThreadStop;
import io.loophalt.runtime.async.GuardedWork;
import io.loophalt.runtime.async.StreamHandlerType;
import io.loophalt.runtime.model.ModelCallHandler.TurnWork;
import io.loophalt.runtime.safety.InternalErrorBreaker;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Follows an answer that an SDK hands out as a raw HTTP response, to be parsed when its user likes.
 *
 * <p>The turn is over when it is parsed, or when the stream is that it parses to; the halt is
 * thrown there. Of a body that the application reads itself only that there was an answer is known.
 */
final class RawResponse implements InvocationHandler {

  /** What gives the body away, so that there is nothing left to parse. */
  private static final Set<String> READ_BY_HAND = Set.of("body", "json", "buffered");

  private final StreamHandlerType type;
  private final Object target;
  private final SdkStreams streams;
  private final TurnWork work;
  private final GuardedWork turn;
  private final InternalErrorBreaker failures;
  private final AtomicBoolean read = new AtomicBoolean();

  /** What stands in front of the stream it parses to. */
  private volatile @Nullable Object stream;

  RawResponse(
      StreamHandlerType type,
      Object target,
      SdkStreams streams,
      TurnWork work,
      InternalErrorBreaker failures) {
    this.type = type;
    this.target = target;
    this.streams = streams;
    this.work = work;
    this.turn = new GuardedWork(work, failures);
    this.failures = failures;
  }

  @Override
  public @Nullable Object invoke(Object proxy, Method method, @Nullable Object @Nullable [] given)
      throws Throwable {
    String name = method.getName();
    if (SdkStreams.isEquals(method)) {
      return given != null && proxy == given[0];
    }
    if (name.equals("parse")) {
      return parse(method, given);
    }
    Object outcome = type.call(target, method, given);
    if (name.equals("close")) {
      // A halt stays: the next model call throws it.
      leave();
    } else if (READ_BY_HAND.contains(name)) {
      throwIfHalted(leave());
    }
    return outcome;
  }

  private @Nullable Object parse(Method method, @Nullable Object @Nullable [] given)
      throws Throwable {
    Object parsed;
    try {
      parsed = type.call(target, method, given);
    } catch (Throwable broken) {
      Throwable halt = turn.end(broken);
      throw halt == null || ThreadStop.is(broken) ? broken : halt;
    }
    if (parsed != null && read.compareAndSet(false, true)) {
      work.isDrawn();
      stream = streams.inFrontOf(parsed, turn);
      if (stream == null) {
        turn.value(parsed);
        throwIfHalted(turn.end(null));
      }
    }
    Object followed = stream;
    return followed == null ? parsed : followed;
  }

  /** Nothing more will be heard of the answer. */
  private @Nullable Throwable leave() {
    if (read.compareAndSet(false, true)) {
      GuardedWork.ask(
          () -> {
            work.unread();
            return null;
          },
          failures);
    }
    return turn.end(null);
  }

  private static void throwIfHalted(@Nullable Throwable halt) throws Throwable {
    if (halt != null) {
      throw halt;
    }
  }
}
