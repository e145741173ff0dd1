package io.loophalt.core.run;

import io.loophalt.StopReason;
import io.loophalt.StopReason.Kind;
import io.loophalt.core.detect.Standing;
import io.loophalt.core.policy.Allowance;
import io.loophalt.core.policy.Ceilings;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Follows what a run is told beside its calls: to halt, to begin anew, to end, to sleep, to go on
 * elsewhere; and answers what is asked about it in between.
 *
 * <p>Thread-safe. The lock is the judge's monitor; nobody is told anything while it is held.
 */
final class RunOrders {

  /** What a run is told beside its calls. */
  enum Order {
    RESET,
    PROGRESS,
    COUNT_ANEW,
    END,
    TELL_END
  }

  private final RunReports run;

  /** Of a run that has seen nothing. */
  RunOrders(RunReports run) {
    this.run = run;
  }

  private RunJudge judge() {
    return run.judge();
  }

  /** What holds for the task, and what a person has granted. */
  TaskPlan plan() {
    return judge().plan();
  }

  void halt(Kind kind, String detail) {
    synchronized (judge()) {
      try {
        judge().haltFromOutside(kind, detail);
      } catch (RuntimeException | Error broken) {
        throw judge().brokenOff(broken);
      }
    }
  }

  void follow(Order order) {
    synchronized (judge()) {
      try {
        // A switch would be one more class of ours that each JVM loads at its start.
        if (order == Order.RESET) {
          startOver();
        } else if (order == Order.PROGRESS) {
          run.reportedProgress();
        } else if (order == Order.COUNT_ANEW) {
          judge().countAnew();
        } else if (order == Order.END) {
          end();
        } else {
          tellEnd();
        }
      } catch (RuntimeException | Error broken) {
        throw judge().brokenOff(broken);
      }
    }
  }

  private void startOver() {
    if (judge().store().goesOnAfterAll()) {
      judge().outbox().beginsAgain(judge().parentId());
    }
    run.forgetMessage();
    judge().reset();
  }

  /** See {@link Run#lasts}. */
  void lasts(long nowMillis) {
    synchronized (judge()) {
      if (!judge().store().isOver()) {
        judge().isAt(nowMillis);
      }
    }
  }

  private void end() {
    judge().store().over();
    tellEnd();
  }

  private void tellEnd() {
    Halt halt = judge().halt();
    String preset = judge().plan().policy().preset();
    judge()
        .outbox()
        .ended(preset, judge().parentId(), halt.reason(), halt.isPartial(), judge().store().used());
  }

  /** The run is forgotten before anything happened in it, and is not told of. */
  void discard() {
    synchronized (judge()) {
      judge().outbox().endIsTold();
      judge().store().over();
    }
  }

  /** The run is over, but halted for what one of its id was halted for before. */
  void haltAgain(StopReason reason) {
    synchronized (judge()) {
      judge().outbox().endIsTold();
      judge().store().overBefore();
      judge().halt().beginAgain(reason);
    }
  }

  /** Waits for a call that is being counted as one of a run without children. */
  void becomeParent() {
    synchronized (judge()) {
      judge().store().shareWithChildren();
    }
  }

  /** See {@link Run#sleep}. */
  boolean sleep() {
    // Without the lock: what is seen too late costs a moment of waiting.
    if (judge().store().isJudgingStep()) {
      return false;
    }
    synchronized (judge()) {
      try {
        judge().store().putAway();
        return true;
      } catch (RuntimeException | Error broken) {
        throw judge().brokenOff(broken);
      }
    }
  }

  Usage usage() {
    synchronized (judge()) {
      return judge().store().used();
    }
  }

  List<Standing> standings() {
    synchronized (judge()) {
      return judge().store().look().standings();
    }
  }

  List<String> lastActions() {
    synchronized (judge()) {
      return judge().store().look().lastActions();
    }
  }

  void follow(TaskPlan plan) {
    synchronized (judge()) {
      try {
        judge().follow(plan.grantedAsBy(judge().plan()));
      } catch (RuntimeException | Error broken) {
        throw judge().brokenOff(broken);
      }
    }
  }

  /** What a person has granted where the run was before; null for nothing. */
  void grant(@Nullable Ceilings limits) {
    synchronized (judge()) {
      TaskPlan plan = judge().plan();
      TaskPlan granted = plan.grantedExactly(limits);
      if (granted != plan) {
        judge().follow(granted);
      }
    }
  }

  @Nullable String resume(Allowance more) {
    synchronized (judge()) {
      try {
        if (judge().halt().own() == null) {
          return "it is not halted"; // What is granted is a limit, too: one on a healthy run.
        }
        TaskPlan granted = judge().plan().granting(judge().store().used(), more);
        String full = whatIsFull(granted);
        if (full == null) {
          judge().follow(granted);
          judge().store().used().forgetIdleTurns();
          startOver();
        }
        return full;
      } catch (RuntimeException | Error broken) {
        throw judge().brokenOff(broken);
      }
    }
  }

  /** The ceiling of a plan that would halt the run at its next call; null if none would. */
  private @Nullable String whatIsFull(TaskPlan other) {
    Usage.Exceeded full =
        other.acts() ? judge().store().used().under(other.limits(), other.acts()).full() : null;
    if (full == null && other.acts()) {
      full = BudgetCheck.spent(other);
    }
    return full == null ? null : full.description() + " (" + full.ceiling() + ')';
  }

  boolean awaitsSteps() {
    synchronized (judge()) {
      return judge().position().awaitsSteps();
    }
  }

  int nextTurnIndex() {
    synchronized (judge()) {
      return judge().position().nextTurnIndex();
    }
  }

  void turnIsComing() {
    synchronized (judge()) {
      judge().position().turnIsComing();
    }
  }

  /**
   * Writes everything that is needed to go on elsewhere exactly as here.
   *
   * @param alone whether what holds for the runs around it is known elsewhere, too
   */
  void save(DataOutput out, boolean alone) throws IOException {
    synchronized (judge()) {
      Watch watch = judge().watch();
      Halt halt = judge().halt();
      Outbox outbox = judge().outbox();
      judge().tellOfCalls(watch);
      watch.save(out);
      judge().position().save(out);
      watch.saveLastActions(out);
      judge().used().save(out);
      judge().position().saveRest(out);
      halt.saveLastCall(out);
      Escalation.save(judge().escalation(), out);
      Halt.saveReason(alone ? halt.own() : halt.reason(), outbox.task(), outbox.run(), out);
      run.saveReports(out);
    }
  }

  /**
   * Goes on where another one {@linkplain #save was}. For a run in which nothing has happened.
   *
   * @param format in which it was saved, see {@link SavedRun}
   */
  void restore(DataInput in, int format) throws IOException {
    synchronized (judge()) {
      read(in, format);
    }
  }

  private void read(DataInput in, int format) throws IOException {
    Watch watch = judge().watch();
    Halt halt = judge().halt();
    Outbox outbox = judge().outbox();
    watch.restore(in);
    judge().position().restore(in);
    watch.restoreLastActions(in);
    judge().used().restore(in);
    judge().position().restoreRest(in);
    halt.restoreLastCall(in);
    judge().escalation(Escalation.restored(in));
    halt.restoreReason(outbox.task(), outbox.run(), in);
    if (format >= SavedRun.WITH_REPORTS) {
      run.restoreReports(in, format >= SavedRun.WITH_ENDING);
    }
    judge().plan().budgets().forEach(halt::lastsUntilItOpens);
  }

  /**
   * How far a run is.
   *
   * @param happened steps and turns
   * @param halted whether it is halted
   */
  record Reached(long happened, boolean halted) {}

  /**
   * See {@link SavedRun#goOn}.
   *
   * @param format in which it was saved, see {@link SavedRun}
   * @param granted what a person has granted there; null for nothing
   * @param onlyAt as far as that the run must be; null for anything
   * @return whether it is
   */
  boolean goOn(DataInput in, int format, @Nullable Ceilings granted, @Nullable Reached onlyAt)
      throws IOException {
    synchronized (judge()) {
      if (onlyAt != null && !onlyAt.equals(reached())) {
        return false;
      }
      grant(granted);
      judge().store().beginAnew();
      read(in, format);
      if (judge().halt().own() == null && judge().store().goesOnAfterAll()) {
        judge().outbox().beginsAgain(judge().parentId());
      }
      return true;
    }
  }

  private Reached reached() {
    Usage used = judge().store().used();
    return new Reached(used.steps() + used.turns(), judge().halt().own() != null);
  }
}
