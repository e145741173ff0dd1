package io.loophalt.core.run;

import io.loophalt.StopReason;
import io.loophalt.StopReason.Kind;
import io.loophalt.core.detect.Finding;
import io.loophalt.core.detect.Step;
import io.loophalt.core.detect.Turn;
import io.loophalt.core.failure.CoreFailure;
import io.loophalt.core.failure.ThreadStop;
import io.loophalt.core.policy.Intervention;
import io.loophalt.core.policy.TaskPolicy.OnHalt;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/**
 * Judges the calls of one run, in the order in which a call meets what may stop it: the sticky
 * halt, the ceilings of the run and of those around it, the detectors.
 *
 * <p>Not thread-safe: its monitor is the run's lock, and {@link RunCalls} and {@link RunOrders}
 * hold it. A run may ask for the lock of one around it, never for that of a child. A step costs
 * O(detectors) and allocates nothing unless a rung fires.
 */
final class RunJudge {

  private volatile TaskPlan plan;
  private final @Nullable RunJudge around;
  private final long beganMillis;
  private final RunPosition position;
  private final WatchStore store;
  private final Halt halt;
  private final Outbox outbox;

  private volatile @Nullable Escalation escalation;

  /**
   * Has seen nothing.
   *
   * @param around the judge of the run inside which this one was opened
   * @param beganMillis how long that one had been going on by then
   */
  RunJudge(
      TaskPlan plan,
      @Nullable RunJudge around,
      long beganMillis,
      RunPosition position,
      WatchStore store,
      Outbox outbox) {
    this.plan = plan;
    this.around = around;
    this.beganMillis = beganMillis;
    this.position = position;
    this.store = store;
    this.halt = new Halt(plan.wording(), around == null ? null : around.halt);
    this.outbox = outbox;
  }

  /** The id of the run inside which this one was opened, or null. */
  @Nullable String parentId() {
    return around == null ? null : around.outbox.run();
  }

  /** That of the run inside which this one was opened, or null. */
  @Nullable RunJudge around() {
    return around;
  }

  /** That of the run around one, if what is judged counts there. */
  private @Nullable RunJudge outside(RunJudge judge) {
    return position.countsHereAlone ? null : judge.around;
  }

  TaskPlan plan() {
    return plan;
  }

  WatchStore store() {
    return store;
  }

  Outbox outbox() {
    return outbox;
  }

  Halt halt() {
    return halt;
  }

  RunPosition position() {
    return position;
  }

  /** What the run is escalated for, or null. Can be asked without the lock. */
  @Nullable Escalation escalation() {
    return escalation;
  }

  /** The run is escalated for what it was elsewhere; null for nothing. */
  void escalation(@Nullable Escalation known) {
    escalation = known;
  }

  Verdict beforeModelCall(long nowMillis) {
    halt.liftIfOver();
    StopReason already = halt.reason();
    if (already != null) {
      return halt.verdictOnModelCall(already);
    }
    Watch watch = watch();
    endOpenTurn(watch);
    StopReason full = roomForTurn(nowMillis);
    Verdict verdict;
    if (full == null) {
      verdict = conclude(watch);
    } else {
      watch.forgetCallAtHand();
      verdict = Verdict.halt(full);
    }
    StopReason reason = verdict.stopReason();
    return reason == null ? verdict : halt.verdictOnModelCall(reason);
  }

  /** What is found when the open turn is over; no ceiling is asked, and no last call is used up. */
  Verdict endTurnBeforeModelCall() {
    Watch watch = watch();
    endOpenTurn(watch);
    return conclude(watch);
  }

  Verdict atCeilings(long nowMillis) {
    StopReason full = roomForTurn(nowMillis);
    return full == null ? Verdict.NONE : Verdict.halt(full);
  }

  Verdict turnStarted(Turn answer, BigDecimal cost, long nowMillis) {
    Turn turn = position.numbered(answer);
    countTurn(turn, cost, nowMillis);
    StopReason already = halt.reason();
    if (already != null) {
      position.answeredThoughHalted(turn);
      return halt.verdict(already);
    }
    Watch watch = watch();
    if (position.turnHasBegun()) {
      // The detectors know of it since the first of its calls.
      position.answered(turn);
      outbox.turned(turn);
    } else {
      endOpenTurn(watch);
      position.begin(turn);
      if (turn.userMessageBefore()) {
        watch.personSpoke();
      }
      outbox.turned(turn);
      tellOfCalls(watch);
      watch.turnAnswered(turn);
    }
    boolean isOver = position.allStepsCame();
    if (isOver) {
      endOpenTurn(watch);
    }
    return conclude(watch, isOver);
  }

  Verdict lastAnswer(Turn answer, BigDecimal cost, long nowMillis) {
    Turn turn = position.numbered(answer);
    countTurn(turn, cost, nowMillis);
    position.passed(turn);
    outbox.turned(turn);
    StopReason reason = halt.reason();
    return reason == null
        ? Verdict.NONE
        : halt.verdictOnLastAnswer(reason, /* asksForTools= */ turn.toolCalls() > 0);
  }

  Verdict beforeStep(Step step) {
    halt.liftIfOver();
    StopReason reason = halt.reason();
    reason = reason == null ? roomForStep(step) : reason;
    if (reason != null) {
      return refused(reason);
    }
    Watch watch = watch();
    if (!position.awaitsSteps()) {
      boolean announced = position.turnIsAnnounced();
      if (position.openTurn() != null) {
        endOpenTurn(watch);
      }
      position.beginWithCall(announced);
      if (watch.hearsOfCalls) {
        watch.turnBeginsWithCall(RunPosition.IMPLICIT_TURN);
      }
    }
    position.place(step);
    if (watch.hearsBeforeSteps) {
      watch.beforeStep(step);
    }
    Verdict verdict = Verdict.NONE;
    if (watch.anyFound) {
      verdict = conclude(watch);
      if (verdict.intervention() == Intervention.HALT) {
        position.refuseStep();
        return verdict;
      }
    }
    StopReason full = countStep(step.tool());
    return full == null ? verdict : refused(full);
  }

  Verdict afterStep(Step step) {
    isAt(step.endMillis());
    StopReason already = halt.reason();
    if (already != null) {
      return refused(already);
    }
    Watch watch = watch();
    watch.stepEnds(step);
    if (outbox.tellsSteps()) {
      outbox.stepped(step);
    }
    if (position.isForgotten(step)) {
      return conclude(watch, position.endsTurn(step));
    }
    watch.afterStep(step);
    boolean isOver = position.endsTurn(step);
    if (isOver) {
      endOpenTurn(watch);
    }
    return conclude(watch, isOver);
  }

  Verdict notMade(Step step) {
    uncountStep(step.tool(), null);
    StopReason already = halt.reason();
    if (already != null) {
      return refused(already);
    }
    Watch watch = watch();
    boolean isOver = position.endsTurn(step);
    if (isOver) {
      endOpenTurn(watch);
    }
    return conclude(watch, isOver);
  }

  /**
   * What a tool call of the halted run is told. Those of the turn at hand may be answered with a
   * text; when more come, nobody calls a model any more that could finish.
   */
  private Verdict refused(StopReason reason) {
    return position.refuseStep() ? halt.verdict(reason) : Verdict.halt(reason);
  }

  /** The first full ceiling at which no model may be called, of this run or one around it. */
  private @Nullable StopReason roomForTurn(long nowMillis) {
    long time = nowMillis;
    for (RunJudge each = this; each != null; each = outside(each)) {
      Usage used = each.used();
      used.at(time);
      time += each.beganMillis;
      Usage.Exceeded exceeded = used.beforeTurn(each.outbox);
      StopReason full = exceeded == null ? null : each.haltAt(exceeded);
      if (full != null) {
        return full;
      }
    }
    return plan.anyBudgets() ? BudgetCheck.haltIfSpent(this) : null;
  }

  /** What was found, or the ceiling that a turn has filled, where those are checked then. */
  private Verdict conclude(Watch watch, boolean turnIsOver) {
    Verdict verdict = conclude(watch);
    if (!turnIsOver || !plan.limits().afterTurns || verdict.stopReason() != null) {
      return verdict;
    }
    Usage.Exceeded exceeded = used().beforeTurn(outbox);
    StopReason full = exceeded == null ? null : haltAt(exceeded);
    return full == null ? verdict : halt.verdict(full);
  }

  /** Notes how late it is in this run and those around it. */
  void isAt(long nowMillis) {
    long time = nowMillis;
    for (RunJudge each = this; each != null; each = outside(each)) {
      each.used().at(time);
      time += each.beganMillis;
    }
  }

  private void countTurn(Turn turn, BigDecimal cost, long nowMillis) {
    isAt(nowMillis);
    boolean idle = turn.isIdle();
    for (RunJudge each = this; each != null; each = outside(each)) {
      each.used()
          .countTurn(
              each == this, idle, turn.model(), turn.inputTokens(), turn.outputTokens(), cost);
    }
    if (plan.anyBudgets() && !position.countsHereAlone) {
      BudgetCheck.count(this, turn, cost);
    }
  }

  /** The first full ceiling at which the tool must not run, of this run or one around it. */
  private @Nullable StopReason roomForStep(Step step) {
    long time = step.startMillis();
    for (RunJudge each = this; each != null; each = outside(each)) {
      Usage used = each.used();
      Usage.Exceeded exceeded = used.beforeStep(step.tool(), time, each.outbox);
      time += each.beganMillis;
      StopReason full = exceeded == null ? null : each.haltAt(exceeded);
      if (full != null) {
        return full;
      }
    }
    return null;
  }

  /**
   * Counts a tool call in this run and those around it, or in none if children of one of them, side
   * by side on other threads, have used it up since it was asked.
   */
  private @Nullable StopReason countStep(String tool) {
    for (RunJudge each = this; each != null; each = outside(each)) {
      Usage.Exceeded exceeded = each.used().countStep(tool, each == this);
      if (exceeded != null) {
        uncountStep(tool, each);
        return each.haltAt(exceeded);
      }
    }
    return null;
  }

  /** Takes back what was counted of a tool call in the runs below one, or in all of them. */
  private void uncountStep(String tool, @Nullable RunJudge below) {
    for (RunJudge each = this; each != null && each != below; each = outside(each)) {
      each.used().uncountStep(tool);
    }
  }

  /** Why the run is stopped at a ceiling, or null if it is only watched. */
  synchronized @Nullable StopReason haltAt(Usage.Exceeded exceeded) {
    StopReason already = halt.own();
    if (already != null) {
      return already;
    }
    Finding finding =
        new Finding(
            "ceiling",
            exceeded.ceiling(),
            (int) Math.min(Integer.MAX_VALUE, exceeded.used()),
            Intervention.HALT,
            !plan.acts(),
            position.stepsBegun(),
            position.latestTurn(),
            Step.ABSENT,
            Step.ABSENT,
            exceeded.description());
    outbox.found(finding);
    return plan.acts()
        ? stop(
            exceeded.kind(), exceeded.description(), exceeded.ceiling(), exceeded.used(), finding)
        : null;
  }

  /** What is watched, taken out again if it was put away. */
  Watch watch() {
    Watch known = store.watch;
    return known == null ? store.wake() : known;
  }

  /** What was used, taken out again if it was put away. */
  Usage used() {
    Usage known = store.usage;
    return known == null ? store.wakeUsage() : known;
  }

  /** Those that wait for answers hear that calls came between. */
  void tellOfCalls(Watch watch) {
    if (position.takeCallsBetween()) {
      watch.callsCameBetween(RunPosition.IMPLICIT_TURN);
    }
  }

  private void endOpenTurn(Watch watch) {
    Turn turn = position.openTurn();
    if (turn == null) {
      return;
    }
    if (watch.turnEnded(turn)) {
      escalation = null;
    }
    position.endTurn();
  }

  private Verdict conclude(Watch watch) {
    Findings.Strongest strongest = watch.conclude();
    if (strongest == null) {
      return Verdict.NONE;
    }
    Finding finding = strongest.finding();
    String seen = finding.description();
    if (finding.intervention() == Intervention.HALT) {
      Kind kind = strongest.stopKind();
      return halt.verdict(stop(kind, seen, finding.detector(), finding.count(), finding));
    }
    if (finding.intervention() == Intervention.ESCALATE) {
      escalate(seen, strongest.model());
    }
    outbox.intervened(finding);
    return new Verdict(finding.intervention(), strongest.message(), null);
  }

  private void escalate(String seen, @Nullable String model) {
    Escalation before = escalation;
    escalation = new Escalation(seen, model == null && before != null ? before.model() : model);
  }

  /** Stops the run from outside. Does nothing if it is halted already. */
  void haltFromOutside(Kind kind, String detail) {
    if (halt.own() == null) {
      stop(kind, detail, "operator", 1, null);
    }
  }

  private StopReason stop(
      Kind kind, String detail, String detector, long count, @Nullable Finding finding) {
    Usage used = used();
    StopReason reason =
        new StopReason(
            kind,
            detail,
            outbox.task(),
            outbox.run(),
            detector,
            count,
            used.steps(),
            used.turns(),
            used.inputTokens(),
            used.outputTokens(),
            watch().lastActions(),
            true);
    halt.begin(reason, plan.policy().onHalt() == OnHalt.FINISH && kind != Kind.OPERATOR);
    outbox.halted(reason, finding, position.nextTurnIndex() - 1);
    return reason;
  }

  /** Lifts a halt and forgets all repetition seen so far. */
  void reset() {
    halt.lift();
    position.forgetSteps();
    escalation = null;
    watch().reset();
    outbox.wasReset(position.stepsBegun());
  }

  /** From the next call on another plan holds. */
  void follow(TaskPlan other) {
    plan = other;
    halt.follow(other.wording());
    store.follow(other);
  }

  /** Repetition is counted from zero again, a halt stays. */
  void progress() {
    escalation = null;
    watch().startAnew();
    outbox.progressReported(position.stepsBegun());
  }

  /** Repetition is counted from zero again; a halt and an escalation stay, and nobody is told. */
  void countAnew() {
    watch().startAnew();
  }

  /**
   * A call broke off in the middle, by an error of ours or because its thread was stopped.
   *
   * @return what to throw; the end of a thread and an exhausted stack or heap are thrown as they
   *     are
   */
  RuntimeException brokenOff(Throwable broken) {
    try {
      forgetWhatIsHalfCounted();
    } catch (RuntimeException alsoBroken) {
      broken.addSuppressed(alsoBroken);
    }
    ThreadStop.passOn(broken);
    if (broken instanceof VirtualMachineError exhausted) {
      throw exhausted;
    }
    return CoreFailure.of(broken);
  }

  /**
   * What a call left half counted must not become a false halt: repetition is counted from zero
   * again. A run that is still asleep has counted nothing of the call, and stays as it is.
   */
  private void forgetWhatIsHalfCounted() {
    Watch known = store.watch;
    if (known != null) {
      known.forgetCallAtHand();
      known.startAnew();
    }
  }
}
