package io.loophalt.core.run;

import io.loophalt.StopReason;
import io.loophalt.StopReason.Kind;
import io.loophalt.core.detect.Explanation;
import io.loophalt.core.detect.Step;
import io.loophalt.core.detect.Turn;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.List;

/**
 * Takes the calls of one run one by one, and sees to it that one that breaks off in the middle
 * counts for nothing.
 *
 * <p>Thread-safe. The lock is the judge's monitor; nobody is told anything while it is held.
 */
final class RunCalls {

  /** When a step is judged. */
  enum StepMoment {
    BEFORE,
    AFTER,
    NOT_MADE
  }

  /** What a run is told beside its calls. */
  enum Order {
    RESET,
    PROGRESS,
    END,
    TELL_END
  }

  private final RunJudge judge;
  private final WatchStore store;
  private final Outbox outbox;

  /** Of a run that has seen nothing. */
  RunCalls(RunJudge judge, WatchStore store, Outbox outbox) {
    this.judge = judge;
    this.store = store;
    this.outbox = outbox;
  }

  /**
   * A model may be called.
   *
   * @param isCalled whether it is; else it is only asked
   */
  Verdict model(boolean isCalled, long nowMillis) {
    synchronized (judge) {
      try {
        return isCalled ? judge.beforeModelCall(nowMillis) : judge.atCeilings(nowMillis);
      } catch (RuntimeException | Error broken) {
        throw brokenOff(broken);
      }
    }
  }

  /**
   * A model has answered.
   *
   * @param isLast whether to the last call of a halted run
   */
  Verdict answer(boolean isLast, Turn answer, BigDecimal cost, long nowMillis) {
    synchronized (judge) {
      try {
        return isLast
            ? judge.lastAnswer(answer, cost, nowMillis)
            : judge.turnStarted(answer, cost, nowMillis);
      } catch (RuntimeException | Error broken) {
        throw brokenOff(broken);
      }
    }
  }

  /** A tool is called, was called, or was not called after all. */
  Verdict step(StepMoment moment, Step step) {
    synchronized (judge) {
      try {
        return switch (moment) {
          case BEFORE -> judge.beforeStep(step);
          case AFTER -> judge.afterStep(step);
          case NOT_MADE -> judge.notMade(step);
        };
      } catch (RuntimeException | Error broken) {
        throw brokenOff(broken);
      }
    }
  }

  void halt(Kind kind, String detail) {
    synchronized (judge) {
      try {
        judge.haltFromOutside(kind, detail);
      } catch (RuntimeException | Error broken) {
        throw brokenOff(broken);
      }
    }
  }

  void follow(Order order) {
    synchronized (judge) {
      try {
        switch (order) {
          case RESET -> startOver();
          case PROGRESS -> judge.progress();
          case END -> end();
          case TELL_END -> tellEnd();
        }
      } catch (RuntimeException | Error broken) {
        throw brokenOff(broken);
      }
    }
  }

  private void startOver() {
    if (store.goesOnAfterAll()) {
      outbox.beginsAgain();
    }
    judge.reset();
  }

  private void end() {
    store.over();
    tellEnd();
  }

  private void tellEnd() {
    Halt halt = judge.halt();
    outbox.ended(judge.parentId(), halt.reason(), halt.isPartial(), store.used());
  }

  /** The run is forgotten before anything happened in it, and is not told of. */
  void discard() {
    synchronized (judge) {
      outbox.endIsTold();
      store.over();
    }
  }

  /** The run is over, but halted for what one of its id was halted for before. */
  void haltAgain(StopReason reason) {
    synchronized (judge) {
      outbox.endIsTold();
      store.overBefore();
      judge.halt().beginAgain(reason);
    }
  }

  /** Waits for a call that is being counted as one of a run without children. */
  void becomeParent() {
    synchronized (judge) {
      store.shareWithChildren();
    }
  }

  boolean readsWords() {
    return store.readsWords();
  }

  boolean isAsleep() {
    return store.isAsleep();
  }

  /** See {@link Run#sleep}. */
  boolean sleep() {
    // Without the lock: what is seen too late costs a moment of waiting.
    if (store.isJudgingStep()) {
      return false;
    }
    synchronized (judge) {
      try {
        store.putAway();
        return true;
      } catch (RuntimeException | Error broken) {
        throw brokenOff(broken);
      }
    }
  }

  Usage usage() {
    synchronized (judge) {
      return store.used();
    }
  }

  List<Explanation> explain() {
    synchronized (judge) {
      return judge.explain();
    }
  }

  boolean awaitsSteps() {
    synchronized (judge) {
      return judge.position().awaitsSteps();
    }
  }

  int nextTurnIndex() {
    synchronized (judge) {
      return judge.position().nextTurnIndex();
    }
  }

  void turnIsComing() {
    synchronized (judge) {
      judge.position().turnIsComing();
    }
  }

  void save(DataOutput out) throws IOException {
    synchronized (judge) {
      judge.save(out);
    }
  }

  void restore(DataInput in) throws IOException {
    synchronized (judge) {
      judge.restore(in);
    }
  }

  /**
   * A call broke off in the middle, by an error of ours or because its thread was stopped.
   *
   * @return what to throw; the end of a thread and an exhausted stack or heap are thrown as they
   *     are
   */
  private CoreFailure brokenOff(Throwable broken) {
    try {
      judge.brokeOff();
    } catch (RuntimeException alsoBroken) {
      broken.addSuppressed(alsoBroken);
    }
    ThreadStop.passOn(broken);
    if (broken instanceof VirtualMachineError exhausted) {
      throw exhausted;
    }
    return broken instanceof CoreFailure known ? known : new CoreFailure(broken);
  }
}
