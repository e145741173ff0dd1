package io.loophalt.runtime.model;

import io.loophalt.core.failure.ThreadStop;
import io.loophalt.extension.FlowModelCalls;
import io.loophalt.runtime.async.Coroutines;
import io.loophalt.runtime.async.GuardedWork;
import io.loophalt.runtime.async.PendingWork;
import io.loophalt.runtime.async.ProxyMaker;
import io.loophalt.runtime.async.StreamHandlerType;
import io.loophalt.runtime.async.Suspension;
import io.loophalt.runtime.correlation.RunCorrelator;
import io.loophalt.runtime.invocation.Invocation;
import io.loophalt.runtime.invocation.InvocationStack;
import io.loophalt.runtime.invocation.Patience;
import io.loophalt.runtime.runs.LiveRun;
import io.loophalt.runtime.safety.InternalErrorBreaker;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Model calls of which some return a {@code Flow} of Kotlin's, whose elements are the pieces of the
 * answer.
 *
 * <p>Another flow stands in front of it. The turn is asked for when the flow is made, which is when
 * frameworks collect it, and over when its collection is; a halt is thrown out of that. Collecting
 * it once more is another turn.
 */
public final class KotlinFlowModelHandler extends ModelCallHandler {

  /** The types of one copy of the library. */
  private record Types(StreamHandlerType flow, StreamHandlerType collector) {

    static final ClassValue<Types> OF_WOVEN =
        new ClassValue<>() {
          @Override
          protected Types computeValue(Class<?> woven) {
            String types = "kotlinx.coroutines.flow.Flow";
            ClassLoader loader = woven.getClassLoader();
            return new Types(
                StreamHandlerType.find(loader, types, "", ""),
                StreamHandlerType.find(loader, types + "Collector", "", ""));
          }
        };
  }

  private final ProxyMaker proxies;

  /** For all model calls of one framework. */
  public KotlinFlowModelHandler(FlowModelCalls models, RunCorrelator runs, ProxyMaker proxies) {
    super(models, runs);
    this.proxies = proxies;
  }

  @Override
  public @Nullable Object left(
      Invocation call, LiveRun live, @Nullable Object returned, @Nullable Throwable thrown) {
    Types types = Types.OF_WOVEN.get(call.declaring());
    if (types.flow().type().isInstance(returned) && call.attachment() instanceof TurnWork turn) {
      return proxies.make(
          types.flow().type(),
          new Followed(
              proxies,
              types,
              Coroutines.of(call.declaring()),
              returned,
              turn,
              call.failures(),
              call.thread().patienceAtHand(),
              new AtomicBoolean()));
    }
    return super.left(call, live, returned, thrown);
  }

  private record Followed(
      ProxyMaker proxies,
      Types types,
      Coroutines kotlin,
      Object target,
      TurnWork turn,
      InternalErrorBreaker failures,
      @Nullable Patience patience,
      AtomicBoolean collected)
      implements InvocationHandler {

    /** What tells how a collection goes, or a halt, and for how long that still waits. */
    private record Next(Object work, @Nullable Patience patience) {}

    @Override
    public @Nullable Object invoke(Object proxy, Method method, @Nullable Object @Nullable [] given)
        throws Throwable {
      return given != null && given.length == 2 && given[0] != null && given[1] != null
          ? collect(method, given[0], given[1])
          : types.flow().call(target, method, given);
    }

    private @Nullable Object collect(Method method, Object collector, Object caller)
        throws Throwable {
      Next next = collected.getAndSet(true) ? again() : new Next(turn, patience);
      if (next.work() instanceof Throwable halt) {
        throw halt;
      }
      PendingWork work = (PendingWork) next.work();
      GuardedWork pieces = new GuardedWork(work, failures, null);
      GuardedWork collection = new GuardedWork(new Collection(work), failures, next.patience());
      Suspension suspension = new Suspension(kotlin, caller, failures);
      Object heard =
          proxies.make(types.collector().type(), new Heard(types.collector(), collector, pieces));
      Object returned = null;
      Throwable thrown = null;
      try {
        returned =
            types
                .flow()
                .call(target, method, new Object[] {heard, kotlin.proxy(caller, suspension)});
      } catch (Throwable broken) {
        thrown = broken;
      }
      if (!kotlin.isSuspended(returned)) {
        if (isStop(thrown) || !collection.isForAnotherThread()) {
          return over(returned, thrown, collection);
        }
        suspension.came(returned, thrown);
      }
      Object outcome = suspension.follow(collection);
      if (outcome instanceof Throwable halt) {
        throw halt;
      }
      return outcome;
    }

    private static boolean isStop(@Nullable Throwable thrown) {
      return thrown != null && ThreadStop.is(thrown);
    }

    private static @Nullable Object over(
        @Nullable Object returned, @Nullable Throwable thrown, GuardedWork collection)
        throws Throwable {
      Throwable halt = collection.end(thrown);
      if (thrown != null && (halt == null || isStop(thrown))) {
        throw thrown;
      }
      if (halt != null) {
        throw halt;
      }
      return returned;
    }

    private Next again() {
      Object next =
          GuardedWork.ask(
              () -> new Next(turn.again(), InvocationStack.current().patienceAtHand()), failures);
      return next == null ? new Next(turn, null) : (Next) next;
    }
  }

  /** Hears each piece before who collects them. */
  private record Heard(StreamHandlerType type, Object target, GuardedWork turn)
      implements InvocationHandler {

    @Override
    public @Nullable Object invoke(Object proxy, Method method, @Nullable Object @Nullable [] given)
        throws Throwable {
      if (given != null && given.length == 2 && given[0] != null) {
        turn.value(given[0]);
      }
      return type.call(target, method, given);
    }
  }

  /** What collecting a flow gives says nothing; that it is over does. */
  private record Collection(PendingWork turn) implements PendingWork {

    @Override
    public boolean isShared() {
      return turn.isShared();
    }

    @Override
    public boolean isForAnotherThread() {
      return turn.isForAnotherThread();
    }

    @Override
    public Object again() {
      return this;
    }

    @Override
    public @Nullable Object value(Object nothing) {
      return null;
    }

    @Override
    public @Nullable Throwable end(@Nullable Throwable error) {
      return turn.end(error);
    }
  }
}
