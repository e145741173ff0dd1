package io.loophalt.runtime.correlation;

import io.loophalt.PrintableText;
import io.loophalt.StopReason;
import io.loophalt.StopReason.Kind;
import io.loophalt.core.detect.Step;
import io.loophalt.core.run.Usage;
import io.loophalt.runtime.invocation.Invocation;
import io.loophalt.runtime.invocation.InvocationStack;
import io.loophalt.runtime.request.AnswerTrace;
import io.loophalt.runtime.request.ReadRequest;
import io.loophalt.runtime.runs.Interventions;
import io.loophalt.runtime.runs.LiveRun;
import io.loophalt.runtime.runs.RunBoundary;
import io.loophalt.runtime.runs.RunRegistry;
import io.loophalt.runtime.safety.Log;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Finds the runs of calls that no framework's id and no scope claims: of the request to a server
 * that the thread works for, else of the trace it works in, else of the thread itself.
 *
 * <p>Nobody drew the boundaries of such runs, so they are over with an answer of the model that
 * asks for no tool. Thread-safe; allocates nothing unless it opens a run.
 */
final class UnclaimedCalls {

  /** The task of a run about which nobody says anything. */
  private static final String UNNAMED_TASK = "default";

  /** So many requests side by side are said to be alike. */
  private static final int MANY_ALIKE = 5;

  private static final String BOUNDARIES =
      "@AgentRun, AgentRuns.open(task), or 'weave: {runs: [...]}' in loophalt.yaml";

  private final RunRegistry registry;
  private final RequestedRuns requested = new RequestedRuns();
  private final Log log;
  private final AtomicBoolean warnedOfThreads = new AtomicBoolean();
  private final AtomicBoolean toldOfTraces = new AtomicBoolean();
  private final AtomicBoolean warnedOfRequests = new AtomicBoolean();

  /**
   * Null until a run begins that nobody has drawn, or one that somebody has drawn calls a model.
   */
  private volatile @Nullable LostWork lost;

  UnclaimedCalls(RunRegistry registry, Log log) {
    this.registry = registry;
    this.log = log;
  }

  /** The run of a tool call on the calling thread. */
  LiveRun ofTool(InvocationStack thread, Class<?> woven, @Nullable String task, long nowNanos) {
    LiveRun live = ofRequest(thread, task, nowNanos);
    if (live == null) {
      String trace = CurrentTrace.idSeenBy(woven);
      live = trace == null ? null : ofTrace(thread, woven, trace, task, nowNanos);
    }
    return live == null ? ofThread(thread, woven, task, nowNanos) : live;
  }

  /**
   * Whether the halted run that the thread alone tells of has nothing to do with a call: the
   * program has had the halt, and goes on with something else. Its model has not asked for the call
   * then, and the halt was not thrown out of it. Where no model was called, and one call that
   * repeats itself is all that was halted, all others are.
   *
   * @param live of which the call would be else
   * @param step the call
   */
  static boolean isOver(InvocationStack thread, LiveRun live, Step step) {
    return live == thread.ownRun() && isNoneOf(live, step);
  }

  private static boolean isNoneOf(LiveRun live, Step step) {
    StopReason reason = live.run().haltReason();
    if (reason == null) {
      return false;
    }
    Interventions halt = live.interventions();
    if (!halt.isHaltThrown() || halt.isHaltedIn(step.action())) {
      return false;
    }
    RunBoundary boundary = live.boundary();
    if (!boundary.isDrawnByRequests()) {
      return !boundary.isAgents() && isOfRepetition(reason.kind());
    }
    long made = live.run().usage().steps() + halt.refused();
    return !live.talk().asksFor(step.tool(), step.action(), made, halt.isByOtherNames());
  }

  private static boolean isOfRepetition(Kind kind) {
    return kind == Kind.NO_PROGRESS || kind == Kind.REPEATED_ERROR || kind == Kind.STALL;
  }

  /** The run of such a call. */
  LiveRun besideHalted(InvocationStack thread, Step step, @Nullable String task, long nowNanos) {
    LiveRun beside = thread.beside();
    if (beside != null && isNoneOf(beside, step)) {
      LiveRun own = thread.ownRun();
      if (own != null) {
        own.interventions().refuseAlso(beside.interventions());
      }
      thread.leaveBeside(registry);
    }
    return thread.runBeside(registry, named(task), nowNanos);
  }

  /**
   * The run of a model call on the calling thread. It opens no run for the trace: where nothing
   * around it is traced, a model call has a trace of its own.
   *
   * @param request what the request says, by which runs of threads are told apart; null if it is
   *     not seen
   */
  LiveRun ofModelCall(
      InvocationStack thread, Class<?> woven, @Nullable ReadRequest request, long nowNanos) {
    LiveRun live = ofRequest(thread, null, nowNanos);
    if (live != null) {
      return live;
    }
    String trace = CurrentTrace.idSeenBy(woven);
    live = trace == null ? null : find(trace, nowNanos);
    if (live != null && live != thread.ownRun()) {
      thread.worksInTrace(live);
      return live;
    }
    do {
      live =
          request == null
              ? ofThread(thread, woven, null, nowNanos)
              : goneOnWith(thread, request, nowNanos);
      if (request != null && live.boundary().isOfTrace()) {
        thread.worksInTrace(live);
        return live;
      }
    } while (!thread.asksModelIn(trace, live, registry));
    return live;
  }

  /**
   * The run whose last answer a request holds: the thread's current one, if it does, else another
   * on whatever thread, else one that begins. The request before it may have gone out on this
   * thread for another conversation.
   */
  private LiveRun goneOnWith(InvocationStack thread, ReadRequest request, long nowNanos) {
    LiveRun live = next(thread.ownRun(), request, nowNanos);
    thread.goesOnIn(live, registry, nowNanos);
    return live;
  }

  /**
   * The run of a model call by which a program goes on with an answer, or with something else: it
   * works on the answer of one run, and what follows there belongs to the run that is found.
   */
  LiveRun ofModelCallInReaction(
      InvocationStack thread, LiveRun reacting, ReadRequest request, long nowNanos) {
    LiveRun live = next(reacting, request, nowNanos);
    if (live != reacting) {
      live.boundary().carried();
      thread.reactsIn(live);
    }
    return live;
  }

  private LiveRun next(@Nullable LiveRun current, ReadRequest request, long nowNanos) {
    LiveRun live = known(current, request, nowNanos);
    if (live != null && live.run().haltReason() != null && live.talk().bringsNewWords(request)) {
      live = null; // A person goes on talking, which a program that tries again does not.
    }
    if (live == null) {
      live = registry.openForThread(UNNAMED_TASK, nowNanos).drawnByRequests();
      begins(current, live, request, nowNanos);
    } else if (live != current) {
      live.boundary().carried();
    }
    return live;
  }

  private void begins(@Nullable LiveRun before, LiveRun live, ReadRequest request, long nowNanos) {
    lost().begins(request, nowNanos);
    boolean again = before != null && before.talk().isWrittenAgainIn(request);
    int inARow = before != null && again ? live.talk().beginsBehind(before.talk()) : 0;
    if (inARow >= MANY_ALIKE && claim(warnedOfRequests)) {
      log.warn(
          inARow
              + " requests to a model on the thread '"
              + PrintableText.name(Thread.currentThread().getName())
              + "' began with the same words, and none has an answer of the model in it: each is"
              + " taken for a run of its own, so that nothing in them is ever halted. Keep the"
              + " model's answers among the 'messages', calls of tools included, or name the boundary"
              + " with "
              + BOUNDARIES);
    }
  }

  private LostWork lost() {
    LostWork known = lost;
    if (known == null) {
      synchronized (this) {
        known = lost;
        if (known == null) {
          known = new LostWork(log);
          lost = known;
        }
      }
    }
    return known;
  }

  /** The run of a method of the application has ended. */
  void ended(LiveRun live, long nowNanos) {
    Usage usage = live.run().usage();
    if (usage.turns() == 0 && usage.steps() == 0) {
      lost().endedEmpty(live, nowNanos);
    }
  }

  private @Nullable LiveRun known(@Nullable LiveRun current, ReadRequest request, long nowNanos) {
    long gap = registry.policy().idleGap().toNanos();
    LiveRun usable =
        current != null
                && current.boundary().isDrawnByRequests()
                && RequestedRuns.isUsable(current, nowNanos, gap)
            ? current
            : null;
    // What a halted run has refused is not gone on with by what is only much alike.
    boolean isNear = usable != null && usable.run().haltReason() == null;
    LiveRun own = usable != null && usable.talk().isGoneOnWithBy(request, isNear) ? usable : null;
    LiveRun other = requested.find(request, nowNanos, gap);
    if (own == null && other == null) {
      boolean mayBe =
          usable != null
              && (usable.talk().isReturnedToBy(request, isNear)
                  || usable.talk().mayBeGoneOnWithBy(request));
      return mayBe ? usable : requested.findEarlier(request, nowNanos, gap);
    }
    if (own == null) {
      return other;
    }
    if (other == null) {
      // A run that has not been answered yet is gone on with only when nothing will be.
      return own.talk().last() == null && own.talk().awaitsAnswer() ? null : own;
    }
    return own.talk().distance(request) <= other.talk().distance(request) ? own : other;
  }

  /** A run has its answer, by which requests that go on with it are known. */
  void answered(LiveRun live, AnswerTrace answer) {
    if (live.boundary().isDrawnByRequests()) {
      requested.answered(live, answer);
    } else {
      lost().answered(live, answer);
    }
  }

  /** The latest answer has not reached the application: the one before is in its requests. */
  void answerIsLost(LiveRun live) {
    AnswerTrace before = live.talk().last();
    if (before != null && live.boundary().isDrawnByRequests()) {
      requested.answeredBefore(live, before);
    }
  }

  /** Whether only the thread tells what runs its calls belong to, and no model was called in it. */
  boolean hasNoModel(InvocationStack thread, Class<?> woven) {
    LiveRun own = thread.ownRun();
    boolean isAgents =
        own != null
            && !own.isClosed()
            && own.boundary().isAgents()
            && !own.boundary().hasAnswered();
    return !isAgents && thread.request() == null && CurrentTrace.idSeenBy(woven) == null;
  }

  /** The run that calls on the calling thread belong to, if there is one. */
  @Nullable LiveRun existing(InvocationStack thread, Class<?> woven) {
    return existing(thread, woven, thread.ownRun());
  }

  /** The same, also where it is beside the one that the thread has halted in. */
  @Nullable LiveRun latest(InvocationStack thread, Class<?> woven) {
    return existing(thread, woven, thread.latestRun());
  }

  private @Nullable LiveRun existing(
      InvocationStack thread, Class<?> woven, @Nullable LiveRun own) {
    Invocation request = thread.request();
    if (request != null) {
      return request.run();
    }
    String trace = CurrentTrace.idSeenBy(woven);
    if (trace != null) {
      LiveRun live = registry.find(trace);
      return live == null || live.boundary().hasAnswered() ? null : live;
    }
    // Whoever catches a halt has often left the span in which it was thrown.
    LiveRun latest = thread.latestOfTrace();
    return latest == null ? own : latest;
  }

  /** The run of the request that the thread works for, opened when it is first needed. */
  private @Nullable LiveRun ofRequest(
      InvocationStack thread, @Nullable String task, long nowNanos) {
    Invocation request = thread.request();
    if (request == null) {
      return null;
    }
    thread.goesOn();
    LiveRun live = request.run();
    if (live == null || live.boundary().hasAnswered()) {
      if (live != null) {
        registry.close(live);
      }
      live = registry.open(null, named(task), null, nowNanos);
      live.boundary().endWithAnswer();
      request.requestRun(live);
    }
    return live;
  }

  /**
   * The run of the trace, opened when it is first needed; the one in which a thread has asked the
   * model in the same trace, if there is one.
   */
  private LiveRun ofTrace(
      InvocationStack thread, Class<?> woven, String trace, @Nullable String task, long nowNanos) {
    LiveRun live;
    do {
      live = find(trace, nowNanos);
      if (live == null) {
        live = registry.openForTrace(trace, named(task), nowNanos);
      }
    } while (!registry.takeForTrace(trace, live));
    thread.worksInTrace(live);
    if (claim(toldOfTraces)) {
      log.info(
          "no run boundary is known for "
              + woven.getName()
              + ": what is called in one OpenTelemetry trace is one run. A trace for each call"
              + " makes each a run of its own, and several agents in one trace are one. Name the"
              + " boundary with "
              + BOUNDARIES);
    }
    return live;
  }

  /** The run that a trace leads to and that goes on, or stays halted; null if there is none. */
  private @Nullable LiveRun find(String trace, long nowNanos) {
    long gap = registry.policy().idleGap().toNanos();
    LiveRun live = registry.find(trace);
    while (live != null
        && live.run().haltReason() == null
        && (live.boundary().hasAnswered() || live.isSilent(nowNanos, gap))) {
      registry.close(live);
      live = registry.find(trace);
    }
    return live;
  }

  private LiveRun ofThread(
      InvocationStack thread, Class<?> woven, @Nullable String task, long nowNanos) {
    LiveRun before = thread.ownRun();
    LiveRun live = thread.threadRun(registry, named(task), nowNanos);
    if (live != before) {
      lost().begins(null, nowNanos);
    }
    if (claim(warnedOfThreads)) {
      log.info(
          "no run boundary is known for "
              + woven.getName()
              + ": calls of one thread are one run until the model asks for no tool, or until it is"
              + " silent for "
              + Log.inWords(registry.policy().idleGap())
              + ". In a pool a thread has many conversations, so repetition is only nudged about,"
              + " and halted only where nothing else is called in between. Name the boundary with "
              + BOUNDARIES);
    }
    return live;
  }

  /**
   * True once. Every call asks, and a compare-and-set, even one that fails, takes the flag away
   * from all other processors.
   */
  private static boolean claim(AtomicBoolean told) {
    return !told.get() && told.compareAndSet(false, true);
  }

  private static String named(@Nullable String task) {
    return task == null ? UNNAMED_TASK : task;
  }
}
