package io.loophalt.runtime.invocation;

import io.loophalt.StopReason;
import io.loophalt.runtime.runs.LiveRun;
import io.loophalt.runtime.runs.RunRegistry;
import io.loophalt.runtime.value.CanonicalDigest;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The woven calls that are under way on one thread, innermost last, and the run the thread is in.
 *
 * <p>Belongs to its thread alone. Allocates when the stack grows deeper than ever before on the
 * thread.
 */
public final class InvocationStack {

  /** Scopes that are open on a thread at one time. */
  public static final int MOST_SCOPES = 128;

  /**
   * Of these, the outermost stay when there are too many: whoever closes one of them closes all
   * that were forgotten inside it.
   */
  private static final int OUTERMOST = MOST_SCOPES / 2;

  /** A call that took less is told from silence without a note of its end. */
  private static final long A_MOMENT_NANOS = 100_000_000;

  private static final ThreadLocal<InvocationStack> CURRENT = new PerThread();

  /** One for all threads: a short one is to cost less than a kibibyte. */
  private static final Invocation[] NO_CALLS = new Invocation[0];

  /**
   * A class instead of a lambda: the first lambda of a JVM costs tens of milliseconds of start-up.
   */
  private static final class PerThread extends ThreadLocal<InvocationStack> {
    @Override
    protected InvocationStack initialValue() {
      return new InvocationStack();
    }
  }

  /** A run that was entered by hand, and how many woven calls were under way at that moment. */
  private static final class Scope {
    /** Null of a task that belongs to no run, whoever's thread it is run on. */
    @Nullable LiveRun run;

    final int depth;
    final boolean closesRun;

    /** Whether the run was opened or joined here, and not carried here with a part of its work. */
    final boolean begunHere;

    /** The stream that the thread works for in it, null if none. */
    final @Nullable StreamScope stream;

    /** The model call of the run on another thread that the thread works for; null if none. */
    final @Nullable Object modelCall;

    /** What was handed over to the thread with the run, which ends by itself; null if nothing. */
    final @Nullable Object handedOver;

    /** Whether the application may work on an answer of the run in it, and begin something else. */
    boolean reaction;

    /** Set on whatever thread the scope is closed; its own thread looks at it. */
    volatile boolean left;

    Scope(
        @Nullable LiveRun run,
        int depth,
        boolean closesRun,
        boolean begunHere,
        @Nullable StreamScope stream,
        @Nullable Object modelCall,
        @Nullable Object handedOver) {
      this.run = run;
      this.depth = depth;
      this.closesRun = closesRun;
      this.begunHere = begunHere;
      this.stream = stream;
      this.modelCall = modelCall;
      this.handedOver = handedOver;
    }

    /** Whether calls on the thread do not belong to it any more. */
    boolean isOver() {
      return left || (handedOver != null && run != null && run.letsTasksGo());
    }

    void leave(RunRegistry registry) {
      if (!left) {
        left = true;
        if (closesRun && run != null) {
          registry.close(run);
        }
      }
    }
  }

  public final CanonicalDigest digest = new CanonicalDigest();

  /** Each is made when the stack first grows to it: a thread made for one task needs few. */
  private @Nullable Invocation[] calls = NO_CALLS;

  /** How many of them are under way; behind them, others wait to be used again. */
  public int depth;

  /** Runs entered by {@code AgentRuns}, innermost last. */
  private final List<Scope> scopes = new ArrayList<>(2);

  private @Nullable LiveRun threadRun;
  private long threadRunUsedNanos;

  /** A run beside the thread's own, which is halted; null if there is none. */
  private @Nullable LiveRun beside;

  private long besideUsedNanos;

  /** Whether the thread was in it last. */
  private boolean isBeside;

  /** The trace in which the thread's own run asked a model last, null if in none. */
  private @Nullable String traceOfModelCall;

  /** For whoever has left the span in which a call was made, and asks for its run. */
  private @Nullable LiveRun latestOfTrace;

  /** The stream that the thread has worked for last; null for none, or if it was taken. */
  private @Nullable WeakReference<StreamScope> streamLeft;

  /** Whether a run of its own ended here since the thread's was used, and why it was stopped. */
  private boolean oneEnded;

  private @Nullable StopReason stopOfEnded;

  /** Whether the agent's own code runs on this thread. */
  public boolean inside;

  /** Counts up, from where its thread began; calls are measured by it. */
  public int beginnings = nextStart++;

  /** The same for ends of calls. */
  public int ends = beginnings;

  /**
   * For how long what the agent does at hand still waits for other processes; null where it has
   * asked none. A call's is kept with it while its body runs. Good while the agent is inside.
   */
  public @Nullable Patience patience;

  /** Whether the call at hand has waited for a person. */
  public boolean waited;

  /** How many model calls have begun on the thread; only whether there were any is told by it. */
  public int modelCalls;

  /** What the thread has taken out of a queue and runs next, while it is in a run; else null. */
  public @Nullable Object taken;

  /** What the thread is giving to an executor whose method it is in; null if nothing. */
  public @Nullable Object given;

  /** What a worker of a pool has entered for a task that was handed over; null between tasks. */
  public @Nullable Object workerTask;

  /**
   * Differs from thread to thread, so that of many short ones some are measured. That two threads
   * may find the same number does no harm.
   */
  private static int nextStart;

  /** The calls of the calling thread. */
  public static InvocationStack current() {
    return CURRENT.get();
  }

  /** The call at hand has waited for a person for so long, which is no silence of the thread. */
  public void hasWaited(long nanos) {
    waited = true;
    threadRunUsedNanos += nanos;
    besideUsedNanos += nanos;
  }

  /**
   * For how long what the agent does at hand still waits for other processes.
   *
   * @param nanos for how long a call does in all
   */
  public Patience patience(long nanos) {
    Patience known = patienceAtHand();
    if (known == null) {
      known = new Patience(nanos);
      patience = known;
    }
    return known;
  }

  /** The same; null where nothing was waited for yet. */
  public @Nullable Patience patienceAtHand() {
    return inside ? patience : null;
  }

  /** Marks that the agent's own code runs on this thread; false if it did already. */
  public boolean enterAgent() {
    if (inside) {
      return false;
    }
    inside = true;
    patience = null;
    return true;
  }

  public void leaveAgent() {
    inside = false;
  }

  public Invocation push() {
    if (depth == calls.length) {
      calls = Arrays.copyOf(calls, Math.max(4, 2 * depth));
    }
    Invocation call = calls[depth];
    if (call == null) {
      call = new Invocation(this, depth);
      calls[depth] = call;
    } else if (call.isLeftOver()) {
      call.clear();
    }
    depth++;
    return call;
  }

  /** The woven call that was entered last and has not ended; null if there is none. */
  public @Nullable Invocation innermost() {
    return depth == 0 ? null : calls[depth - 1];
  }

  /** Ends a call, and the calls and scopes inside it whose exit was never reached. */
  public void pop(Invocation call) {
    int open = depth;
    depth = Math.min(open, call.position);
    clear(open);
  }

  /** Ends the calls on top that no woven method knows of. */
  public void popWhatHasNotArrived() {
    int open = depth;
    while (depth > 0 && calls[depth - 1].isUnderWay() && !calls[depth - 1].arrived) {
      depth--;
    }
    clear(open);
  }

  /** Lets go of what the calls held that are not under way any more, of so many that were. */
  public void clear(int open) {
    for (int i = open - 1; i >= depth; i--) {
      calls[i].clear();
    }
    for (int i = scopes.size() - 1; i >= 0 && scopes.get(i).depth > depth; i--) {
      scopes.remove(i);
    }
  }

  /**
   * The innermost call that is a step, unless a scope or a model call lies between; {@code self} is
   * not looked at, null for none.
   */
  public @Nullable Invocation enclosingStep(@Nullable Invocation self) {
    int scopeDepth = depthOf(innermostScope());
    for (int i = depth - 1; i >= 0; i--) {
      Invocation call = calls[i];
      if (call == self) {
        continue;
      }
      Invocation.Kind kind = call.kind();
      if (i < scopeDepth || kind == Invocation.Kind.SCOPE) {
        return null;
      }
      if (kind == Invocation.Kind.STEP) {
        return call.childRun() == null ? call : null;
      }
    }
    return null;
  }

  /** Whether a call is under way on this thread to which this very object was attached. */
  public boolean isInside(Object attachment) {
    for (int i = depth - 1; i >= 0; i--) {
      if (calls[i].attachment() == attachment) {
        return true;
      }
    }
    return false;
  }

  /**
   * What the innermost call around one, in the same scope, has left for itself that is not yet a
   * step or anything else; null if none has.
   *
   * @param self the call, which does not count
   */
  public @Nullable Object attachedAround(Invocation self) {
    int scopeDepth = depthOf(innermostScope());
    for (int i = depth - 1; i >= scopeDepth; i--) {
      Invocation call = calls[i];
      if (call == self) {
        continue;
      }
      Object attached = call.attachment();
      if (attached != null
          && call.kind() == Invocation.Kind.PLAIN
          && !(attached instanceof Invocation)) {
        return attached;
      }
      if (call.kind() == Invocation.Kind.SCOPE) {
        return null;
      }
    }
    return null;
  }

  /** Whether a model call is under way on this thread and no tool or scope is inside it. */
  public boolean insideModelCall(Invocation self) {
    return enclosingModelCall(self) != null;
  }

  /** The model call that is under way on this thread, if no tool or scope is inside it. */
  public @Nullable Invocation enclosingModelCall(Invocation self) {
    int scopeDepth = depthOf(innermostScope());
    for (int i = depth - 1; i >= scopeDepth; i--) {
      Invocation call = calls[i];
      Invocation.Kind kind = call.kind();
      if (call != self && kind != Invocation.Kind.PLAIN) {
        return kind == Invocation.Kind.MODEL ? call : null;
      }
    }
    return null;
  }

  /**
   * The model call under way around another one of its run, or of a run inside that: scopes may lie
   * between and a change of threads, but no tool.
   *
   * @param self the other one; null if it is not one yet
   * @param live its run
   * @return what the call has left for itself, null if there is none
   */
  public @Nullable Object modelCallAround(@Nullable Invocation self, LiveRun live) {
    for (int i = depth - 1; i >= 0; i--) {
      Invocation call = calls[i];
      LiveRun run = call.run();
      if (call == self || run == null) {
        continue;
      }
      if (call.kind() == Invocation.Kind.STEP) {
        return null;
      }
      if (call.kind() == Invocation.Kind.MODEL) {
        return live.isInside(run) ? call.attachment() : null;
      }
    }
    Scope scope = innermostScope();
    LiveRun around = scope == null ? null : scope.run;
    return scope != null && around != null && live.isInside(around) ? scope.modelCall : null;
  }

  /**
   * The run of the innermost scope, entered by hand or by a woven method; null outside any. A
   * joined run that the request at hand names is joined for this.
   */
  public @Nullable LiveRun scopedRun() {
    Scope scope = innermostScope();
    int scopeDepth = depthOf(scope);
    for (int i = depth - 1; i >= scopeDepth; i--) {
      Invocation call = calls[i];
      Invocation.Kind kind = call.kind();
      if (kind == Invocation.Kind.SCOPE || kind == Invocation.Kind.STEP) {
        return call.runInside();
      }
      LiveRun named = kind == Invocation.Kind.REQUEST ? call.joinNamed() : null;
      if (named != null) {
        return named;
      }
    }
    return scope == null ? null : scope.run;
  }

  /** Whether the thread is in the scope of a run that nothing has needed yet. */
  public boolean isInUnopenedRun() {
    int scopeDepth = depthOf(innermostScope());
    for (int i = depth - 1; i >= scopeDepth; i--) {
      Invocation.Kind kind = calls[i].kind();
      if (kind == Invocation.Kind.SCOPE || kind == Invocation.Kind.STEP) {
        return calls[i].isUnopened();
      }
    }
    return false;
  }

  /**
   * The request to a server that the thread works for, the outermost of several; or null. A task
   * that belongs to no run is not of the request whose thread it is run on.
   */
  public @Nullable Invocation request() {
    Scope scope = innermostScope();
    for (int i = scope != null && scope.run == null ? scope.depth : 0; i < depth; i++) {
      if (calls[i].kind() == Invocation.Kind.REQUEST) {
        return calls[i];
      }
    }
    return null;
  }

  /**
   * The run for calls outside any scope: the thread's own, begun anew after a silence and after an
   * answer that asks for no tool. One that requests draw stays: it may go on elsewhere.
   */
  public LiveRun threadRun(RunRegistry registry, String task, long nowNanos) {
    goesOn();
    LiveRun live = ownRun();
    if (live == null
        || live.isClosed()
        || live.boundary().hasAnswered()
        || isSilent(live, nowNanos, registry.policy().idleGap().toNanos())) {
      if (live != null && !live.boundary().isDrawnByRequests()) {
        registry.close(live);
      }
      live = registry.openForThread(task, nowNanos);
      threadRun = live;
      traceOfModelCall = null;
      leaveBeside(registry);
    }
    isBeside = false;
    if (live.run().haltReason() == null) {
      // A halted run is not kept alive by the calls it refuses: the thread may long be working on
      // something else.
      threadRunUsedNanos = nowNanos;
    }
    return live;
  }

  /**
   * The run for a call that is none of the thread's own run, which is halted: the program goes on
   * with something else. It ends as the thread's own does, and when the thread goes on in another
   * one, or in its own when the halt is lifted; the own stays, for whoever comes back to it.
   */
  public LiveRun runBeside(RunRegistry registry, String task, long nowNanos) {
    LiveRun live = beside;
    if (live == null
        || live.isClosed()
        || live.boundary().hasAnswered()
        || nowNanos - besideUsedNanos > registry.policy().idleGap().toNanos()) {
      leaveBeside(registry);
      live = registry.openForThread(task, nowNanos);
      beside = live;
    }
    isBeside = true;
    if (live.run().haltReason() == null) {
      besideUsedNanos = nowNanos;
    }
    return live;
  }

  /** The run beside the thread's own; null if there is none. */
  public @Nullable LiveRun beside() {
    return beside;
  }

  /** What is called beside the thread's own run begins another one. */
  public void leaveBeside(RunRegistry registry) {
    LiveRun left = beside;
    if (left != null) {
      registry.close(left);
      beside = null;
      isBeside = false;
    }
  }

  /** The run in which the thread was last, of its own and the one beside it. */
  public @Nullable LiveRun latestRun() {
    return isBeside ? beside : ownRun();
  }

  /**
   * Whoever else is in the run keeps it alive, as a task that it was handed over to; but not the
   * calls that it refuses when it is halted, nor a conversation that goes on elsewhere.
   */
  private boolean isSilent(LiveRun live, long nowNanos, long gapNanos) {
    return nowNanos - threadRunUsedNanos > gapNanos
        && (live.run().haltReason() != null
            || live.boundary().isDrawnByRequests()
            || live.isSilent(nowNanos, gapNanos));
  }

  /** A call of the run has ended: while it went on, the run was not silent. */
  public void wasBusyIn(LiveRun live, long nowNanos) {
    if (live.isSilent(nowNanos, A_MOMENT_NANOS) && live.run().haltReason() == null) {
      live.touch(nowNanos);
      if (live == threadRun) {
        threadRunUsedNanos = nowNanos;
      } else if (live == beside) {
        besideUsedNanos = nowNanos;
      }
    }
  }

  /**
   * The thread goes on in a run that a request names, and with it the calls that follow. The run
   * before it stays, if its own requests draw it. So does what is called beside a halted one that
   * the same program comes back to: else a loop there would begin anew with each refused request.
   */
  public void goesOnIn(LiveRun live, RunRegistry registry, long nowNanos) {
    goesOn();
    LiveRun before = threadRun;
    if (before != live || live.run().haltReason() == null) {
      leaveBeside(registry);
    }
    isBeside = false;
    if (before != live) {
      if (before != null
          && !before.boundary().isOfTrace()
          && !before.boundary().isDrawnByRequests()) {
        registry.close(before);
      }
      threadRun = live;
      traceOfModelCall = null;
    }
    if (live.run().haltReason() == null) {
      threadRunUsedNanos = nowNanos;
    }
  }

  /** The thread works in a run of no scope: what ended on it before is history. */
  public void goesOn() {
    oneEnded = false;
    if (latestOfTrace != null) {
      latestOfTrace = null;
    }
  }

  /** A joined run was left on this thread: its silence begins, whatever took long in it. */
  public void left(LiveRun joined) {
    joined.touch(System.nanoTime());
    ended(joined);
  }

  /** A run was closed by the method or scope that opened it, on this thread. */
  public void ended(LiveRun live) {
    oneEnded = true;
    stopOfEnded = live.run().haltReason();
  }

  /** Whether a run of its own ended here since the thread's was used. */
  public boolean oneEnded() {
    return oneEnded;
  }

  /** Why the run that ended here last was stopped; null if it was not. */
  public @Nullable StopReason stopOfEnded() {
    return stopOfEnded;
  }

  /** The run of the thread's own, if there is one. */
  public @Nullable LiveRun ownRun() {
    LiveRun live = threadRun;
    return live == null || live.boundary().isOfTrace() ? null : live;
  }

  /**
   * The thread's own run asks a model in a trace, or in none. A tool that is called in the same
   * trace, on whatever thread, finds the run by it.
   *
   * @return false if another thread has found it so meanwhile, in the trace before
   */
  public boolean asksModelIn(@Nullable String trace, LiveRun own, RunRegistry registry) {
    if (!registry.leadTo(own, traceOfModelCall, trace)) {
      return false;
    }
    traceOfModelCall = trace;
    return true;
  }

  /** The thread works in the run of a trace. */
  public void worksInTrace(LiveRun live) {
    goesOn();
    latestOfTrace = live;
  }

  /** The run of the trace that the thread worked in last, unless in another run since. */
  public @Nullable LiveRun latestOfTrace() {
    return latestOfTrace;
  }

  /**
   * Enters a run by hand, from inside a woven call; the result is to be given to {@link
   * #leaveScope}.
   */
  public Object enterScope(LiveRun run, boolean closesRun) {
    // The call that enters the scope ends before anything happens in it.
    return enterScopeAt(depth - 1, run, closesRun, /* begunHere= */ true, null);
  }

  /**
   * Enters the run of a task, from inside a woven call.
   *
   * @param modelCall in which the task was made, as {@link #modelCallAround} gave it there; null if
   *     there is none
   */
  public Object enterScopeFor(@Nullable Object modelCall, LiveRun run) {
    return enterScopeAt(depth - 1, run, false, /* begunHere= */ false, modelCall);
  }

  /**
   * Enters a run in the middle of whatever is under way on this thread, to be left with {@link
   * #leaveScope} before that ends.
   */
  public Object enterScopeHere(LiveRun run) {
    return enterScopeHere(run, null);
  }

  /**
   * The same, for what is done with a streamed answer that has come, or will not come: it is a part
   * of the run, and where a program goes on to something else there, that is none.
   */
  public Object enterReaction(LiveRun run) {
    Object scope = enterScopeHere(run);
    isReaction(scope);
    return scope;
  }

  /** What is done in a scope is done with an answer, see {@link #enterReaction}. */
  public void isReaction(Object handle) {
    if (handle instanceof Scope scope) {
      scope.reaction = true;
    }
  }

  /** Whether the thread is at work on an answer, and inside no run or step that was begun there. */
  public boolean isInReaction() {
    Scope scope = innermostScope();
    if (scope == null || !scope.reaction) {
      return false;
    }
    for (int i = depth - 1; i >= scope.depth; i--) {
      Invocation.Kind kind = calls[i].kind();
      if (kind == Invocation.Kind.SCOPE || kind == Invocation.Kind.STEP) {
        return false;
      }
    }
    return true;
  }

  /** The thread, which {@linkplain #isInReaction is at work} on an answer, goes on in this run. */
  public void reactsIn(LiveRun run) {
    Scope scope = innermostScope();
    if (scope != null && scope.reaction) {
      scope.run = run;
    }
  }

  /** The same, for a model call that is under way on another thread. */
  public Object enterScopeHere(LiveRun run, @Nullable Object modelCall) {
    return enterScopeAt(depth, run, false, /* begunHere= */ false, modelCall);
  }

  private Object enterScopeAt(
      int callsAround,
      LiveRun run,
      boolean closesRun,
      boolean begunHere,
      @Nullable Object modelCall) {
    Scope scope = new Scope(run, callsAround, closesRun, begunHere, null, modelCall, null);
    scopes.add(scope);
    return scope;
  }

  /**
   * Enters the run of a task that was handed over to this thread, outside any woven call; to be
   * left with {@link #leaveScope}. When the run has ended, and was not halted, calls on the thread
   * do not belong to it any more.
   *
   * @param run null for none, whatever run the thread is in
   * @param modelCall as {@link #modelCallAround} gave it where the task was handed over
   * @param handedOver what {@link #handedOver} is to give inside
   */
  public Object enterHandedOver(
      @Nullable LiveRun run, @Nullable Object modelCall, Object handedOver) {
    Scope scope = new Scope(run, depth, false, false, null, modelCall, handedOver);
    scopes.add(scope);
    return scope;
  }

  /** What was handed over with the innermost scope; null if nothing, or outside any. */
  public @Nullable Object handedOver() {
    Scope scope = innermostScope();
    return scope == null ? null : scope.handedOver;
  }

  /** Whether calls are under way or scopes open: what the thread does may be part of a run. */
  public boolean isInRun() {
    return depth > 0 || innermostScope() != null;
  }

  /** How many scopes are open, some of which may have been closed by other threads. */
  public int openScopes() {
    return scopes.size();
  }

  /**
   * If more scopes are open than a thread may have, leaves one that most likely will never be
   * closed.
   *
   * @return its run, or null
   */
  public @Nullable LiveRun leaveForgotten(RunRegistry registry) {
    if (scopes.size() <= MOST_SCOPES) {
      return null;
    }
    for (int i = OUTERMOST; i < scopes.size() - 1; i++) {
      Scope scope = scopes.get(i);
      if (scope.stream == null) {
        scopes.remove(i);
        boolean forgotten = !scope.left;
        scope.leave(registry);
        return forgotten ? scope.run : null;
      }
    }
    return null;
  }

  /** Begins to work for a stream, from inside a woven call. */
  public void enterStream(StreamScope stream) {
    scopes.add(new Scope(stream.run(), depth - 1, false, false, stream, null, null));
  }

  /** Works no more for the stream that was entered last, nor for scopes inside it. */
  public void leaveStream() {
    for (int i = scopes.size() - 1; i >= 0; i--) {
      StreamScope stream = scopes.get(i).stream;
      if (stream != null) {
        streamLeft = new WeakReference<>(stream);
        scopes.subList(i, scopes.size()).clear();
        return;
      }
    }
  }

  /**
   * The stream that the thread has worked for last, once: a framework's loop sends its next request
   * from there behind the tools. Null if there is none.
   */
  public @Nullable StreamScope takeStreamLeft() {
    WeakReference<StreamScope> left = streamLeft;
    streamLeft = null;
    return left == null ? null : left.get();
  }

  /** The model call that the thread works for as a stream, if no tool runs inside it. */
  public @Nullable ModelLoop streamedModelCall(Invocation self) {
    Scope scope = innermostScope();
    if (scope == null || scope.stream == null) {
      return null;
    }
    for (int i = depth - 1; i >= scope.depth; i--) {
      if (calls[i] != self && calls[i].kind() != Invocation.Kind.PLAIN) {
        return null;
      }
    }
    return scope.stream.loop();
  }

  /**
   * Leaves a run entered by hand, and with it the scopes inside it that were not left; ends the
   * runs that were opened with them. A scope of another thread is over there, too. Does nothing the
   * second time, or with something that is no scope.
   */
  public void leaveScope(Object handle, RunRegistry registry) {
    if (!(handle instanceof Scope scope)) {
      return;
    }
    int position = scopes.lastIndexOf(scope);
    if (position >= 0) {
      for (int i = scopes.size() - 1; i > position; i--) {
        scopes.remove(i).leave(registry);
      }
      scopes.remove(position);
    }
    scope.leave(registry);
    LiveRun left = scope.run;
    if (left == null) {
      return;
    }
    if (left.boundary().isJoined()) {
      left.touch(System.nanoTime());
      if (scope.begunHere) {
        ended(left);
      }
    } else if (position >= 0 && scope.closesRun) {
      ended(left);
    }
  }

  /** Ends the run of a scope that was not left, and leaves it. */
  public void endRunOfScope(Object handle, RunRegistry registry) {
    if (handle instanceof Scope scope && !scope.left && scope.run != null) {
      registry.end(scope.run);
      leaveScope(scope, registry);
    }
  }

  private @Nullable Scope innermostScope() {
    for (int i = scopes.size() - 1; i >= 0; i--) {
      Scope scope = scopes.get(i);
      if (!scope.isOver()) {
        return scope;
      }
      scopes.remove(i);
    }
    return null;
  }

  private static int depthOf(@Nullable Scope scope) {
    return scope == null ? 0 : scope.depth;
  }
}
