package io.loophalt.runtime.executor;

import io.loophalt.core.failure.ThreadStop;
import io.loophalt.runtime.correlation.RunCorrelator;
import io.loophalt.runtime.correlation.WeakIdentityMap;
import io.loophalt.runtime.invocation.Invocation;
import io.loophalt.runtime.invocation.InvocationStack;
import io.loophalt.runtime.runs.LiveRun;
import io.loophalt.runtime.safety.InternalErrorBreaker;
import io.loophalt.runtime.value.StepReader;
import java.util.concurrent.ForkJoinTask;
import org.jspecify.annotations.Nullable;

/**
 * Lets the run of the thread that hands a task over go with the task, to whatever thread runs it.
 *
 * <p>Tasks stay what they are: the run is kept beside them by identity, because an application may
 * look for its task in a queue, take it out, compare it with others or get it back from a pool. A
 * thread that is made for one task gets a wrapper, which nobody else sees.
 *
 * <p>A run goes along only if something has drawn it: a scope, a framework's run, a step or the
 * request to a server. The run of a trace is carried by what carries the trace. What a thread does
 * outside any of these is weak evidence, and stays there.
 *
 * <p>Thread-safe without a lock of its own but for a moment per task. A task outside any run costs
 * a look at the thread, and one at the map while any task of a run is waiting; it allocates
 * nothing.
 */
public final class TaskCarrier implements TaskEvents {

  /** Of a task that a thread in a run does for somebody else. */
  private static final Handed NOBODYS = new Handed(null, null, null, null, false);

  /** The JDK's threads under virtual ones, on which nothing of an application runs; or null. */
  private static final @Nullable Class<?> CARRIER = carrierThread();

  private final RunCorrelator runs;
  private final InternalErrorBreaker failures;
  private final WeakIdentityMap<Handed> waiting = new WeakIdentityMap<>();

  /** Stages of futures, and coroutines, for as long as they are in use. */
  private final WeakIdentityMap<Handed> made = new WeakIdentityMap<>();

  /** Whether any run has ever gone with a task. */
  private volatile boolean everUsed;

  private volatile boolean off;

  /**
   * The one of an agent.
   *
   * @param agent what counts the errors of the agent
   */
  public TaskCarrier(RunCorrelator runs, InternalErrorBreaker agent) {
    this.runs = runs;
    this.failures =
        agent.part(
            "weave.executors",
            "runs do not go with tasks of executors any more, unless AgentRuns.wrap carries them",
            part -> off = true);
    TaskKinds.prepare();
  }

  private static @Nullable Class<?> carrierThread() {
    try {
      return Class.forName("jdk.internal.misc.CarrierThread", false, null);
    } catch (ClassNotFoundException noVirtualThreads) {
      return null;
    }
  }

  @Override
  public @Nullable Object on(int event, @Nullable Object task) {
    if ((off && !isEnd(event)) || Thread.currentThread().getClass() == CARRIER) {
      return null;
    }
    try {
      if (event == LoopHaltGate.WORKER_ENDS) {
        return endOnWorker();
      }
      return task == null ? null : answer(event, task); // The executor refuses null itself.
    } catch (Throwable broken) {
      ThreadStop.passOn(broken);
      failures.note("when a task of an executor was handed over or run", broken);
      return null;
    }
  }

  /** What was entered is left, also where no more is entered. */
  private static boolean isEnd(int event) {
    return event == LoopHaltGate.TASK_ENDS
        || event == LoopHaltGate.WORKER_ENDS
        || event == LoopHaltGate.TASK_WAS_GIVEN
        || event == LoopHaltGate.TASK_WAS_REFUSED
        || event == LoopHaltGate.TASK_MAY_BE_KEPT;
  }

  private @Nullable Object endOnWorker() {
    if (everUsed) {
      InvocationStack thread = InvocationStack.current();
      Object entered = thread.workerTask;
      if (entered != null) {
        thread.workerTask = null;
        end(thread, entered);
      }
    }
    return null;
  }

  private @Nullable Object answer(int event, Object task) throws Throwable {
    switch (event) {
      case LoopHaltGate.TASK_HANDED_OVER -> handOver(task);
      case LoopHaltGate.TASK_TAKEN_BACK -> takeBack(task);
      case LoopHaltGate.TASK_MADE -> make(task);
      case LoopHaltGate.TASK_TAKEN -> take(task);
      case LoopHaltGate.TASK_BEGINS -> {
        return begin(task);
      }
      case LoopHaltGate.TASK_ENDS -> end(InvocationStack.current(), task);
      case LoopHaltGate.WORKER_BEGINS -> beginOnWorker(task);
      case LoopHaltGate.TASK_GETS_THREAD -> {
        return onThread(task);
      }
      case LoopHaltGate.COROUTINE_BEGINS -> {
        return beginCoroutine(task);
      }
      case LoopHaltGate.TASK_IS_GIVEN -> {
        return give(task);
      }
      case LoopHaltGate.TASK_WAS_GIVEN -> ((Given) task).leave();
      case LoopHaltGate.TASK_WAS_REFUSED -> refuse((Given) task);
      case LoopHaltGate.TASK_IS_LEFT -> {
        return leave(task);
      }
      case LoopHaltGate.TASK_MAY_BE_KEPT -> mayBeKept((Given) task);
      case LoopHaltGate.EXECUTOR_MAKES_THREAD -> {
        return onThreadOfExecutor(task);
      }
      case LoopHaltGate.REFRESH_BEGINS -> {
        return refresh();
      }
      default -> throw new IllegalArgumentException("event " + event);
    }
    return null;
  }

  private void handOver(Object task) {
    InvocationStack thread = InvocationStack.current();
    if (!thread.inside && !isGivenOn(thread, task)) {
      handOver(thread, task);
    }
  }

  /** Whether anything is known of the task from now on. */
  private boolean handOver(InvocationStack thread, Object task) {
    Handed handed = handedOverOn(thread, task);
    if (handed == null) {
      Handed known = waiting.isEmpty() ? null : waiting.get(task);
      if (known != null) {
        known.again(null);
      }
      return known != null;
    }
    everUsed = true;
    if (thread.given instanceof Given around
        && !around.isSettled
        && TaskKinds.isAround(task, around.task)) {
      around.isSettled = true;
      takeBack(around.task);
    }
    for (Handed known = waiting.putIfAbsent(task, handed);
        known != handed && !known.again(handed.run());
        known = waiting.putIfAbsent(task, handed)) {
      waiting.remove(task);
    }
    return true;
  }

  /**
   * An executor takes a task that another one may have to run in the end: the same object, which is
   * handed over once then, or one around it, which goes with the run in its place.
   */
  private @Nullable Object give(Object task) {
    InvocationStack thread = InvocationStack.current();
    if (thread.inside || (!isGivenOn(thread, task) && !handOver(thread, task))) {
      return null;
    }
    return new Given(thread, task);
  }

  /** While a handler has it, a task is as good as given to an executor that may give it on. */
  private @Nullable Object leave(Object task) {
    InvocationStack thread = InvocationStack.current();
    boolean isKnown = !thread.inside && !waiting.isEmpty() && waiting.get(task) != null;
    return isKnown ? new Given(thread, task) : null;
  }

  private void mayBeKept(Given given) {
    given.leave();
    Handed known = given.isSettled ? null : waiting.get(given.task);
    if (known != null) {
      known.mayBeGone();
    }
  }

  /** Whether the executor that the thread gives the task to gives it to another one: the first. */
  private static boolean isGivenOn(InvocationStack thread, Object task) {
    if (!(thread.given instanceof Given given) || given.task != task || given.isSettled) {
      return false;
    }
    given.isSettled = true;
    return true;
  }

  private void refuse(Given given) {
    given.leave();
    if (!given.isSettled) {
      takeBack(given.task);
    }
  }

  /** What is loaded in this thread is its run's; what is handed over for it is nobody's. */
  private static @Nullable Object refresh() {
    InvocationStack thread = InvocationStack.current();
    if (thread.inside || !thread.isInRun()) {
      return null;
    }
    Refresh refresh = new Refresh(thread.given);
    thread.given = refresh;
    return refresh;
  }

  /**
   * A cache loads anew what it has.
   *
   * @param around what the thread was giving to an executor before; null if nothing
   */
  private record Refresh(@Nullable Object around) {}

  private static boolean isGiving(InvocationStack thread, Object task) {
    return thread.given instanceof Given given && given.task == task;
  }

  /** A task that a thread is giving to an executor, or to a pool's handler. Its thread's alone. */
  private static final class Given {
    private final InvocationStack thread;
    private final Object task;

    /** What the thread was giving to one before; null if nothing. */
    private final @Nullable Object around;

    /** Whether it was given on, by itself or inside another one, or has begun on this thread. */
    private boolean isSettled;

    Given(InvocationStack thread, Object task) {
      this.thread = thread;
      this.task = task;
      this.around = thread.given;
      thread.given = this;
    }

    void leave() {
      thread.given = around;
    }
  }

  /** What goes with a task that the thread hands over now; null if nothing does. */
  private @Nullable Handed handedOverOn(InvocationStack thread, Object task) {
    LiveRun live = drawn(thread);
    if (live == null || TaskKinds.isToldWhenMade(task)) {
      return null;
    }
    Object wanted = TaskKinds.unwrapped(task);
    if (TaskKinds.isNotOfARun(wanted)) {
      return null;
    }
    Lineage before = thread.handedOver() instanceof Handed by ? by.lineage() : null;
    if (TaskKinds.isOneOfMany(wanted)) {
      return handed(thread, live, before);
    }
    Lineage lineage = Lineage.with(wanted, before);
    return lineage == null ? null : handed(thread, live, lineage);
  }

  private static Handed handed(InvocationStack thread, LiveRun live, @Nullable Lineage lineage) {
    live.boundary().carried();
    Invocation step = thread.enclosingStep(null);
    return new Handed(
        live,
        thread.modelCallAround(null, live),
        step == null ? null : step.step().tool(),
        lineage,
        thread.isInReaction());
  }

  /** The run that the thread is in, if somebody has drawn it and nothing else carries it. */
  private static @Nullable LiveRun drawn(InvocationStack thread) {
    if (thread.given instanceof Refresh) {
      return null;
    }
    LiveRun live = scoped(thread);
    if (live == null) {
      Invocation request = thread.request();
      live = request == null ? null : request.run();
    }
    return live == null || live.boundary().isOfTrace() || live.letsTasksGo() ? null : live;
  }

  /** What the agent does where it has to join the run first is no task of the application's. */
  private static @Nullable LiveRun scoped(InvocationStack thread) {
    thread.enterAgent();
    try {
      return thread.scopedRun();
    } finally {
      thread.leaveAgent();
    }
  }

  private void takeBack(Object task) {
    Handed known = waiting.isEmpty() ? null : waiting.get(task);
    if (known != null && known.takeOne()) {
      waiting.remove(task);
    }
    if (TaskKinds.isToldWhenMade(task)) {
      made.remove(task);
    }
  }

  /** A stage or a coroutine is new, and nobody else has it yet. */
  private void make(Object part) {
    InvocationStack thread = InvocationStack.current();
    LiveRun live = thread.inside ? null : drawn(thread);
    if (live == null) {
      return;
    }
    everUsed = true;
    Lineage before = thread.handedOver() instanceof Handed by ? by.lineage() : null;
    made.put(part, handed(thread, live, before));
  }

  /** Only a thread in a run needs to know: it may run the task while it waits for another one. */
  private static void take(Object task) {
    InvocationStack thread = InvocationStack.current();
    thread.taken = thread.isInRun() ? task : null;
  }

  private @Nullable Object begin(Object task) {
    Handed handed = handedOver(task);
    if (handed != null) {
      InvocationStack thread = InvocationStack.current();
      thread.taken = null;
      // Who is still giving it runs it at once, where it belongs.
      return hasBegunWhereItWasGiven(thread, task) ? null : enter(thread, handed);
    }
    if (!(task instanceof ForkJoinTask)) {
      return null;
    }
    InvocationStack thread = InvocationStack.current();
    if (thread.taken != task) {
      return null;
    }
    thread.taken = null;
    return enter(thread, NOBODYS);
  }

  private static boolean hasBegunWhereItWasGiven(InvocationStack thread, Object task) {
    if (!(thread.given instanceof Given given) || given.task != task) {
      return false;
    }
    given.isSettled = true;
    return true;
  }

  private @Nullable Handed handedOver(Object task) {
    if (task instanceof OnOwnThread own) {
      return own.handed;
    }
    Handed known = waiting.isEmpty() ? null : waiting.get(task);
    if (known == null) {
      return !made.isEmpty() && TaskKinds.isToldWhenMade(task) ? partOfRun(task) : null;
    }
    if (known.takeOne()) {
      waiting.remove(task);
    }
    return known.isAmbiguous() ? NOBODYS : known;
  }

  /** What a stage calls is in it when it is run, and not yet when it is told that it is made. */
  private @Nullable Handed partOfRun(Object task) {
    Handed known = made.get(task);
    return known == null || TaskKinds.isNotOfARun(TaskKinds.unwrapped(task)) ? null : known;
  }

  /** Null if the thread is where the task belongs already. */
  private @Nullable Object enter(InvocationStack thread, Handed handed) {
    if (thread.inside || thread.handedOver() == handed) {
      return null;
    }
    LiveRun live = handed.run();
    if (live == null || live.letsTasksGo()) {
      return thread.isInRun() ? thread.enterHandedOver(null, null, NOBODYS) : null;
    }
    Object scope = thread.enterHandedOver(live, handed.modelCall(), handed);
    if (handed.inReaction()) {
      thread.isReaction(scope);
    }
    String tool = handed.tool();
    if (tool == null) {
      return scope;
    }
    Invocation step = thread.push();
    step.standFor(live, StepReader.elsewhere(tool), null);
    return new InStep(scope, step);
  }

  /** A task that goes on with a step: tools are details of it, and a model is a sub-agent's. */
  private record InStep(Object scope, Invocation step) {}

  private void end(InvocationStack thread, Object entered) {
    if (entered instanceof Refresh refresh) {
      thread.given = refresh.around();
      return;
    }
    Object scope = entered;
    if (entered instanceof InStep inStep) {
      scope = inStep.scope();
      LiveRun child = inStep.step().childRun();
      thread.pop(inStep.step());
      runs.endChild(child);
    }
    thread.leaveScope(scope, runs.registry());
  }

  /** Told of a task by several methods of one pool, of which the first counts. */
  private void beginOnWorker(Object task) {
    InvocationStack thread = everUsed ? InvocationStack.current() : null;
    if (thread == null || thread.workerTask != null) {
      return;
    }
    Handed handed = handedOver(task);
    if (handed != null) {
      Object entered = enter(thread, handed);
      thread.workerTask = entered == null ? NOBODYS : entered;
    }
  }

  private @Nullable Object onThread(Object task) {
    InvocationStack thread = InvocationStack.current();
    if (isGiving(thread, task)) {
      return onThreadOfExecutor(task);
    }
    Handed handed = thread.inside ? null : handedOverOn(thread, task);
    if (handed == null || !(task instanceof Runnable work)) {
      return null;
    }
    everUsed = true;
    return new OnOwnThread(work, handed);
  }

  /**
   * Of the threads that an executor makes, only one for what it is given just now is for a task.
   */
  private @Nullable Object onThreadOfExecutor(Object task) {
    Handed handed = isGiving(InvocationStack.current(), task) ? handedOver(task) : null;
    return handed != null && task instanceof Runnable work ? new OnOwnThread(work, handed) : null;
  }

  /** What a thread runs that was made for one task. */
  private final class OnOwnThread implements Runnable {
    private final Runnable work;
    private final Handed handed;

    OnOwnThread(Runnable work, Handed handed) {
      this.work = work;
      this.handed = handed;
    }

    @Override
    public void run() {
      Object entered = on(LoopHaltGate.TASK_BEGINS, this);
      try {
        work.run();
      } finally {
        if (entered != null) {
          on(LoopHaltGate.TASK_ENDS, entered);
        }
      }
    }
  }

  private @Nullable Object beginCoroutine(Object part) throws Throwable {
    if (made.isEmpty()) {
      return null;
    }
    Object job = CoroutineJobs.of(part);
    Handed handed = job == null ? null : made.get(job);
    LiveRun live = handed == null ? null : handed.run();
    return handed == null || live == null || live.letsTasksGo()
        ? null
        : enter(InvocationStack.current(), handed);
  }
}
