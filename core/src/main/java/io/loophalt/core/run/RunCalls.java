package io.loophalt.core.run;

import io.loophalt.core.detect.Step;
import io.loophalt.core.detect.Turn;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/**
 * Takes the calls of a run one by one: what other processes have judged is known before each, the
 * judge hears of it under the run's lock, what happened is told without the lock, and a halt is on
 * record before it is thrown.
 *
 * <p>Thread-safe. Allocates nothing.
 */
final class RunCalls {

  private final Run run;
  private final RunKeeper keeper;

  /** That of the run around this one, if it has one: calls count there, too. Null for most. */
  private @Nullable RunExchange exchange;

  /** Those of a run that has seen none. */
  RunCalls(Run run, RunKeeper keeper) {
    this.run = run;
    this.keeper = keeper;
    Run around = run.parent();
    this.exchange = around == null ? null : around.calls().exchange;
  }

  /** From now on other processes judge the run, too. */
  void shareBy(RunExchange shared) {
    exchange = shared;
  }

  /** Whether other processes judge the run, or one around it. */
  boolean areShared() {
    return exchange != null;
  }

  /** See {@link Run#isForAnotherThread}. */
  boolean areForAnotherThread() {
    RunExchange known = exchange;
    return known != null && known.isForAnotherThread();
  }

  /** See {@link Run#millisElsewhere}. */
  long millisElsewhere() {
    RunExchange known = exchange;
    return known == null ? 0 : known.millisElsewhere(run);
  }

  /**
   * A model is about to be called, or might be.
   *
   * @param isCalled whether it is; else only the ceilings are asked
   */
  Verdict ask(boolean isCalled, long nowMillis) {
    RunJudge judge = run.judge();
    RunExchange shared = begin(/* goesOn= */ false);
    Verdict verdict;
    try {
      synchronized (judge) {
        try {
          long now = nowMillis + millisElsewhere();
          verdict = isCalled ? judge.beforeModelCall(now) : judge.atCeilings(now);
        } catch (RuntimeException | Error broken) {
          throw judge.brokenOff(broken);
        }
      }
    } finally {
      end(shared);
      deliver();
    }
    return onRecord(verdict);
  }

  /**
   * A model has answered.
   *
   * @param isLast whether to the last call of a halted run
   */
  Verdict tell(boolean isLast, Turn answer, BigDecimal cost, long nowMillis) {
    RunJudge judge = run.judge();
    RunExchange shared = begin(/* goesOn= */ true);
    Verdict verdict;
    try {
      synchronized (judge) {
        try {
          long now = nowMillis + millisElsewhere();
          Turn heard = exchange == null ? answer : run.answered(answer);
          verdict =
              isLast ? judge.lastAnswer(heard, cost, now) : judge.turnStarted(heard, cost, now);
        } catch (RuntimeException | Error broken) {
          throw judge.brokenOff(broken);
        }
      }
    } finally {
      end(shared);
      deliver();
    }
    return onRecord(verdict);
  }

  /** A tool is about to run. */
  Verdict tellBegin(Step step) {
    RunJudge judge = run.judge();
    RunExchange shared = begin(/* goesOn= */ false);
    Verdict verdict;
    try {
      synchronized (judge) {
        try {
          step.beganElsewhere(millisElsewhere());
          if (exchange != null && shared == null) {
            step.beginsAloneAt(judge.restored());
          }
          verdict = judge.beforeStep(step);
        } catch (RuntimeException | Error broken) {
          throw judge.brokenOff(broken);
        }
      }
    } finally {
      end(shared);
      deliver();
    }
    return onRecord(verdict);
  }

  /**
   * A tool has run, or will not.
   *
   * @param isMade whether it has
   */
  Verdict tellEnd(boolean isMade, Step step) {
    RunJudge judge = run.judge();
    RunExchange shared = begin(/* goesOn= */ true);
    Verdict verdict;
    try {
      synchronized (judge) {
        try {
          step.beganElsewhere(millisElsewhere());
          verdict = isMade ? after(judge, step) : judge.notMade(step);
        } catch (RuntimeException | Error broken) {
          throw judge.brokenOff(broken);
        }
      }
    } finally {
      end(shared);
      deliver();
    }
    return onRecord(verdict);
  }

  /**
   * A step that began by what this process knew may be none of the state that others have judged
   * since: then it begins in that one now.
   */
  private static Verdict after(RunJudge judge, Step step) {
    int alone = step.begunAloneAt();
    if (alone != Step.TOGETHER && alone != judge.restored()) {
      Verdict again = judge.beforeStep(step);
      if (again.stopReason() != null) {
        return again;
      }
    }
    return judge.afterStep(step);
  }

  /**
   * What is to be told that the call was judged; null if nobody is, as in most processes.
   *
   * @param goesOn whether it is the end of a call of a tool or a model
   */
  @Nullable RunExchange begin(boolean goesOn) {
    RunExchange known = exchange;
    return known != null && known.begin(goesOn) ? known : null;
  }

  /** What {@link #begin} has said is over. */
  void end(@Nullable RunExchange shared) {
    RunExchange known = exchange;
    if (shared != null) {
      shared.end();
    } else if (known != null) {
      known.alone();
    }
  }

  /** See {@link Run#deliver}. */
  void deliver() {
    for (Run each = run; each != null; each = each.parent()) {
      Outbox outbox = each.judge().outbox();
      if (outbox.any) {
        outbox.deliver();
      }
    }
  }

  /** Who keeps the run makes room for it to wake. */
  void makeRoom(long nowNanos) {
    keeper.makeRoom(nowNanos);
  }

  /** Returns when halts are on record, or could not be put there in time. */
  void settle() {
    keeper.halted();
    run.judge().outbox().awaitUrgent();
  }

  /** A halt is on record before it is thrown. Most verdicts are one object. */
  @SuppressWarnings("ReferenceEquality")
  private Verdict onRecord(Verdict verdict) {
    if (verdict != Verdict.NONE && verdict.stopReason() != null) {
      settle();
    }
    return verdict;
  }
}
