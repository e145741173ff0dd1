package io.loophalt.runtime.tool;

import io.loophalt.core.policy.ToolPolicy;
import io.loophalt.runtime.async.AsyncResultFollower;
import io.loophalt.runtime.correlation.RunCorrelator;
import io.loophalt.runtime.invocation.Invocation;
import io.loophalt.runtime.invocation.InvocationStack;
import io.loophalt.runtime.invocation.StreamScope;
import io.loophalt.runtime.runs.LiveRun;
import io.loophalt.runtime.value.Arguments;
import io.loophalt.runtime.value.CanonicalDigest;
import io.loophalt.runtime.value.StepReader;
import io.loophalt.runtime.value.ToolMethod;
import io.loophalt.runtime.value.TypeNames;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Calls of a method that is a tool, by annotation or by configuration. Equal to another one for
 * methods that are described alike.
 *
 * <p>A call that returns a publisher, on a thread that is in no run, is no step: whoever subscribes
 * says which run it is of, and takes the step each time. Tools that it calls before it returns are
 * details of it.
 */
public final class ToolMethodHandler extends StepHandler {

  private final ToolMethod method;

  /** For one woven method. */
  public ToolMethodHandler(ToolMethod method, RunCorrelator runs) {
    super(runs);
    this.method = method;
    runs.know(method);
  }

  @Override
  public @Nullable Object before(Invocation call) {
    InvocationStack thread = call.thread;
    Invocation outer = thread.enclosingStep(call);
    if (outer != null) {
      // A framework's executor, a proxy or another tool has begun this step: it counts once.
      outer.reader().enrich(method, call);
      LiveRun run = outer.run();
      if (run != null) {
        run.toolLoader(call.declaring().getClassLoader());
      }
      return join(call, outer);
    }
    if (thread.depth > 1 && isDetailOfOneToCome(call)) {
      return null;
    }
    boolean mayWait = method.publishes() && runs.outside().mayGoUnseen(method.tool());
    LiveRun live = mayWait && thread.isInUnopenedRun() ? null : thread.scopedRun();
    if (live == null && mayWait) {
      call.attach(
          new ToSubscribe(
              eachSubscriber(call.declaring(), copyOfArguments(call)), thread.modelCalls));
      return call;
    }
    return beginIn(live, call);
  }

  /**
   * Whether the call is made inside one whose step begins with each subscription to what it
   * returns, as a detail of that; not where a sub-agent's model has been called in it, which may
   * have asked for this one.
   */
  private static boolean isDetailOfOneToCome(Invocation call) {
    return call.thread.attachedAround(call) instanceof ToSubscribe outer
        && outer.modelCalls() == call.thread.modelCalls;
  }

  /** Begins the step; in the run that the call is found to be of, if none is known. */
  private @Nullable Object beginIn(@Nullable LiveRun known, Invocation call) {
    long now = System.nanoTime();
    LiveRun live = known;
    if (live == null) {
      if (runs.isAskedElsewhere(call, method.tool())) {
        return call;
      }
      live = runs.of(call, null, method.task(), now);
    } else {
      live.touch(now);
    }
    boolean isStep = read(call, call, live, now);
    if (isStep && runs.isOver(live, call)) {
      live = runs.besideHalted(call, method.task(), now);
      isStep = read(call, call, live, now);
    }
    return isStep ? begin(call, live) : null;
  }

  /** False if the configuration of the run wants the call ignored. */
  private boolean read(Invocation call, Arguments arguments, LiveRun live, long now) {
    live.toolLoader(call.declaring().getClassLoader());
    ToolPolicy configured = live.run().toolPolicy(method.tool());
    if (isIgnored(configured)) {
      return false;
    }
    call.reader().begin(method, arguments, call.thread.digest, configured, live.millisAt(now));
    return true;
  }

  private @Nullable Object[] copyOfArguments(Invocation call) {
    @Nullable Object[] copy = new @Nullable Object[method.parameters().size()];
    for (int i = 0; i < copy.length; i++) {
      copy[i] = call.argument(i);
    }
    return copy;
  }

  private ToSubscribe.Each eachSubscriber(Class<?> woven, @Nullable Object[] arguments) {
    Arguments given = position -> position < arguments.length ? arguments[position] : null;
    return (scope, carries) -> {
      Invocation call = InvocationStack.current().push();
      try {
        call.standFor(woven);
        return beginFor(call, scope, given, carries);
      } finally {
        call.thread().pop(call);
      }
    };
  }

  /**
   * Begins the step of somebody who subscribes.
   *
   * @param call stands for it on the subscriber's thread
   * @param carries whether a text for the model can go with the result
   */
  private @Nullable Object beginFor(
      Invocation call, @Nullable StreamScope scope, Arguments arguments, boolean carries) {
    InvocationStack thread = call.thread();
    long now = System.nanoTime();
    LiveRun live = scope == null ? thread.scopedRun() : scope.run();
    if (live == null) {
      if (runs.isAskedElsewhere(call, method.tool())) {
        return null;
      }
      live = runs.of(call, null, method.task(), now);
    } else {
      live.touch(now);
    }
    boolean isStep = read(call, arguments, live, now);
    if (isStep && scope == null && runs.isOver(live, call)) {
      live = runs.besideHalted(call, method.task(), now);
      isStep = read(call, arguments, live, now);
    }
    if (!isStep) {
      return null;
    }
    if (live.run().readsWords()) {
      call.reader().readWords();
    }
    StepReader reader = call.detachReader();
    runs.stepSeen(live, method.tool());
    return beginFor(call.declaring(), live, reader, /* leaves= */ false, carries);
  }

  @Override
  @Nullable Object beginAfterAll(Invocation call) {
    return beginIn(null, call);
  }

  @Override
  LiveRun runOf(@Nullable StreamScope scope, LiveRun live) {
    LiveRun subscribers = scope == null ? InvocationStack.current().scopedRun() : scope.run();
    return subscribers == null ? live : subscribers;
  }

  @Override
  void end(
      StepReader reader,
      @Nullable Object returned,
      @Nullable Throwable thrown,
      CanonicalDigest digest,
      long state,
      long now) {
    reader.end(returned, thrown, digest, state, now);
  }

  /** One of several values is no whole text, and of a class of its own none takes the place. */
  @Override
  boolean mayCarry(Object toCome) {
    return isFollowed() && !AsyncResultFollower.givesSeveral(toCome);
  }

  /** A suspending function, which may be declared to come to a text, always is. */
  private boolean isFollowed() {
    return method.returnsText() || method.returnsLater();
  }

  @Override
  @Nullable Object withText(Object value, String text) {
    return value instanceof String || isDeclaredAsCharacters(value) ? value + "\n\n" + text : null;
  }

  /**
   * Whoever gets a builder so knows no more than the declared type. Other characters cannot be read
   * without calling the application's code, or, as of a {@code StringBuffer}, taking its lock.
   */
  private boolean isDeclaredAsCharacters(Object value) {
    return value instanceof StringBuilder && method.returnsText();
  }

  @Override
  void notCarried(LiveRun live, @Nullable Object returned, @Nullable Throwable thrown) {
    if (live.hasOpenCalls() || (thrown != null && RunCorrelator.isHalt(thrown))) {
      return; // The next request can be changed, and carries it; or nobody asks the model again.
    }
    runs.waitsForText(live, method.tool(), described(returned, thrown));
  }

  private String described(@Nullable Object returned, @Nullable Throwable thrown) {
    if (thrown != null) {
      return "throws a " + TypeNames.of(thrown.getClass());
    }
    if (returned == null) {
      return "returns nothing";
    }
    if (returned instanceof String) {
      return isFollowed()
          ? "returns a stream"
          : "returns a text in a class of the application's own";
    }
    Class<?> type = returned.getClass();
    return "returns a " + (type.isArray() ? type.getTypeName() : TypeNames.of(type));
  }

  @Override
  @Nullable Object blockedAnswer(Invocation call, String refusal) {
    if (!method.returnsText()) {
      return null;
    }
    return method.returnsLater() ? CompletableFuture.completedFuture(refusal) : refusal;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof ToolMethodHandler that
        && runs == that.runs
        && method.equals(that.method);
  }

  @Override
  public int hashCode() {
    return method.tool().hashCode();
  }
}
