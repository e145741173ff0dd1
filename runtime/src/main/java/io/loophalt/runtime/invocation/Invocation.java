package io.loophalt.runtime.invocation;

import io.loophalt.core.detect.Step;
import io.loophalt.extension.MethodCall;
import io.loophalt.runtime.runs.LiveRun;
import io.loophalt.runtime.runs.RunRegistry;
import io.loophalt.runtime.safety.InternalErrorBreaker;
import io.loophalt.runtime.value.Arguments;
import io.loophalt.runtime.value.StepReader;
import org.jspecify.annotations.Nullable;

/**
 * One call of a woven method on one thread, from entry to exit. Reused for later calls of the same
 * depth, so that a guarded call allocates nothing.
 */
public final class Invocation implements Arguments, MethodCall {

  /**
   * A joined run that a request names: many requests are turned down before anything is called in
   * them. No interface, which would be loaded when what hands it over is verified.
   */
  public record NamedRun(RunRegistry registry, String task, String id) {

    private LiveRun join() {
      return registry.join(task, id, null, System.nanoTime());
    }
  }

  /**
   * A run that nothing has needed yet: the method that is to execute a task may do no more than
   * return what others subscribe to.
   *
   * @param around in which it is opened; null for none
   */
  public record UnopenedRun(RunRegistry registry, String task, @Nullable LiveRun around) {}

  /** What kind of thing the call turned out to be, for the calls nested in it. */
  public enum Kind {
    /** Not decided, or of no interest to nested calls. */
    PLAIN,
    /** A step: tools called inside it are details of it. */
    STEP,
    /** A model call: further model interceptions inside it are layers of the same call. */
    MODEL,
    /** A scope: calls inside it belong to its run. */
    SCOPE,
    /** A request to a server: calls inside it that nothing else claims belong to its run. */
    REQUEST
  }

  public final InvocationStack thread;

  /** How many calls of the thread are around this one. */
  public final int position;

  /** Whether the woven method knows that it has the call; set by whoever tells it. */
  public boolean arrived;

  private StepReader reader = new StepReader();

  // These are the agent's own, and stay when the call has ended: the next one is mostly of the same
  // method, and a reference that is not written needs no barrier, see Step.begin.
  private @Nullable InternalErrorBreaker failures;
  private @Nullable Interceptor handler;

  private boolean underWay;
  private @Nullable Class<?> declaring;
  private @Nullable Object self;
  private final @Nullable Object[] four = new Object[4];
  private @Nullable Object @Nullable [] all;
  private @Nullable Object @Nullable [] rewritten;

  /** Good if it was decided; else the call is plain. */
  private Kind kind = Kind.PLAIN;

  private boolean kindIsDecided;
  private @Nullable LiveRun run;
  private boolean closesRun;
  private @Nullable LiveRun childRun;
  private @Nullable LiveRun joined;
  private @Nullable Object attachment;
  private @Nullable Patience patience;

  public Invocation(InvocationStack thread, int position) {
    this.thread = thread;
    this.position = position;
  }

  public void enter(
      InternalErrorBreaker failures,
      Interceptor handler,
      Class<?> declaring,
      @Nullable Object self,
      @Nullable Object a0,
      @Nullable Object a1,
      @Nullable Object a2,
      @Nullable Object a3,
      @Nullable Object @Nullable [] all) {
    underWay = true;
    arrived = false;
    if (this.failures != failures) {
      this.failures = failures;
    }
    if (this.handler != handler) {
      this.handler = handler;
    }
    this.declaring = declaring;
    if (self != null) {
      this.self = self;
    }
    give(0, a0);
    give(1, a1);
    give(2, a2);
    give(3, a3);
    if (all != null) {
      this.all = all;
    }
  }

  private void give(int position, @Nullable Object argument) {
    if (argument != null) {
      four[position] = argument;
    }
  }

  /** Lets go of everything that belongs to the application. */
  void clear() {
    declaring = null;
    self = null;
    for (int i = 0; i < four.length; i++) {
      if (four[i] != null) {
        four[i] = null;
      }
    }
    if (all != null) {
      all = null;
      rewritten = null;
    }
    kindIsDecided = false;
    run = null;
    closesRun = false;
    if (childRun != null) {
      childRun = null;
    }
    if (joined != null) {
      joined = null;
    }
    if (attachment != null) {
      attachment = null;
    }
    if (patience != null) {
      patience = null;
    }
    reader.clear();
    underWay = false; // last: see isLeftOver
  }

  /** Whether it was used before and not cleared to the end, as happens on an exhausted stack. */
  boolean isLeftOver() {
    return underWay;
  }

  /** Whether it was entered and has not ended. */
  public boolean isUnderWay() {
    return underWay;
  }

  public Interceptor handler() {
    return java.util.Objects.requireNonNull(handler);
  }

  /** Where errors of the agent's own go, also those that come when the call has ended. */
  public InternalErrorBreaker failures() {
    return java.util.Objects.requireNonNull(failures);
  }

  /** What is left of the thread's patience is this call's, and of no call inside it. */
  public void keepPatience() {
    if (thread.patience != null) {
      patience = thread.patience;
    }
  }

  /** The thread goes on with the patience of this call. */
  public void takePatience() {
    if (thread.patience != patience) {
      thread.patience = patience;
    }
  }

  /** The calls of this thread. */
  public InvocationStack thread() {
    return thread;
  }

  /** The class that was woven. */
  @Override
  public Class<?> declaring() {
    return java.util.Objects.requireNonNull(declaring);
  }

  /**
   * The same, null of a call that {@linkplain #standFor stands for} one whose class is not said.
   */
  public @Nullable Class<?> declaringIfKnown() {
    return declaring;
  }

  /** The receiver, null in a static method. */
  @Override
  public @Nullable Object self() {
    return self;
  }

  /** An argument by position, null if the method has fewer. */
  @Override
  public @Nullable Object argument(int position) {
    @Nullable Object[] many = all;
    if (many != null) {
      return position < many.length ? many[position] : null;
    }
    return position < four.length ? four[position] : null;
  }

  @Override
  public void rewrite(int position, Object argument) {
    @Nullable Object[] given = all;
    if (given == null) {
      throw new IllegalStateException(
          "the choke point in " + declaring().getName() + " does not rewrite arguments");
    }
    @Nullable Object[] copy = rewritten;
    if (copy == null) {
      copy = given.clone();
      rewritten = copy;
    }
    copy[position] = argument;
  }

  public @Nullable Object @Nullable [] rewritten() {
    return rewritten;
  }

  /** Reads the call as a step, if it is one. */
  public StepReader reader() {
    return reader;
  }

  /** The step that was read. */
  public Step step() {
    return reader.step();
  }

  /** Takes the step out of this call, because it goes on when the call has ended. */
  public StepReader detachReader() {
    StepReader detached = reader;
    detached.outliveCall();
    reader = new StepReader();
    return detached;
  }

  /**
   * Makes the call stand for a step that was begun in another call.
   *
   * @param child the run of a sub-agent that works inside the step, if it has begun
   */
  public void standFor(LiveRun run, StepReader detached, @Nullable LiveRun child) {
    becomeStepOf(run);
    reader = detached;
    childRun = child;
  }

  /** Makes the call stand for one that was made in another thread or before, of this class. */
  public void standFor(Class<?> woven) {
    declaring = woven;
  }

  /** Ends what the call stood for, while calls inside it may still be under way. */
  public void standDown() {
    if (kind() == Kind.STEP) {
      reader = new StepReader();
    }
    kindIsDecided = false;
    run = null;
    childRun = null;
  }

  public Kind kind() {
    return kindIsDecided ? kind : Kind.PLAIN;
  }

  private void become(Kind known) {
    if (kind != known) {
      kind = known;
    }
    kindIsDecided = true;
  }

  /** Says that the call is of a run, also where it is neither a step nor anything around one. */
  public void isOf(LiveRun run) {
    InternalErrorBreaker part = underWay ? failures : null;
    String framework = part == null ? null : part.framework();
    if (framework != null) {
      run.run().seenThrough(framework);
    }
  }

  /** Makes the call a step of a run. */
  public void becomeStepOf(LiveRun run) {
    isOf(run);
    become(Kind.STEP);
    this.run = run;
  }

  /** Makes the call a model call of a run. */
  public void becomeModelCallOf(LiveRun run) {
    isOf(run);
    run.boundary().modelSeen();
    becomeModelCall();
    this.run = run;
  }

  /** Makes the call a layer of a model call whose run is found later. */
  public void becomeModelCall() {
    become(Kind.MODEL);
    thread.modelCalls++;
  }

  /** Makes the call a scope: what is called inside it belongs to the run. */
  public void becomeScopeOf(LiveRun run, boolean closesRun) {
    isOf(run);
    become(Kind.SCOPE);
    this.run = run;
    this.closesRun = closesRun;
  }

  /** Makes the call the scope of a run that is opened when something in it needs one. */
  public void becomeScopeOf(UnopenedRun unopened) {
    become(Kind.SCOPE);
    attachment = unopened;
  }

  /** Whether the call is the scope of a run that nothing has needed yet. */
  boolean isUnopened() {
    return run == null && attachment instanceof UnopenedRun;
  }

  private LiveRun open(UnopenedRun unopened) {
    LiveRun opened =
        unopened.registry().open(null, unopened.task(), unopened.around(), System.nanoTime());
    opened.goWithFutures();
    opened.toolLoader(declaring().getClassLoader());
    becomeScopeOf(opened, true);
    return opened;
  }

  /** Makes the call a request, without a run until something in it needs one. */
  public void becomeRequest() {
    become(Kind.REQUEST);
  }

  /** Makes the call a request that is a part of a joined run, once something in it needs one. */
  public void becomeRequestOf(NamedRun named) {
    become(Kind.REQUEST);
    attachment = named;
  }

  /**
   * Makes the call a scope of the run that the request names, from now on.
   *
   * @return null if it names none
   */
  @Nullable LiveRun joinNamed() {
    if (!(attachment instanceof NamedRun named)) {
      return null;
    }
    attachment = null;
    LiveRun live = named.join();
    becomeScopeOf(live, false);
    return live;
  }

  /** Gives the request the run that its first call needs. */
  public void requestRun(LiveRun opened) {
    this.run = opened;
    this.closesRun = true;
  }

  public boolean closesRun() {
    return closesRun;
  }

  /**
   * The run of a sub-agent that works inside this step, from its first model call on; null if there
   * is none.
   */
  public @Nullable LiveRun childRun() {
    return childRun;
  }

  /** The run of calls inside this one: the sub-agent's, if there is one, else its own. */
  @Nullable LiveRun runInside() {
    if (run == null && attachment instanceof UnopenedRun unopened) {
      return open(unopened);
    }
    return childRun == null ? run : childRun;
  }

  public void childRun(@Nullable LiveRun child) {
    childRun = child;
  }

  /** The run that the call turned out to belong to, or null. */
  public @Nullable LiveRun run() {
    return run;
  }

  /** The run that was joined for the call, because trusted baggage names it; null if none was. */
  public @Nullable LiveRun joined() {
    return joined;
  }

  /** Other processes were asked for this run, and need not be again while the call lasts. */
  public void joined(@Nullable LiveRun named) {
    joined = named;
  }

  /** Whatever the handler left for itself between entry and exit. */
  public @Nullable Object attachment() {
    return attachment;
  }

  /** Leaves something between entry and exit. */
  public void attach(@Nullable Object object) {
    attachment = object;
  }
}
