package io.loophalt.core.run;

import io.loophalt.StopReason;
import io.loophalt.core.detect.Reports.Heard;
import io.loophalt.core.detect.Step;
import io.loophalt.core.detect.Turn;
import io.loophalt.core.policy.Intervention;
import java.math.BigDecimal;
import java.util.function.Consumer;
import java.util.function.Supplier;
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

  /** That of the run around this one, if it has one: calls count there, too. Null for most. */
  private @Nullable RunExchange exchange;

  /**
   * What was judged of this run without the others, with the lock held; null if it is not this run
   * that they judge, as of most.
   */
  private @Nullable LoneCalls lone;

  /** Those of a run that has seen none. */
  RunCalls(Run run) {
    this.run = run;
    Run around = run.parent();
    this.exchange = around == null ? null : around.calls().exchange;
  }

  /** From now on other processes judge the run, too. */
  void shareBy(RunExchange shared) {
    exchange = shared;
    lone = new LoneCalls();
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

  /** A model is about to be called. */
  Verdict ask(long nowMillis) {
    RunJudge judge = run.judge();
    RunExchange shared = begin();
    Verdict verdict;
    try {
      synchronized (judge) {
        try {
          verdict = judge.beforeModelCall(nowMillis + millisElsewhere());
          if (isAlone(shared) && verdict.stopReason() == null) {
            noteAsked(verdict);
          }
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
    RunExchange shared = begin();
    Verdict verdict;
    try {
      synchronized (judge) {
        try {
          verdict = answered(isAlone(shared), isLast, answer, cost, nowMillis);
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

  /** See {@link Run#turnReported}. */
  Verdict tellReported(Turn answer, BigDecimal cost, long nowMillis) {
    RunJudge judge = run.judge();
    RunExchange shared = begin();
    Verdict verdict;
    try {
      synchronized (judge) {
        try {
          verdict = judge.atCeilings(nowMillis + millisElsewhere());
          Verdict own = answered(isAlone(shared), /* isLast= */ false, answer, cost, nowMillis);
          if (verdict.stopReason() == null) {
            verdict = own;
          }
          if (verdict.stopReason() == null && answer.toolCalls() != 0) {
            Verdict full = judge.atCeilings(nowMillis + millisElsewhere());
            verdict = full.stopReason() == null ? verdict : full;
          }
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

  /** Judges an answer, with the lock held. */
  private Verdict answered(
      boolean isAlone, boolean isLast, Turn answer, BigDecimal cost, long nowMillis) {
    RunJudge judge = run.judge();
    long now = nowMillis + millisElsewhere();
    Heard heard = exchange == null ? null : run.takeHeard();
    Turn turn = exchange == null ? answer : run.answered(answer, heard);
    Verdict verdict =
        isLast ? judge.lastAnswer(turn, cost, now) : judge.turnStarted(turn, cost, now);
    if (isAlone) {
      LoneCalls noted = kept();
      if (noted != null && isLast) {
        noted.lose(); // The run is halted here, which counts more.
      } else if (noted != null) {
        noted.answered(answer, heard, cost, nowMillis, verdict.intervention());
      }
      Turn counted = turn.withoutText();
      noteAround(used -> count(counted, cost, used));
    }
    return verdict;
  }

  /** A tool is about to run. */
  Verdict tellBegin(Step step) {
    RunJudge judge = run.judge();
    RunExchange shared = begin();
    Verdict verdict;
    try {
      synchronized (judge) {
        try {
          step.beganElsewhere(millisElsewhere());
          boolean alone = isAlone(shared);
          if (alone) {
            step.beginsAloneAt(judge.position().restored());
          }
          verdict = judge.beforeStep(step);
          if (alone && verdict.stopReason() == null) {
            noteBegin(step);
          }
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
    RunExchange shared = begin();
    Verdict verdict;
    try {
      synchronized (judge) {
        try {
          step.beganElsewhere(millisElsewhere());
          verdict = isMade ? after(judge, step) : notMade(judge, step);
          if (exchange != null) {
            noteEnd(shared, isMade, step, verdict.intervention());
          }
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
   * since: then it begins in that one now. In the runs around it counts since it began.
   */
  private static Verdict after(RunJudge judge, Step step) {
    if (isBegunElsewhere(judge, step)) {
      judge.position().countsHereAlone = true;
      Verdict again;
      try {
        again = judge.beforeStep(step);
      } finally {
        judge.position().countsHereAlone = false;
      }
      if (again.stopReason() != null) {
        return again;
      }
    }
    return judge.afterStep(step);
  }

  /** One that began in a state that is gone counts in the runs around this one alone. */
  private Verdict notMade(RunJudge judge, Step step) {
    if (!isBegunElsewhere(judge, step)) {
      return judge.notMade(step);
    }
    for (Run each = run.parent(); each != null; each = each.parent()) {
      each.judge().used().uncountStep(step.tool());
    }
    StopReason already = judge.halt().reason();
    return already == null ? Verdict.NONE : Verdict.halt(already);
  }

  /** In a state that others' has taken the place of since. */
  private static boolean isBegunElsewhere(RunJudge judge, Step step) {
    int alone = step.begunAloneAt();
    return alone != Step.TOGETHER && alone != judge.position().restored();
  }

  private void noteAsked(Verdict verdict) {
    LoneCalls noted = kept();
    if (noted != null) {
      noted.asked(verdict.intervention());
    }
  }

  private void noteBegin(Step step) {
    LoneCalls noted = kept();
    if (noted != null) {
      noted.begun(step);
    }
    String tool = step.tool();
    noteAround(used -> used.countStep(tool, /* own= */ false));
  }

  private void noteEnd(@Nullable RunExchange shared, boolean isMade, Step step, Intervention told) {
    if (isAlone(shared)) {
      LoneCalls noted = kept();
      boolean isBegun = step.begunAloneAt() == Step.TOGETHER;
      if (noted != null && isMade) {
        noted.taken(step, isBegun, millisElsewhere(), told);
      } else if (noted != null && isBegun) {
        noted.notMade(step, millisElsewhere(), told);
      }
      if (!isMade) {
        String tool = step.tool();
        noteAround(used -> used.uncountStep(tool));
      }
    }
    if (lone != null) {
      lone.ended(step);
    }
  }

  /**
   * Does something of which the others are to know.
   *
   * @param shared null where they cannot just now
   * @param again does it once more, given what came of it
   */
  <T extends @Nullable Object> T noted(
      @Nullable RunExchange shared, Supplier<T> work, Consumer<T> again) {
    if (!isAlone(shared)) {
      return work.get();
    }
    synchronized (run.judge()) {
      LoneCalls noted = kept();
      T result = work.get();
      if (noted != null) {
        noted.done(() -> again.accept(result));
      }
      return result;
    }
  }

  private boolean isAlone(@Nullable RunExchange shared) {
    return exchange != null && shared == null;
  }

  /** Where what is judged alone of this run is kept; null if it is not. The lock is held. */
  private @Nullable LoneCalls kept() {
    LoneCalls known = lone;
    if (known == null || !run.judge().store().readsWords()) {
      return known;
    }
    known.lose(); // It would take the texts.
    return null;
  }

  /** A call counts in the runs around this one that others judge as well. The lock is held. */
  private void noteAround(Consumer<Usage> use) {
    for (Run each = run.parent(); each != null; each = each.parent()) {
      LoneCalls its = each.calls().lone;
      RunJudge judge = each.judge();
      if (its != null) {
        synchronized (judge) {
          its.done(() -> use.accept(judge.used()));
        }
      }
    }
  }

  private static void count(Turn turn, BigDecimal cost, Usage used) {
    used.countTurn(
        /* own= */ false,
        turn.isIdle(),
        turn.model(),
        turn.inputTokens(),
        turn.outputTokens(),
        cost);
  }

  /** What was judged alone of a run that others judge; null of any other. The lock is held. */
  @Nullable LoneCalls alone() {
    return lone;
  }

  /** The run was put away, unless a step is judged just now. */
  boolean sleep(boolean isAsleep) {
    LoneCalls known = lone;
    if (known != null && isAsleep) {
      synchronized (run.judge()) {
        known.sleep();
      }
    }
    return isAsleep;
  }

  /** Judges what was judged alone once more, where the run is now. The lock is held. */
  void judgeAgain() {
    LoneCalls known = lone;
    if (known == null) {
      return;
    }
    RunJudge judge = run.judge();
    Heard meanwhile = run.takeHeard();
    judge.outbox().happensAgain(true);
    judge.position().countsHereAlone = true;
    try {
      known.judge(new LoneCalls.Again(run, millisElsewhere()));
    } catch (RuntimeException | Error broken) {
      known.lose();
      throw judge.brokenOff(broken);
    } finally {
      judge.position().countsHereAlone = false;
      judge.outbox().happensAgain(false);
      run.hear(meanwhile);
    }
  }

  /** What is to be told that the call was judged; null if nobody is, as in most processes. */
  @Nullable RunExchange begin() {
    RunExchange known = exchange;
    return known != null && known.begin() ? known : null;
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
    run.judge().store().keeper().makeRoom(nowNanos);
  }

  /** Returns when halts are on record, or could not be put there in time. */
  void settle() {
    run.judge().store().keeper().halted();
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
