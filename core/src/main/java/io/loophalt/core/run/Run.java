package io.loophalt.core.run;

import io.loophalt.StopReason;
import io.loophalt.StopReason.Kind;
import io.loophalt.core.detect.Detector;
import io.loophalt.core.detect.Finding;
import io.loophalt.core.detect.Step;
import io.loophalt.core.detect.Turn;
import io.loophalt.core.fingerprint.ThreadStop;
import io.loophalt.core.policy.DetectorPolicy;
import io.loophalt.core.policy.DetectorPolicy.Mode;
import io.loophalt.core.policy.Intervention;
import io.loophalt.core.policy.Ladder;
import io.loophalt.core.policy.Rung;
import io.loophalt.core.policy.TaskPolicy;
import io.loophalt.core.policy.TaskPolicy.OnHalt;
import io.loophalt.core.policy.ToolPolicy;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One execution of one task: feeds its steps and turns to the detectors, applies ladders and
 * ceilings, and stays halted once it is.
 *
 * <p>The live agent, the replay command and the tests all judge through this class. It reads no
 * clock: times come with the calls, in milliseconds since the run began. Thread-safe; calls of one
 * run exclude each other by a lock of its own, calls of different runs share nothing but the
 * counters of a common parent. A step costs O(detectors) and allocates nothing unless a rung fires.
 */
public final class Run {

  /**
   * Stands for the turn of a tool call where no model call is seen; shared, because made per step.
   */
  private static final Turn IMPLICIT_TURN = new Turn(-1, 1, "", "", 0, 0, false, false);

  /** More than one answer asks for. */
  private static final int MANY_CALLS = Integer.MAX_VALUE;

  /** Whoever keeps the run among others. */
  interface Keeper {

    /** The run begins to count among those awake. Called with its lock held. */
    void awake();

    /** A call of the run was answered by a halt. Called without any lock. */
    default void halted() {}
  }

  /** For runs that nobody keeps; a class, because a lambda costs start-up time. */
  private static final Keeper NOBODYS =
      new Keeper() {
        @Override
        public void awake() {}
      };

  /** In place of a detector's number. */
  private static final int NOBODY = -1;

  /**
   * A rung that fired.
   *
   * @param matter what is repeated, see {@link NudgeMemory#matterAtHand}
   */
  private record Fired(DetectorSlot slot, Ladder ladder, Rung rung, Finding finding, long matter) {

    boolean isWeakerThan(Intervention other) {
      return finding.intervention().compareTo(other) < 0;
    }
  }

  /** Whether calls of a turn may come before its answer is complete. */
  private enum TurnState {
    /** They do not: a turn begins with the answer. */
    AS_ANSWERED,
    /** They may: an answer is on its way. */
    ANNOUNCED,
    /** They did: the turn has begun, and its answer is on its way. */
    BEGUN
  }

  /** What became of the one model call with which a halted run may finish. */
  private enum LastCall {
    /** There is none: nothing is halted, or every call throws. */
    NONE,
    /** The next model call is the last. */
    OPEN,
    /** It is under way, or failed. */
    TAKEN,
    /** It has answered. */
    ANSWERED
  }

  private final String id;
  private final String task;
  private final @Nullable Run parent;
  private final long beganMillis;
  private final Outbox outbox;
  private final boolean acts;
  private final boolean readsWords;
  private final TaskPlan plan;
  private final Function<DetectorPolicy, Detector> detectors;
  private final AtomicInteger awake;
  private final Keeper keeper;

  // While the run is idle, what was watched and used is kept small, and a step that comes then
  // finds it as it was; what children count in, too, stays.
  private @Nullable Watch watch;
  private @Nullable Usage usage;
  private @Nullable Frozen frozen;
  private boolean countedAwake;

  private volatile @Nullable StopReason halted;
  private volatile boolean canFinish;
  private volatile LastCall lastCall = LastCall.NONE;
  private boolean ended;
  private boolean endTold;

  /** Whether it ended as an earlier run of the same id, and was found again halted. */
  private boolean endedBefore;

  private int stepsBegun;

  /** Those begun before the latest reset: one that ends after it is forgotten, too. */
  private int stepsForgotten;

  private int nextTurn;
  private @Nullable Turn openTurn;
  private int openTurnIndex;
  private int callsOutstanding;
  private TurnState coming = TurnState.AS_ANSWERED;
  private boolean endingTurn;

  // What the detectors found in the call at hand.
  private @Nullable Step currentStep;
  private boolean currentStepIsOver;
  private @Nullable Fired strongest;

  // The nudge given last, by which detector, and the turn it was given in.
  private int nudgedBy = NOBODY;
  private int nudgedInTurn;

  private volatile @Nullable String escalation;
  private volatile @Nullable String escalatedModel;

  /**
   * Opens a run that no other run surrounds, or whose times are those of the one around it.
   *
   * <p>The parameters are those of the other constructor.
   */
  public Run(
      String id,
      String task,
      TaskPolicy policy,
      Function<DetectorPolicy, Detector> detectors,
      Mode mode,
      @Nullable Run parent,
      RunEvents events) {
    this(id, task, policy, detectors, mode, parent, 0, events);
  }

  /**
   * Opens a run.
   *
   * @param id unique among live runs
   * @param task the task's name
   * @param policy what holds for the task
   * @param detectors makes a detector from its settings
   * @param mode whether the agent acts; with {@code OBSERVE} everything is found and nothing
   *     follows
   * @param parent the run inside which this one was opened, whose tokens and calls include this
   *     one's; its lock is taken for a moment
   * @param beganMillis how long the parent had been going on by then, so that its time goes on with
   *     this run's
   * @param events hear what happens in it
   */
  public Run(
      String id,
      String task,
      TaskPolicy policy,
      Function<DetectorPolicy, Detector> detectors,
      Mode mode,
      @Nullable Run parent,
      long beganMillis,
      RunEvents events) {
    this(
        id,
        task,
        new TaskPlan(policy),
        detectors,
        mode,
        parent,
        beganMillis,
        new AtomicInteger(),
        NOBODYS,
        events);
  }

  /**
   * Opens one of many runs, which is put to {@linkplain #sleep sleep} now and then.
   *
   * <p>The other parameters are those of the other constructors.
   *
   * @param plan what holds for the task
   * @param awake counts the runs that are not over and not asleep; counts this one from now on
   * @param keeper is told when this one begins to count there
   */
  Run(
      String id,
      String task,
      TaskPlan plan,
      Function<DetectorPolicy, Detector> detectors,
      Mode mode,
      @Nullable Run parent,
      long beganMillis,
      AtomicInteger awake,
      Keeper keeper,
      RunEvents events) {
    this.id = id;
    this.task = task;
    this.plan = plan;
    this.detectors = detectors;
    this.awake = awake;
    this.keeper = keeper;
    this.parent = parent;
    this.beganMillis = beganMillis;
    this.outbox = new Outbox(events, id, task);
    this.acts = mode == Mode.ACT;
    this.usage = new Usage(plan.limits(), acts);
    Watch begun = new Watch(this, plan, detectors);
    this.watch = begun;
    this.readsWords = begun.readsWords;
    countIfAwake();
    if (parent != null) {
      parent.becomesParent();
    }
  }

  /** Says that the run is there; told with whatever happens first, or by {@link #deliver}. */
  void tellOpened() {
    outbox.opened(parent == null ? null : parent.id);
  }

  /**
   * Tells what has happened in this run and those above it, on the thread of the call in which it
   * happened. Without the lock, so that whoever hears it can hold up this thread alone.
   */
  void deliver() {
    for (Run run = this; run != null; run = run.parent) {
      run.outbox.deliver();
    }
  }

  private void settle() {
    keeper.halted();
    outbox.awaitUrgent();
  }

  /** A halt is on record before it is thrown. */
  private Verdict onRecord(Verdict verdict) {
    if (verdict.stopReason() != null) {
      settle();
    }
    return verdict;
  }

  /** Waits for a call of this run that is being counted as one of a run without children. */
  private synchronized void becomesParent() {
    try {
      used().shareWithChildren();
    } catch (RuntimeException | Error broken) {
      throw brokenOff(broken);
    }
  }

  /**
   * Is halted for what a run of this id was halted for before it was dropped. Its end has been
   * told, and nothing more is told of it until it is reset.
   */
  void stayHalted(StopReason reason) {
    discard();
    haltAgain(reason);
    sleep();
  }

  private synchronized void haltAgain(StopReason reason) {
    try {
      halted = reason;
      endedBefore = true;
    } catch (RuntimeException | Error broken) {
      throw brokenOff(broken);
    }
  }

  /** Is forgotten before anything happened in it, and is not told of. */
  synchronized void discard() {
    try {
      ended = true;
      endTold = true;
      countIfAwake();
    } catch (RuntimeException | Error broken) {
      throw brokenOff(broken);
    }
  }

  /** What is watched, taken out again if it was put away. The lock is held. */
  private Watch watch() {
    Watch known = watch;
    return known == null ? wake() : known;
  }

  private Watch wake() {
    Watch woken = new Watch(this, plan, detectors);
    try {
      DataInput in = Objects.requireNonNull(frozen).read();
      Usage kept = restoredUsage(in);
      woken.restore(in);
      woken.recent.restore(in);
      usage = usage == null ? kept : usage;
    } catch (IOException | RuntimeException unreadable) {
      // It would be so at every call to come: the run goes on with what was used, and no more.
      used();
      awakeWith(new Watch(this, plan, detectors));
      throw new CoreFailure(unreadable);
    }
    awakeWith(woken);
    return woken;
  }

  private void awakeWith(Watch woken) {
    watch = woken;
    frozen = null;
    countIfAwake();
  }

  /**
   * What was used, taken out again if it was put away. The lock is held, or that of a child, for
   * whose sake it is not put away.
   */
  private Usage used() {
    Usage known = usage;
    if (known == null) {
      try {
        known = restoredUsage(Objects.requireNonNull(frozen).read());
      } catch (IOException unreadable) {
        throw new UncheckedIOException(unreadable);
      }
      usage = known;
    }
    return known;
  }

  private Usage restoredUsage(DataInput in) throws IOException {
    Usage restored = new Usage(plan.limits(), acts);
    restored.restore(in);
    return restored;
  }

  /** Counts the run among those awake if it is one of them now, and takes it out if it is not. */
  private void countIfAwake() {
    boolean counts = watch != null && !ended;
    if (counts != countedAwake) {
      countedAwake = counts;
      if (counts) {
        awake.incrementAndGet();
        keeper.awake();
      } else {
        awake.decrementAndGet();
      }
    }
  }

  /** Whether what was watched is put away; others may see it a little later. */
  boolean isAsleep() {
    return watch == null;
  }

  /**
   * Puts away what was watched and used until the next step, turn or reset of the run, which is
   * judged exactly as it would have been. Costs some ten microseconds, and as much again at that
   * next one.
   *
   * @return false if a step of the run is being judged just now, for which no other run is to wait
   */
  public boolean sleep() {
    // Without the lock: what is seen too late costs a moment of waiting.
    if (currentStep != null) {
      return false;
    }
    putAway();
    return true;
  }

  private synchronized void putAway() {
    try {
      Watch idle = watch;
      if (idle != null) {
        frozen = freeze(idle);
        watch = null;
        usage = used().isUnshared() ? null : usage;
        strongest = null;
        countIfAwake();
      }
    } catch (RuntimeException | Error broken) {
      throw brokenOff(broken);
    }
  }

  private Frozen freeze(Watch idle) {
    Frozen.Output out = new Frozen.Output();
    try {
      used().save(out);
      idle.save(out);
      idle.recent.save(out);
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
    return out.freeze();
  }

  /** The run's id. */
  public String id() {
    return id;
  }

  /** The task's name. */
  public String task() {
    return task;
  }

  /** What holds for the task. */
  public TaskPolicy policy() {
    return plan.policy();
  }

  /** Whether what is found is followed by nudges and halts. */
  boolean acts() {
    return acts;
  }

  /** Whether detectors of this run read the words of every call's arguments. */
  public boolean readsWords() {
    return readsWords;
  }

  /** The run inside which this one was opened, or null. */
  public @Nullable Run parent() {
    return parent;
  }

  /** What was used so far. */
  public synchronized Usage usage() {
    try {
      return used();
    } catch (RuntimeException | Error broken) {
      throw brokenOff(broken);
    }
  }

  /** Why this run or one above it is halted, or null. One volatile read for each level. */
  public @Nullable StopReason haltReason() {
    for (Run run = this; run != null; run = run.parent) {
      StopReason reason = run.halted;
      if (reason != null) {
        return reason;
      }
    }
    return null;
  }

  /** What the configuration says about a tool, or null. */
  public @Nullable ToolPolicy toolPolicy(String tool) {
    return plan.ofTool(tool);
  }

  /**
   * Says that whoever calls the run's models can leave out the tools and add a text, and will do so
   * when a verdict says that the run may finish. Without it {@code on-halt: finish} is the same as
   * {@code throw}.
   */
  public void canFinish() {
    if (!canFinish) {
      canFinish = true;
    }
  }

  /** Whether the run was halted and has answered with partial results since. */
  public boolean isPartial() {
    return lastCall == LastCall.ANSWERED;
  }

  /** Whether the halted run's last call has begun, and its answer goes to {@link #lastAnswer}. */
  public boolean awaitsLastAnswer() {
    return lastCall == LastCall.TAKEN;
  }

  /**
   * A model is about to be called: ends the turn before it and checks the ceilings. Where the
   * verdict is that the run may finish, this is the last call, to be made without tools and with
   * the verdict's message; its answer goes to {@link #lastAnswer}.
   */
  public Verdict beforeModelCall(long nowMillis) {
    Verdict verdict;
    try {
      verdict = judgeModelCall(nowMillis);
    } finally {
      deliver();
    }
    return onRecord(verdict);
  }

  private synchronized Verdict judgeModelCall(long nowMillis) {
    try {
      StopReason already = haltReason();
      if (already != null) {
        return lastCallFor(already);
      }
      begin(null);
      endOpenTurn();
      Verdict verdict = roomForTurn(nowMillis);
      if (verdict.intervention() != Intervention.HALT) {
        verdict = conclude();
      }
      StopReason reason = verdict.stopReason();
      return reason == null ? verdict : lastCallFor(reason);
    } catch (RuntimeException | Error broken) {
      throw brokenOff(broken);
    }
  }

  private Verdict lastCallFor(StopReason reason) {
    Verdict verdict = stopped(reason);
    if (verdict.mayFinish()) {
      lastCall = LastCall.TAKEN;
    }
    return verdict;
  }

  /**
   * The model has answered to the last call of a halted run. A halt if it asks for tools all the
   * same.
   *
   * <p>The parameters are those of {@link #turnStarted}.
   */
  public Verdict lastAnswer(Turn answer, BigDecimal cost, long nowMillis) {
    Verdict verdict;
    try {
      verdict = judgeLastAnswer(answer, cost, nowMillis);
    } finally {
      deliver();
    }
    return onRecord(verdict);
  }

  private synchronized Verdict judgeLastAnswer(Turn answer, BigDecimal cost, long nowMillis) {
    try {
      Turn turn = numbered(answer);
      count(turn, cost, nowMillis);
      nextTurn = turn.index() + 1;
      tellOf(turn);
      StopReason reason = haltReason();
      if (reason == null) {
        return Verdict.NONE;
      }
      boolean finished = lastCall == LastCall.TAKEN && turn.toolCalls() == 0 && isHaltedAlone();
      lastCall = finished ? LastCall.ANSWERED : LastCall.NONE;
      return finished ? Verdict.NONE : Verdict.halt(reason);
    } catch (RuntimeException | Error broken) {
      throw brokenOff(broken);
    }
  }

  /**
   * Whether there is room for another model call, asked in the middle of a turn: of loops that
   * report a turn when it has begun.
   */
  public Verdict atCeilings(long nowMillis) {
    Verdict verdict;
    try {
      verdict = judgeCeilings(nowMillis);
    } finally {
      deliver();
    }
    return onRecord(verdict);
  }

  private synchronized Verdict judgeCeilings(long nowMillis) {
    try {
      return roomForTurn(nowMillis);
    } catch (RuntimeException | Error broken) {
      throw brokenOff(broken);
    }
  }

  private Verdict roomForTurn(long nowMillis) {
    long time = nowMillis;
    for (Run run = this; run != null; run = run.parent) {
      run.used().at(time);
      time += run.beganMillis;
      Usage.Exceeded exceeded = run.used().beforeTurn(run.outbox);
      StopReason atCeiling = exceeded == null ? null : run.haltAtCeiling(exceeded);
      if (atCeiling != null) {
        return Verdict.halt(atCeiling);
      }
    }
    return Verdict.NONE;
  }

  /** Whether the last answer asked for tool calls that are still to come. */
  public synchronized boolean awaitsSteps() {
    try {
      return openTurn != null && callsOutstanding > 0;
    } catch (RuntimeException | Error broken) {
      throw brokenOff(broken);
    }
  }

  /** The number the next turn gets when nothing else numbers it. */
  public synchronized int nextTurnIndex() {
    try {
      return coming == TurnState.BEGUN ? openTurnIndex : nextTurn;
    } catch (RuntimeException | Error broken) {
      throw brokenOff(broken);
    }
  }

  /**
   * A model's answer is on its way, and the tools it asks for are called before it is complete: all
   * that are called until {@link #turnStarted} are of that one turn.
   */
  public synchronized void turnIsComing() {
    try {
      if (coming == TurnState.AS_ANSWERED) {
        coming = TurnState.ANNOUNCED;
      }
    } catch (RuntimeException | Error broken) {
      throw brokenOff(broken);
    }
  }

  /**
   * A model has answered. Ends the turn before it, if that is still open.
   *
   * @param answer numbered by {@link #nextTurnIndex} or otherwise; where other turns have begun
   *     since on other threads, it gets a number behind theirs
   * @param cost what the call cost, in the currency of the price table; zero if unknown
   */
  public Verdict turnStarted(Turn answer, BigDecimal cost, long nowMillis) {
    Verdict verdict;
    try {
      verdict = judgeTurn(answer, cost, nowMillis);
    } finally {
      deliver();
    }
    return onRecord(verdict);
  }

  private synchronized Verdict judgeTurn(Turn answer, BigDecimal cost, long nowMillis) {
    try {
      Turn turn = numbered(answer);
      count(turn, cost, nowMillis);
      StopReason already = haltReason();
      if (already != null) {
        nextTurn = turn.index() + 1;
        callsOutstanding = turn.toolCalls();
        return stopped(already);
      }
      begin(null);
      Turn kept = turn.withoutText();
      if (coming == TurnState.BEGUN) {
        // The detectors know of it since the first of its calls.
        openTurn = kept;
        callsOutstanding -= MANY_CALLS - turn.toolCalls();
        tellOf(turn);
      } else {
        endOpenTurn();
        openTurn = kept;
        openTurnIndex = turn.index();
        if (turn.userMessageBefore()) {
          watch().nudges.clear();
        }
        nextTurn = openTurnIndex + 1;
        callsOutstanding = turn.toolCalls();
        tellOf(turn);
        tellOfTurn(turn);
      }
      coming = TurnState.AS_ANSWERED;
      if (callsOutstanding == 0) {
        endOpenTurn();
      }
      return conclude();
    } catch (RuntimeException | Error broken) {
      throw brokenOff(broken);
    }
  }

  /** Turns and steps that were under way when the run ended are told to nobody; a halt is. */
  private void tellOf(Turn turn) {
    if (!endTold) {
      outbox.turned(turn);
    }
  }

  private void tellOf(Step step) {
    if (!endTold) {
      outbox.stepped(step);
    }
  }

  private Turn numbered(Turn answer) {
    int index = coming == TurnState.BEGUN ? openTurnIndex : Math.max(nextTurn, answer.index());
    return index == answer.index() ? answer : answer.at(index);
  }

  private void count(Turn turn, BigDecimal cost, long nowMillis) {
    long time = nowMillis;
    for (Run run = this; run != null; run = run.parent) {
      run.used().at(time);
      time += run.beganMillis;
      run.used()
          .countTurn(
              run == this, turn.toolCalls() == 0, turn.inputTokens(), turn.outputTokens(), cost);
    }
  }

  /** A tool is about to run. On a halt its body must not run, and the call does not count. */
  public Verdict beforeStep(Step step) {
    Verdict verdict;
    try {
      verdict = judgeBefore(step);
    } finally {
      deliver();
    }
    return onRecord(verdict);
  }

  private synchronized Verdict judgeBefore(Step step) {
    try {
      StopReason already = haltReason();
      if (already != null) {
        return stoppedStep(already);
      }
      long time = step.startMillis();
      for (Run run = this; run != null; run = run.parent) {
        run.used().at(time);
        time += run.beganMillis;
        Usage.Exceeded exceeded = run.used().beforeStep(step.tool(), run.outbox);
        StopReason atCeiling = exceeded == null ? null : run.haltAtCeiling(exceeded);
        if (atCeiling != null) {
          return stoppedStep(atCeiling);
        }
      }
      begin(null);
      if (openTurn == null || callsOutstanding <= 0) {
        boolean announced = coming == TurnState.ANNOUNCED;
        openImplicitTurn();
        if (announced) {
          callsOutstanding = MANY_CALLS;
          coming = TurnState.BEGUN;
        }
      }
      step.placedAt(stepsBegun++, openTurnIndex);
      currentStep = step;
      for (DetectorSlot slot : watch().hearingBeforeSteps) {
        slot.beforeStep(step);
      }
      Verdict verdict = conclude();
      if (verdict.intervention() == Intervention.HALT) {
        callsOutstanding--;
      } else {
        StopReason full = countStep(step.tool());
        if (full != null) {
          return stoppedStep(full);
        }
      }
      return verdict;
    } catch (RuntimeException | Error broken) {
      throw brokenOff(broken);
    }
  }

  /**
   * Counts a tool call in this run and those above it, or in none if children of one of them, side
   * by side on other threads, have used it up since it was asked.
   */
  private @Nullable StopReason countStep(String tool) {
    for (Run run = this; run != null; run = run.parent) {
      Usage.Exceeded exceeded = run.used().countStep(tool, run == this);
      if (exceeded != null) {
        for (Run below = this; below != null && below != run; below = below.parent) {
          below.used().uncountStep(tool);
        }
        return run.haltAtCeiling(exceeded);
      }
    }
    return null;
  }

  /** A tool has run. */
  public Verdict afterStep(Step step) {
    Verdict verdict;
    try {
      verdict = judgeAfter(step);
    } finally {
      deliver();
    }
    return onRecord(verdict);
  }

  private synchronized Verdict judgeAfter(Step step) {
    try {
      StopReason already = haltReason();
      if (already != null) {
        return stoppedStep(already);
      }
      begin(step);
      Watch watching = watch();
      watching.recent.add(step);
      if (step.index() < stepsForgotten) {
        tellOf(step);
        endsTurn(step);
        return conclude();
      }
      watching.nudges.stepped(step);
      watching.callPolicies.stepped(step);
      tellOf(step);
      for (DetectorSlot slot : watching.hearingAfterSteps) {
        slot.afterStep(step);
      }
      if (endsTurn(step)) {
        endOpenTurn();
      }
      return conclude();
    } catch (RuntimeException | Error broken) {
      throw brokenOff(broken);
    }
  }

  /**
   * A tool that might have run was not called: the step counts at no ceiling, and its turn does not
   * wait for it. What a detector has read before the call stays.
   *
   * @param step one that {@link #beforeStep} let pass, in place of {@link #afterStep}
   */
  public synchronized Verdict notMade(Step step) {
    try {
      for (Run run = this; run != null; run = run.parent) {
        run.used().uncountStep(step.tool());
      }
      StopReason already = haltReason();
      if (already != null) {
        return stoppedStep(already);
      }
      begin(null);
      if (endsTurn(step)) {
        endOpenTurn();
      }
      return conclude();
    } catch (RuntimeException | Error broken) {
      throw brokenOff(broken);
    }
  }

  /**
   * Whether a step that is over was the last of the turn at hand. Those of turns before it, which
   * did not wait for them, are none of its own.
   */
  private boolean endsTurn(Step step) {
    return openTurn != null && step.turn() == openTurnIndex && --callsOutstanding == 0;
  }

  /** Stops the run from outside. Does nothing if it is halted already. */
  public void halt(Kind kind, String detail) {
    try {
      haltFromOutside(kind, detail);
    } finally {
      deliver();
    }
    settle();
  }

  private synchronized void haltFromOutside(Kind kind, String detail) {
    try {
      if (halted == null) {
        stop(kind, detail, "operator", 1, null);
      }
    } catch (RuntimeException | Error broken) {
      throw brokenOff(broken);
    }
  }

  /**
   * Lifts a halt and forgets all repetition seen so far, and of tools that are running what will
   * come of them. What was used stays used.
   */
  public void reset() {
    try {
      startOver();
    } finally {
      deliver();
    }
  }

  private synchronized void startOver() {
    try {
      if (endedBefore) {
        endedBefore = false;
        ended = false;
        endTold = false;
        countIfAwake();
      }
      halted = null;
      stepsForgotten = stepsBegun;
      lastCall = LastCall.NONE;
      endEscalation();
      nudgedBy = NOBODY;
      watch().recent.clear();
      watch().startAnew();
      outbox.wasReset(stepsBegun);
    } catch (RuntimeException | Error broken) {
      throw brokenOff(broken);
    }
  }

  /** Progress that no detector can see: repetition is counted from zero again, a halt stays. */
  public void progress() {
    try {
      noteProgress();
    } finally {
      deliver();
    }
  }

  private synchronized void noteProgress() {
    try {
      endEscalation();
      watch().startAnew();
      outbox.progressReported(stepsBegun);
    } catch (RuntimeException | Error broken) {
      throw brokenOff(broken);
    }
  }

  /**
   * Writes what the detectors know, how far each has climbed its ladder and what the model was
   * nudged about. Not in it: what was used, the last actions, a halt.
   */
  public synchronized void saveDetection(DataOutput out) throws IOException {
    try {
      watch().save(out);
      out.writeInt(nudgedBy);
      out.writeInt(nudgedInTurn);
      out.writeInt(stepsBegun);
      out.writeInt(nextTurn);
      out.writeInt(openTurnIndex);
      out.writeInt(callsOutstanding);
      Turn turn = openTurn;
      out.writeBoolean(turn != null);
      if (turn != null) {
        turn.save(out);
      }
    } catch (RuntimeException | Error broken) {
      throw brokenOff(broken);
    }
  }

  /**
   * Goes on where a run of the same policy was when it {@linkplain #saveDetection wrote} this. For
   * a run in which nothing has happened yet.
   */
  public synchronized void restoreDetection(DataInput in) throws IOException {
    try {
      watch().restore(in);
      nudgedBy = in.readInt();
      nudgedInTurn = in.readInt();
      stepsBegun = in.readInt();
      nextTurn = in.readInt();
      openTurnIndex = in.readInt();
      callsOutstanding = in.readInt();
      openTurn = in.readBoolean() ? Turn.restored(in) : null;
    } catch (RuntimeException | Error broken) {
      throw brokenOff(broken);
    }
  }

  /** Writes everything that is needed to go on elsewhere exactly as here. */
  synchronized void save(DataOutput out) throws IOException {
    try {
      saveDetection(out);
      watch().recent.save(out);
      used().save(out);
      out.writeInt(stepsForgotten);
      out.writeUTF(coming.name());
      out.writeUTF(lastCall.name());
      saveText(escalation, out);
      saveText(escalatedModel, out);
      StopReason reason = haltReason(); // elsewhere there may be no parent that is halted
      out.writeBoolean(reason != null);
      if (reason != null) {
        SavedReason.save(reason, this, out);
      }
    } catch (RuntimeException | Error broken) {
      throw brokenOff(broken);
    }
  }

  /** Goes on where another one {@linkplain #save was}. For a run in which nothing has happened. */
  synchronized void restore(DataInput in) throws IOException {
    try {
      restoreDetection(in);
      watch().recent.restore(in);
      used().restore(in);
      stepsForgotten = in.readInt();
      coming = TurnState.valueOf(in.readUTF());
      lastCall = LastCall.valueOf(in.readUTF());
      escalation = restoredText(in);
      escalatedModel = restoredText(in);
      halted = in.readBoolean() ? SavedReason.restored(this, in) : null;
    } catch (RuntimeException | Error broken) {
      throw brokenOff(broken);
    }
  }

  private static void saveText(@Nullable String text, DataOutput out) throws IOException {
    out.writeBoolean(text != null);
    if (text != null) {
      out.writeUTF(text);
    }
  }

  private static @Nullable String restoredText(DataInput in) throws IOException {
    return in.readBoolean() ? in.readUTF() : null;
  }

  /** What the run is escalated for; null if it is not, or has made progress or was reset since. */
  public @Nullable String escalation() {
    return escalation;
  }

  /**
   * The model that calls of the run are to use because it is escalated; null for the application's
   * own.
   */
  public @Nullable String escalatedModel() {
    return escalatedModel;
  }

  private void endEscalation() {
    escalation = null;
    escalatedModel = null;
  }

  /** The run is over. Does nothing the second time. */
  public void end() {
    try {
      endNow();
    } finally {
      deliver();
    }
  }

  private synchronized void endNow() {
    try {
      if (!ended) {
        ended = true;
        countIfAwake();
        writeEnd();
      }
    } catch (RuntimeException | Error broken) {
      throw brokenOff(broken);
    }
  }

  /**
   * Tells the end of a run that goes on, because it will not be told later: the process ends.
   * Nothing more is told of it but what is decided about it.
   */
  public void tellEnd() {
    try {
      writeEndEarly();
    } finally {
      deliver();
    }
  }

  private synchronized void writeEndEarly() {
    try {
      if (!ended) {
        writeEnd();
      }
    } catch (RuntimeException | Error broken) {
      throw brokenOff(broken);
    }
  }

  private void writeEnd() {
    if (!endTold) {
      endTold = true;
      outbox.ended(parent == null ? null : parent.id, haltReason(), isPartial(), used());
    }
  }

  /**
   * A call broke off in the middle, by an error of ours or because its thread was stopped. What it
   * left half counted must not become a false halt: repetition is counted from zero again. A run
   * that is still asleep has counted nothing of the call, and stays as it is.
   *
   * @return what to throw; the end of a thread and an exhausted stack or heap are thrown as they
   *     are
   */
  private CoreFailure brokenOff(Throwable broken) {
    try {
      begin(null);
      endingTurn = false;
      Watch known = watch;
      if (known != null) {
        known.startAnew();
      }
      countIfAwake();
    } catch (RuntimeException alsoBroken) {
      broken.addSuppressed(alsoBroken);
    }
    ThreadStop.passOn(broken);
    if (broken instanceof VirtualMachineError exhausted) {
      throw exhausted;
    }
    return broken instanceof CoreFailure known ? known : new CoreFailure(broken);
  }

  /** A rung of a slot's ladder fired, in the call at hand. */
  void fired(DetectorSlot slot, String rule, int count, Ladder ladder, Rung rung) {
    Step step = currentStep;
    boolean observedOnly = !acts || !slot.acts();
    boolean ignored = ignoresNudges(slot, ladder, rung);
    Intervention intervention = ignored ? Intervention.HALT : rung.intervention();
    String seen = slot.detector().describe(rule, count);
    if (step != null) {
      used().markRepeated(step.tool());
    }
    Finding finding =
        new Finding(
            slot.detector().name(),
            rule,
            count,
            intervention,
            observedOnly,
            stepsBegun,
            step == null ? openTurnIndex : step.turn(),
            step == null ? Step.ABSENT : step.action(),
            step == null || !currentStepIsOver ? Step.ABSENT : step.gist(),
            ignored ? seen + ", again, after two nudges about it" : seen);
    outbox.found(finding);
    if (!observedOnly && (strongest == null || strongest.isWeakerThan(intervention))) {
      strongest = new Fired(slot, ladder, rung, finding, watch().nudges.matterAtHand());
    }
  }

  private boolean ignoresNudges(DetectorSlot slot, Ladder ladder, Rung rung) {
    Detector detector = slot.detector();
    Integer haltsAt = ladder.haltsAt();
    return rung.intervention() != Intervention.HALT
        && haltsAt != null
        && detector.nudgesAreRemembered()
        && watch().nudges.wasIgnored(detector.name(), haltsAt);
  }

  /**
   * The ladder that a detector's report climbs: its own, unless the tool or the action class of the
   * call at hand has another for it. A report about a whole turn, whose calls end in any order,
   * climbs the one among the ladders of its calls that halts last.
   *
   * @param of the tool or action class that the report is about, empty for all calls at hand
   */
  Ladder ladderAtHand(String detector, String of, Ladder own) {
    if (endingTurn) {
      return watch().callPolicies.ladderForTurn(detector, of, own);
    }
    Step step = currentStep;
    return step == null ? own : watch().callPolicies.ladderForCall(detector, own, step);
  }

  /** A call begins to be judged: of a step that is over, or if null, of something else. */
  private void begin(@Nullable Step step) {
    currentStep = step;
    currentStepIsOver = step != null;
    strongest = null;
  }

  /** Without a view of the model calls, every tool call is a turn of its own. */
  private void openImplicitTurn() {
    endOpenTurn();
    Turn turn = IMPLICIT_TURN;
    openTurn = turn;
    openTurnIndex = nextTurn++;
    callsOutstanding = 1;
    tellOfTurn(turn);
  }

  private void tellOfTurn(Turn turn) {
    boolean changed = turn.userMessageBefore() || turn.compactedBefore();
    Watch watching = watch();
    for (DetectorSlot slot : changed ? watching.hearingOfChangedHistory : watching.hearingOfTurns) {
      slot.turnStarted(turn);
    }
  }

  private void endOpenTurn() {
    Turn turn = openTurn;
    if (turn == null) {
      return;
    }
    endingTurn = true;
    Watch watching = watch();
    for (DetectorSlot slot : watching.hearingOfTurnEnds) {
      slot.turnEnded(turn);
    }
    endingTurn = false;
    watching.callPolicies.turnEnded();
    if (watching.nudges.turnEnded()) {
      endEscalation();
    }
    openTurn = null;
    callsOutstanding = 0;
    coming = TurnState.AS_ANSWERED;
  }

  private Verdict conclude() {
    currentStep = null; // it holds what the application returned
    Fired fired = strongest;
    if (fired == null) {
      return Verdict.NONE;
    }
    DetectorSlot slot = fired.slot();
    Finding finding = fired.finding();
    Intervention intervention = finding.intervention();
    String seen = finding.description();
    if (intervention == Intervention.HALT) {
      Detector detector = slot.detector();
      return stopped(
          stop(detector.stopKind(finding.rule()), seen, detector.name(), finding.count(), finding));
    }
    if (intervention == Intervention.NUDGE && saysTheSameAgain(slot)) {
      return Verdict.NONE;
    }
    nudgedBy = slot.number();
    nudgedInTurn = openTurnIndex;
    watch().nudges.nudged(slot.detector().name(), fired.matter(), finding.count());
    String message = fired.rung().message();
    if (message == null) {
      int rungsBelow = DetectorSlot.rungsBelow(fired.rung(), fired.ladder());
      message = Wording.forRung(intervention, rungsBelow, seen);
    }
    if (intervention == Intervention.ESCALATE) {
      escalation = seen;
      escalatedModel = fired.rung().model() == null ? escalatedModel : fired.rung().model();
    }
    outbox.intervened(finding);
    return new Verdict(intervention, message, null);
  }

  /**
   * Whether another detector nudged about the same trouble a moment ago. Detectors see one loop
   * from several sides; the model is told once, and has had a turn to react before it is told
   * again.
   */
  private boolean saysTheSameAgain(DetectorSlot slot) {
    return nudgedBy != NOBODY && nudgedBy != slot.number() && openTurnIndex - nudgedInTurn <= 1;
  }

  /**
   * Why the run is stopped at a ceiling, or null if it is only watched. A child enters here with
   * its own lock held; a parent never asks for the lock of a child.
   */
  private synchronized @Nullable StopReason haltAtCeiling(Usage.Exceeded exceeded) {
    try {
      StopReason already = halted;
      if (already != null) {
        return already;
      }
      Finding finding =
          new Finding(
              "ceiling",
              exceeded.ceiling(),
              (int) Math.min(Integer.MAX_VALUE, exceeded.used()),
              Intervention.HALT,
              !acts,
              stepsBegun,
              nextTurn - 1,
              Step.ABSENT,
              Step.ABSENT,
              exceeded.description());
      outbox.found(finding);
      return acts
          ? stop(
              exceeded.kind(), exceeded.description(), exceeded.ceiling(), exceeded.used(), finding)
          : null;
    } catch (RuntimeException | Error broken) {
      throw brokenOff(broken);
    }
  }

  private StopReason stop(
      Kind kind, String detail, String detector, long count, @Nullable Finding finding) {
    StopReason reason =
        new StopReason(
            kind,
            detail,
            task,
            id,
            detector,
            count,
            used().steps(),
            used().turns(),
            used().inputTokens(),
            used().outputTokens(),
            watch().recent.oldestFirst(),
            true);
    halted = reason;
    boolean finishes =
        plan.policy().onHalt() == OnHalt.FINISH && canFinish && kind != Kind.OPERATOR;
    lastCall = finishes ? LastCall.OPEN : LastCall.NONE;
    outbox.halted(reason, finding, nextTurnIndex() - 1);
    return reason;
  }

  /** What a call of the halted run is told. */
  private Verdict stopped(StopReason reason) {
    return lastCall == LastCall.OPEN && isHaltedAlone()
        ? Verdict.finish(reason, Wording.lastCall(reason.detail()))
        : Verdict.halt(reason);
  }

  /**
   * What a tool call of the halted run is told. Those of the turn at hand may be answered with a
   * text; when more come, nobody calls a model any more that could finish.
   */
  private Verdict stoppedStep(StopReason reason) {
    return callsOutstanding-- > 0 ? stopped(reason) : Verdict.halt(reason);
  }

  /** Whether no run above this halted one is halted, too. */
  private boolean isHaltedAlone() {
    return parent == null || parent.haltReason() == null;
  }
}
