package io.loophalt.core.run;

import io.loophalt.StopReason;
import io.loophalt.StopReason.Kind;
import io.loophalt.core.detect.Detector;
import io.loophalt.core.detect.Standing;
import io.loophalt.core.detect.Step;
import io.loophalt.core.detect.Turn;
import io.loophalt.core.policy.Allowance;
import io.loophalt.core.policy.DetectorPolicy;
import io.loophalt.core.policy.DetectorPolicy.Mode;
import io.loophalt.core.policy.TaskPolicy;
import io.loophalt.core.policy.ToolPolicy;
import io.loophalt.core.run.RunOrders.Order;
import java.io.DataOutput;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One execution of one task: is asked before its calls and told of them, and tells what happened
 * when each of them is judged.
 *
 * <p>The live agent, the replay command and the tests all judge through this class, whose calls
 * {@link RunCalls} takes one by one; {@link RunOrders} sees to the rest. A call that breaks off in
 * the middle counts for nothing. A run reads no clock: times come with the calls, in milliseconds
 * since the run began. Thread-safe; calls of one run exclude each other by a lock of its own, the
 * judge's monitor, calls of different runs share nothing but the counters of a common parent;
 * nobody is told anything while the lock is held. A step costs O(detectors) and allocates nothing
 * unless a rung fires.
 */
public final class Run extends RunReports {

  private final @Nullable Run parent;
  private final RunJudge judge;
  private final WatchStore store;
  private final RunOrders orders;
  private final RunCalls calls;

  /**
   * Opens a run that no other run surrounds, or whose times are those of the one around it.
   *
   * <p>The other parameters are those of the other constructor.
   *
   * @param policy what holds for the task
   * @param detectors makes a detector from its settings
   * @param mode whether the agent acts; with {@code OBSERVE} everything is found and nothing
   *     follows
   */
  public Run(
      String id,
      String task,
      TaskPolicy policy,
      Function<DetectorPolicy, Detector> detectors,
      Mode mode,
      @Nullable Run parent,
      RunEvents events) {
    this(id, task, new TaskPlan(policy, mode, detectors), parent, 0, RunKeeper.NOBODY, events);
  }

  /**
   * Opens one of many runs, which is put to {@linkplain #sleep sleep} now and then.
   *
   * @param id unique among live runs
   * @param task the task's name
   * @param plan what holds for the task
   * @param parent the run inside which this one was opened, whose tokens and calls include this
   *     one's; its lock is taken for a moment
   * @param beganMillis how long the parent had been going on by then, so that its time goes on with
   *     this run's
   * @param keeper is told when this one begins to count among those awake: at once, and each time
   *     that it wakes
   * @param events hear what happens in it
   */
  public Run(
      String id,
      String task,
      TaskPlan plan,
      @Nullable Run parent,
      long beganMillis,
      RunKeeper keeper,
      RunEvents events) {
    this.parent = parent;
    Outbox outbox = new Outbox(events, id, task);
    RunPosition position = new RunPosition();
    this.store = new WatchStore(plan, position, outbox, keeper);
    RunJudge around = parent == null ? null : parent.judge;
    this.judge = new RunJudge(plan, around, beganMillis, position, store, outbox);
    this.orders = new RunOrders(this);
    if (parent != null) {
      parent.orders.becomeParent();
    }
    this.calls = new RunCalls(this);
  }

  /** From now on other processes judge the run, too. Before any of its calls, and once. */
  public void shareBy(RunExchange shared) {
    calls.shareBy(shared);
  }

  /** Says that the run is there; told with whatever happens first, or by {@link #deliver}. */
  public void tellOpened() {
    judge.outbox().opened(parent == null ? null : parent.id());
  }

  /**
   * Tells what has happened in this run and those above it, on the thread of the call in which it
   * happened. Without the lock, so that whoever hears it can hold up this thread alone.
   */
  public void deliver() {
    calls.deliver();
  }

  /** The run's id. */
  public String id() {
    return judge.outbox().run();
  }

  /** The task's name. */
  public String task() {
    return judge.outbox().task();
  }

  /**
   * Says which framework made a call of the run; the first one counts.
   *
   * @param framework what people call it
   */
  public void seenThrough(String framework) {
    if (judge.outbox().framework() == null) {
      judge.outbox().seenThrough(framework);
    }
  }

  /** By whose choke point the run was seen first; null for none. */
  public @Nullable String framework() {
    return judge.outbox().framework();
  }

  /** What holds for the task. */
  public TaskPolicy policy() {
    return judge.plan().policy();
  }

  /** Who judges its calls. */
  @Override
  RunJudge judge() {
    return judge;
  }

  /** Who takes its calls. */
  RunCalls calls() {
    return calls;
  }

  /** Who follows what the run is told beside its calls, for whoever saves it and goes on. */
  RunOrders orders() {
    return orders;
  }

  /** Whether the words of every call's arguments are read, by detectors or to be captured. */
  public boolean readsWords() {
    return store.readsWords() || judge.outbox().captures();
  }

  /** The run inside which this one was opened, or null. */
  public @Nullable Run parent() {
    return parent;
  }

  /** What was used so far. */
  public Usage usage() {
    return orders.usage();
  }

  /** What the configuration says about a tool, or null. */
  public @Nullable ToolPolicy toolPolicy(String tool) {
    return judge.plan().ofTool(tool);
  }

  /** Why this run or one above it is halted, or null. One volatile read for each level. */
  public @Nullable StopReason haltReason() {
    return judge.halt().reason();
  }

  /** Whether the run itself is halted, whatever those above it are. */
  public boolean isHalted() {
    return judge.halt().own() != null;
  }

  /**
   * Says whether nobody has drawn the run's boundary, so that its calls may be of several
   * conversations. Then repetition is nudged about, and halts only where one call came again and
   * again with the same outcome and nothing in between; ceilings hold as everywhere.
   */
  public void boundaryIsGuessed(boolean guessed) {
    judge.position().boundaryIsGuessed(guessed);
  }

  /**
   * Says that whoever calls the run's models can leave out the tools and add a text, and will do so
   * when a verdict says that the run may finish. Without it {@code on-halt: finish} is the same as
   * {@code throw}.
   */
  public void canFinish() {
    judge.halt().canFinish();
  }

  /** Whether the run was halted and has answered with partial results since. */
  public boolean isPartial() {
    return judge.halt().isPartial();
  }

  /** Whether the halted run's last call has begun, and its answer goes to {@link #lastAnswer}. */
  public boolean awaitsLastAnswer() {
    return judge.halt().awaitsLastAnswer();
  }

  /** What the run is escalated for; null if it is not, or has made progress or was reset since. */
  public @Nullable String escalation() {
    Escalation known = judge.escalation();
    return known == null ? null : known.seen();
  }

  /**
   * The model that calls of the run are to use because it is escalated; null for the application's
   * own.
   */
  public @Nullable String escalatedModel() {
    Escalation known = judge.escalation();
    return known == null ? null : known.model();
  }

  /**
   * How far each rule that counts anything has come. For a person who looks at the run, which stays
   * asleep if it is; allocates, and costs some ten microseconds then.
   */
  public List<Standing> standings() {
    return orders.standings();
  }

  /** The most recent actions in short form, oldest first: tool and fingerprint, never contents. */
  public List<String> lastActions() {
    return orders.lastActions();
  }

  /** Whether the last answer asked for tool calls that are still to come. */
  public boolean awaitsSteps() {
    return orders.awaitsSteps();
  }

  /** The number the next turn gets when nothing else numbers it. */
  public int nextTurnIndex() {
    return orders.nextTurnIndex();
  }

  /**
   * A model's answer is on its way, and the tools it asks for are called before it is complete: all
   * that are called until {@link #turnStarted} are of that one turn.
   */
  public void turnIsComing() {
    orders.turnIsComing();
  }

  /**
   * How long the run had been going on in other processes before this one knew of it. To the times
   * that calls here are reported with, so much is added when they are judged.
   */
  public long millisElsewhere() {
    return calls.millisElsewhere();
  }

  /**
   * A model is about to be called: ends the turn before it and checks the ceilings. Where the
   * verdict is that the run may finish, this is the last call, to be made without tools and with
   * the verdict's message; its answer goes to {@link #lastAnswer}.
   */
  public Verdict beforeModelCall(long nowMillis) {
    return calls.ask(nowMillis);
  }

  /**
   * A model has answered. Ends the turn before it, if that is still open.
   *
   * @param answer numbered by {@link #nextTurnIndex} or otherwise; where other turns have begun
   *     since on other threads, it gets a number behind theirs
   * @param cost what the call cost, in the currency of the price table; zero if unknown
   */
  public Verdict turnStarted(Turn answer, BigDecimal cost, long nowMillis) {
    return calls.tell(/* isLast= */ false, answer, cost, nowMillis);
  }

  /**
   * A turn that is told when it is over: ceilings that were full before it stop the run, and so do
   * those that it has filled, unless it may be the last one, because it has no tool calls. One
   * exchange with the others that judge the run.
   */
  public Verdict turnReported(Turn answer, BigDecimal cost, long nowMillis) {
    return calls.tellReported(answer, cost, nowMillis);
  }

  /**
   * The model has answered to the last call of a halted run. A halt if it asks for tools all the
   * same.
   *
   * <p>The parameters are those of {@link #turnStarted}.
   */
  public Verdict lastAnswer(Turn answer, BigDecimal cost, long nowMillis) {
    return calls.tell(/* isLast= */ true, answer, cost, nowMillis);
  }

  /** A tool is about to run. On a halt its body must not run, and the call does not count. */
  public Verdict beforeStep(Step step) {
    return calls.tellBegin(step);
  }

  /** A tool has run. */
  public Verdict afterStep(Step step) {
    return calls.tellEnd(/* isMade= */ true, step);
  }

  /**
   * A tool that might have run was not called: the step counts at no ceiling, and its turn does not
   * wait for it. What a detector has read before the call stays.
   *
   * @param step one that {@link #beforeStep} let pass, in place of {@link #afterStep}
   */
  public Verdict notMade(Step step) {
    return calls.tellEnd(/* isMade= */ false, step);
  }

  /** See {@link RunExchange#isForAnotherThread}; false where no other process judges the run. */
  public boolean isForAnotherThread() {
    return calls.areForAnotherThread();
  }

  /** Whether other processes judge the run, or one around it. */
  public boolean isShared() {
    return calls.areShared();
  }

  /** Stops the run from outside. Does nothing if it is halted already. */
  public void halt(Kind kind, String detail) {
    RunExchange shared = calls.begin();
    try {
      orders.halt(kind, detail);
    } finally {
      calls.end(shared);
      calls.deliver();
    }
    calls.settle();
  }

  /**
   * Lifts a halt and forgets all repetition seen so far, and of tools that are running what will
   * come of them. What was used stays used.
   */
  public void reset() {
    shared(Order.RESET);
  }

  /** As {@link #reset}, where other processes that judge the run have done so already. */
  public void resetHere() {
    give(Order.RESET);
  }

  /**
   * Lifts a halt like {@link #reset}, and lets the run use this much more than it has used.
   *
   * @return null, or why not: the run {@linkplain #isHalted itself} is not halted, or the ceiling
   *     that would halt it at its next call, because it is used up and nothing was granted of it.
   *     Then nothing has changed
   */
  public @Nullable String resume(Allowance more) {
    return this.<@Nullable String>together(() -> orders.resume(more));
  }

  /**
   * From the next call on another plan holds. Streaks are kept where the same detectors watch with
   * the same numbers, whatever their ladders; else repetition is counted anew. What is used stays
   * used, and a halt stays.
   */
  public void follow(TaskPlan plan) {
    orders.follow(plan);
  }

  /** Progress that no detector can see: repetition is counted from zero again, a halt stays. */
  public void progress() {
    shared(Order.PROGRESS);
  }

  /**
   * Repetition is counted from zero again, because others may have done what nobody knows here; a
   * halt stays, an escalation, and what was used. Nobody is told.
   */
  public void countAnewHere() {
    give(Order.COUNT_ANEW);
  }

  /** The run is over since its last call. Does nothing the second time. */
  public void end() {
    give(Order.END);
  }

  /** The run has gone on until now, though nothing was told of it. Does nothing once it is over. */
  public void lasts(long nowMillis) {
    orders.lasts(nowMillis + millisElsewhere());
  }

  /**
   * Tells the end of a run that goes on, because it will not be told later: the process ends.
   * Nothing more is told of it but what is decided about it.
   */
  public void tellEnd() {
    give(Order.TELL_END);
  }

  @Override
  <T extends @Nullable Object> T together(Supplier<T> work, Consumer<T> again) {
    RunExchange shared = calls.begin();
    try {
      return calls.noted(shared, work, again);
    } finally {
      calls.end(shared);
      calls.deliver();
    }
  }

  @Override
  boolean onlyTogether(Runnable work) {
    RunExchange shared = calls.begin();
    if (shared == null) {
      return false;
    }
    try {
      work.run();
      return true;
    } finally {
      calls.end(shared);
      calls.deliver();
    }
  }

  private void shared(Order order) {
    together(
        () -> {
          orders.follow(order);
          return true;
        });
  }

  private void give(Order order) {
    try {
      orders.follow(order);
    } finally {
      calls.deliver();
    }
  }

  /** Is forgotten before anything happened in it, and is not told of. */
  public void discard() {
    orders.discard();
  }

  /**
   * Is halted for what a run of this id was halted for before it was dropped. Its end has been
   * told, and nothing more is told of it until it is reset.
   */
  public void stayHalted(StopReason reason) {
    orders.haltAgain(reason);
    sleep();
  }

  /** The run is about to be used: who keeps it makes room if it is to wake. */
  public void aboutToBeUsed(long nowNanos) {
    if (isAsleep()) {
      calls.makeRoom(nowNanos);
    }
  }

  /** Whether what was watched is put away; others may see it a little later. */
  public boolean isAsleep() {
    return store.watch == null;
  }

  /**
   * Puts away what was watched and used until the next step, turn or reset of the run, which is
   * judged exactly as it would have been. Costs some ten microseconds, and as much again then.
   *
   * @return false if a step of the run is being judged just now, for which no other run is to wait
   */
  public boolean sleep() {
    return calls.sleep(orders.sleep());
  }

  /** Writes everything that is needed to go on elsewhere exactly as here. */
  void save(DataOutput out) throws IOException {
    // Whoever shares a run shares those around it, and a halt of one of those is lifted there.
    orders.save(out, /* alone= */ parent != null && parent.isShared());
  }
}
