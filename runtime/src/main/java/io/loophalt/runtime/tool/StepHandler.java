package io.loophalt.runtime.tool;

import io.loophalt.core.policy.ToolPolicy;
import io.loophalt.core.run.Verdict;
import io.loophalt.runtime.async.AsyncResult;
import io.loophalt.runtime.async.AsyncResultFollower;
import io.loophalt.runtime.async.ColdStream;
import io.loophalt.runtime.async.PendingWork;
import io.loophalt.runtime.correlation.RunCorrelator;
import io.loophalt.runtime.invocation.Interceptor;
import io.loophalt.runtime.invocation.Invocation;
import io.loophalt.runtime.invocation.InvocationStack;
import io.loophalt.runtime.invocation.StreamScope;
import io.loophalt.runtime.request.OtherParts;
import io.loophalt.runtime.runs.LiveRun;
import io.loophalt.runtime.value.CanonicalDigest;
import io.loophalt.runtime.value.StepReader;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Calls that are steps, whoever makes them: what is the same for a tool method and for the place
 * where a framework executes tools. The outermost of nested such calls counts.
 */
public abstract class StepHandler implements Interceptor {

  private static final String SAID_BY = "[Loophalt] ";

  /** The runs of this JVM. */
  final RunCorrelator runs;

  StepHandler(RunCorrelator runs) {
    this.runs = runs;
  }

  /** Gives the step its outcome. */
  abstract void end(
      StepReader reader,
      @Nullable Object returned,
      @Nullable Throwable thrown,
      CanonicalDigest digest,
      long state,
      long now);

  /**
   * The run of one more execution of a step whose stream somebody subscribes to.
   *
   * @param scope where the subscriber's own stream belongs; null if it does not say
   * @param live the run of the execution before
   */
  LiveRun runOf(@Nullable StreamScope scope, LiveRun live) {
    return live;
  }

  /**
   * Begins a step that was to begin with a subscription, see {@link ToSubscribe}, where there will
   * be none.
   */
  @Nullable Object beginAfterAll(Invocation call) {
    return null;
  }

  /** Whether a call that is a detail of a step has returned an error. */
  boolean innerFailed(Object returned) {
    return false;
  }

  /** A result's text with what stands for the parts beside it; most have none. */
  public static String whole(String text, List<Object> otherParts) {
    return otherParts.isEmpty() ? text : OtherParts.behind(text, otherParts);
  }

  /** The value with a text for the model appended, or null if it cannot be. */
  abstract @Nullable Object withText(Object value, String text);

  /** Whether who waits for a result that is still to come gets what takes the value's place. */
  boolean mayCarry(Object toCome) {
    return true;
  }

  /** The outcome of a step could not take the text that waits for the model, which goes on to. */
  void notCarried(LiveRun live, @Nullable Object returned, @Nullable Throwable thrown) {}

  /**
   * Whether the halt of the run is thrown by the model's next call, and not by this one, which goes
   * on as one of a run that finishes.
   */
  boolean leavesTheHaltToTheModel(Invocation call, LiveRun live) {
    return false;
  }

  /** Whether what the call returns is known to go to who has called the agent, and to no model. */
  boolean returnsToCaller(Invocation call) {
    return false;
  }

  /** Whether what the call returns is known to go to a model. */
  boolean isReadByModel(LiveRun live) {
    return true;
  }

  /**
   * What goes to the model in place of a tool that is not called any more because its halted run
   * finishes; null if the halt is to be thrown.
   */
  @Nullable Object refused(Invocation call, String text) {
    return null;
  }

  /** A call inside another step is a detail of it, but nothing goes on inside a halted run. */
  final Object join(Invocation call, Invocation outer) {
    Throwable halt = runs.haltOf(outer, call);
    if (halt != null) {
      return halt;
    }
    call.attach(outer);
    return call;
  }

  /** Asks the run whether the step may be taken; its action must be known by now. */
  final Object begin(Invocation call, LiveRun live) {
    call.becomeStepOf(live);
    if (live.run().readsWords()) {
      call.reader().readWords();
    }
    Throwable held = runs.hold(live, call.step().effect(), call.declaring());
    if (held != null) {
      runs.haltedIn(live, call.step(), /* made= */ false);
      return held;
    }
    Verdict verdict = live.run().beforeStep(call.step());
    runs.stepSeen(live, call.step().tool());
    Throwable halt = null;
    while (!goesOn(verdict)) {
      halt = runs.enforce(verdict, live, call);
      if (halt != null || verdict.stopReason() == null) {
        break;
      }
      verdict = live.run().beforeStep(call.step()); // it goes on after all, and is judged anew
    }
    if (halt != null) {
      runs.haltedIn(live, call.step(), /* made= */ false);
    }
    if (halt != null && (verdict.mayFinish() || leavesTheHaltToTheModel(call, live))) {
      String text = verdict.mayFinish() ? verdict.message() : SAID_BY + halt.getMessage();
      Object refused = refused(call, text, halt);
      return refused instanceof Throwable ? refused : new Replacement(refused);
    }
    return halt != null ? halt : blocked(call, live);
  }

  /**
   * The call, or what stands for a tool that a person has blocked: a refusal that the model reads,
   * and that counts as the tool's failure, so that one who asks for it again and again is stopped.
   */
  private Object blocked(Invocation call, LiveRun live) {
    String refusal = runs.outside().refusal(call.step().tool());
    if (refusal == null) {
      return call;
    }
    Object answer;
    try {
      answer = blockedAnswer(call, refusal);
    } catch (RuntimeException drifted) {
      answer = null; // whatever fails here, the tool must not run
    }
    if (answer == null) {
      live.run().notMade(call.step());
      runs.outside().haltForBlocked(live, call.step().tool());
      return Objects.requireNonNull(runs.haltOf(live, call.declaring()));
    }
    call.reader().end(refusal, /* error= */ true, live.state(), live.millisAt(System.nanoTime()));
    Throwable halt = runs.enforce(live.run().afterStep(call.step()), live, call);
    return halt != null ? halt : new Replacement(answer);
  }

  /** What the model reads in place of a blocked tool's result; null if nothing can carry it. */
  @Nullable Object blockedAnswer(Invocation call, String refusal) {
    return refused(call, refusal);
  }

  /** Most verdicts are this one object, which need not be looked into. */
  @SuppressWarnings("ReferenceEquality")
  private static boolean goesOn(Verdict verdict) {
    return verdict == Verdict.NONE;
  }

  private Object refused(Invocation call, String text, Throwable halt) {
    try {
      Object refused = refused(call, text);
      return refused == null ? halt : refused;
    } catch (RuntimeException drifted) {
      // Whatever fails here, the run is halted and the tool must not run.
      halt.addSuppressed(drifted);
      return halt;
    }
  }

  /** What the configuration says about a tool. */
  public static boolean isIgnored(@Nullable ToolPolicy configured) {
    return configured != null && configured.ignored();
  }

  @Override
  public final @Nullable Object after(
      Invocation call, @Nullable Object returned, @Nullable Throwable thrown) {
    if (call.attachment() instanceof Invocation outer) {
      if (thrown != null) {
        outer.reader().innerThrew(thrown);
      } else if (returned != null) {
        outer.reader().innerFailed(innerFailed(returned));
      }
      return null;
    }
    if (call.attachment() instanceof ToSubscribe subscribers) {
      if (returned != null
          && AsyncResultFollower.knows(returned)
          && AsyncResultFollower.isCold(returned)) {
        boolean carries = mayCarry(returned);
        return new ColdStream(returned, scope -> subscribers.each().begin(scope, carries));
      }
      if (beginAfterAll(call) instanceof Throwable halt) {
        return halt;
      }
    }
    LiveRun live = call.run();
    if (live == null) {
      return null;
    }
    if (returned != null && !(returned instanceof String) && AsyncResultFollower.knows(returned)) {
      live.boundary().carried();
      return new AsyncResult(
          returned,
          new StepWork(
              call.declaring(),
              live,
              call.detachReader(),
              call.childRun(),
              leavesTheHaltToTheModel(call, live),
              mayCarry(returned) && !returnsToCaller(call)));
    }
    LiveRun child = call.childRun();
    if (child != null) {
      runs.endChild(child);
    }
    return conclude(call.declaring(), live, call.reader(), returned, thrown, call, false, true);
  }

  /**
   * Tells the run how a step has ended.
   *
   * @param call null where it has ended later than its method
   * @param laterLeaves whether such a one leaves the run's halt to the model's next call
   * @param carries whether what takes the place of the result gets to the caller
   */
  private @Nullable Object conclude(
      Class<?> woven,
      LiveRun live,
      StepReader reader,
      @Nullable Object returned,
      @Nullable Throwable thrown,
      @Nullable Invocation call,
      boolean laterLeaves,
      boolean carries) {
    InvocationStack thread = call == null ? InvocationStack.current() : call.thread();
    long now = System.nanoTime();
    end(reader, returned, thrown, thread.digest, live.state(), live.millisAt(now));
    thread.wasBusyIn(live, now);
    Verdict verdict = live.run().afterStep(reader.step());
    if (!goesOn(verdict)) {
      if (verdict.mayFinish() && (thrown == null || call != null)) {
        // The model hears of it in the last call; only a halt from inside must not reach the
        // caller.
        return thrown != null && call != null && RunCorrelator.isHaltOf(thrown, verdict)
            ? refused(call, verdict.message(), thrown)
            : null;
      }
      if (RunCorrelator.isHaltOf(thrown, verdict)) {
        return null;
      }
      Throwable halt = runs.enforceAtResult(verdict, live, woven);
      if (halt != null) {
        runs.haltedIn(live, reader.step(), /* made= */ true);
        boolean leaves = call == null ? laterLeaves : leavesTheHaltToTheModel(call, live);
        return thrown == null && leaves ? null : halt;
      }
    }
    Object appended = isReadByModel(live) ? carried(live, returned, thrown, carries, call) : null;
    live.tellNudges();
    return appended;
  }

  /** The result with what waits for the model; null where nothing does, or it carries nothing. */
  private @Nullable Object carried(
      LiveRun live,
      @Nullable Object returned,
      @Nullable Throwable thrown,
      boolean carries,
      @Nullable Invocation call) {
    String text = live.takeMessage();
    if (text == null) {
      return null;
    }
    boolean mayCarry = carries && (call == null || !returnsToCaller(call));
    Object appended =
        thrown != null || returned == null || !mayCarry ? null : withText(returned, text);
    if (appended == null) {
      // It waits for a result that can carry it.
      live.interventions().returnMessage(text);
      notCarried(live, returned, thrown);
    }
    return appended;
  }

  /**
   * What is attached to a call whose step begins with each subscription to what it returns.
   *
   * @param each begins it
   * @param modelCalls how many had begun on the thread before the call
   */
  record ToSubscribe(Each each, int modelCalls) {

    /** Begins the step of one who subscribes, see {@link ColdStream.Subscribers}. */
    interface Each {
      @Nullable Object begin(@Nullable StreamScope scope, boolean carries);
    }
  }

  /**
   * Asks a run whether a step may be taken for somebody who subscribes.
   *
   * @return what to tell how it goes, or a {@link Throwable} to fail with
   */
  final Object beginFor(
      Class<?> woven, LiveRun live, StepReader reader, boolean leaves, boolean carries) {
    Throwable held = runs.hold(live, reader.step().effect(), woven);
    Throwable halt =
        held != null ? held : runs.ask(live, woven, () -> live.run().beforeStep(reader.step()));
    if (halt != null) {
      runs.haltedIn(live, reader.step(), /* made= */ false);
      return halt;
    }
    if (runs.outside().refusal(reader.step().tool()) != null) {
      live.run().notMade(reader.step());
      runs.outside().haltForBlocked(live, reader.step().tool());
      return Objects.requireNonNull(runs.haltOf(live, woven));
    }
    live.boundary().carried();
    return new StepWork(woven, live, reader, null, leaves, carries);
  }

  /** A step whose result is still to come. */
  private final class StepWork implements PendingWork {

    private final Class<?> woven;
    private final LiveRun live;
    private final StepReader reader;
    private volatile @Nullable LiveRun child;

    /** Whether it leaves a halt of the run to the model's next call. */
    private final boolean leaves;

    /** Whether a text for the model can go with the value. */
    private final boolean carries;

    /** Who cancels may do so on another thread than the value comes on. */
    private final AtomicBoolean concluded = new AtomicBoolean();

    StepWork(
        Class<?> woven,
        LiveRun live,
        StepReader reader,
        @Nullable LiveRun child,
        boolean leaves,
        boolean carries) {
      this.woven = woven;
      this.live = live;
      this.reader = reader;
      this.child = child;
      this.leaves = leaves;
      this.carries = carries;
    }

    @Override
    public boolean isShared() {
      return live.run().isShared();
    }

    @Override
    public boolean isForAnotherThread() {
      return !concluded.get() && live.run().isForAnotherThread();
    }

    @Override
    public boolean judgesValues() {
      return true;
    }

    @Override
    public Object again() {
      return again(null);
    }

    @Override
    public Object again(@Nullable StreamScope scope) {
      LiveRun next = runOf(scope, live);
      StepReader again = reader.again(next.millisAt(System.nanoTime()));
      return beginFor(woven, next, again, leaves, carries);
    }

    @Override
    public void passOn(Runnable onwards) {
      if (live.goesWithFutures() && !live.letsTasksGo()) {
        runs.goOnIn(live, onwards);
      } else {
        onwards.run();
      }
    }

    @Override
    public void enter(Invocation call) {
      call.standFor(live, reader, child);
    }

    @Override
    public void leave(Invocation call) {
      child = call.childRun();
      call.standDown();
      if (concluded.get()) {
        // Another thread was faster, and has not seen the child.
        runs.endChild(child);
      }
    }

    /** Of a stream the first value counts; tools that answer in several are not known. */
    @Override
    public @Nullable Object value(Object value) {
      if (!concluded.compareAndSet(false, true)) {
        return null;
      }
      runs.endChild(child);
      return conclude(woven, live, reader, value, null, null, leaves, carries);
    }

    @Override
    public @Nullable Throwable end(@Nullable Throwable error) {
      if (!concluded.compareAndSet(false, true)) {
        return null;
      }
      runs.endChild(child);
      return conclude(woven, live, reader, null, error, null, leaves, carries)
              instanceof Throwable halt
          ? halt
          : null;
    }
  }
}
