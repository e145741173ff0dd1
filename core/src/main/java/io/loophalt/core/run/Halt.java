package io.loophalt.core.run;

import io.loophalt.StopReason;
import io.loophalt.StopReason.Kind;
import io.loophalt.core.budget.Budget;
import io.loophalt.core.state.SmallNumbers;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Whether a run is halted, why, and what it may still do: nothing, or finish with one last model
 * call.
 *
 * <p>Changed under the run's lock only, but can be asked without it.
 */
final class Halt {

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

  /** Why the run is halted for as long as a budget of many runs is spent. */
  private record WhileSpent(StopReason reason, Budget budget) {

    boolean isOver() {
      return !budget.isSpent(reason.kind());
    }
  }

  private Wording wording;
  private final @Nullable Halt around;

  /** A {@link StopReason}, or {@link WhileSpent}, which is not even loaded without budgets. */
  private volatile @Nullable Object own;

  private volatile boolean canFinish;
  private volatile LastCall lastCall = LastCall.NONE;

  /**
   * Of a run that is not halted.
   *
   * @param wording what the last call is told
   * @param around that of the run in which this one was opened
   */
  Halt(Wording wording, @Nullable Halt around) {
    this.wording = wording;
    this.around = around;
  }

  /** From now on the last call is told something else. */
  void follow(Wording other) {
    wording = other;
  }

  /** Why the run or one above it is halted, or null. One volatile read for each level. */
  @Nullable StopReason reason() {
    for (Halt each = this; each != null; each = each.around) {
      StopReason reason = each.own();
      if (reason != null) {
        return reason;
      }
    }
    return null;
  }

  /** Why the run itself is halted, whatever those above it are; or null. */
  @Nullable StopReason own() {
    Object halted = own;
    return halted == null || halted instanceof StopReason
        ? (StopReason) halted
        : whileSpent(halted);
  }

  private static @Nullable StopReason whileSpent(Object halted) {
    WhileSpent known = (WhileSpent) halted;
    return known.isOver() ? null : known.reason();
  }

  /** Where the run is halted for this budget, it goes on when that opens again. */
  void lastsUntilItOpens(Budget budget) {
    if (own instanceof StopReason reason && reason.detector().equals(budget.rule())) {
      own = new WhileSpent(reason, budget);
    }
  }

  /** Lifts what is over by itself. */
  void liftIfOver() {
    if (own != null && own() == null) {
      lift();
    }
  }

  /** Whoever calls the run's models can leave out the tools and add a text. */
  void canFinish() {
    if (!canFinish) {
      canFinish = true;
    }
  }

  /** Whether the run was halted and has answered with partial results since. */
  boolean isPartial() {
    return lastCall == LastCall.ANSWERED;
  }

  /** Whether the halted run's last call has begun. */
  boolean awaitsLastAnswer() {
    return lastCall == LastCall.TAKEN;
  }

  /**
   * The run is halted.
   *
   * @param finishes whether it may finish if its models can be called for that
   */
  void begin(StopReason reason, boolean finishes) {
    own = reason;
    lastCall = finishes && canFinish ? LastCall.OPEN : LastCall.NONE;
  }

  /** The run is halted for what it was halted for before. */
  void beginAgain(StopReason reason) {
    own = reason;
  }

  /** The run is not halted any more. */
  void lift() {
    own = null;
    lastCall = LastCall.NONE;
  }

  /** What a call of the halted run is told. */
  Verdict verdict(StopReason reason) {
    return lastCall == LastCall.OPEN && isAlone()
        ? Verdict.finish(reason, wording.lastCall(reason))
        : Verdict.halt(reason);
  }

  /** What a model call of the halted run is told; if that it may finish, this is the last. */
  Verdict verdictOnModelCall(StopReason reason) {
    Verdict verdict = verdict(reason);
    if (verdict.mayFinish()) {
      lastCall = LastCall.TAKEN;
    }
    return verdict;
  }

  /** What follows from the answer to the last call. */
  Verdict verdictOnLastAnswer(StopReason reason, boolean asksForTools) {
    boolean finished = lastCall == LastCall.TAKEN && !asksForTools && isAlone();
    lastCall = finished ? LastCall.ANSWERED : LastCall.NONE;
    return finished ? Verdict.NONE : Verdict.halt(reason);
  }

  /** Whether no run above this halted one is halted, too. */
  private boolean isAlone() {
    return around == null || around.reason() == null;
  }

  void saveLastCall(DataOutput out) throws IOException {
    out.writeUTF(lastCall.name());
  }

  void restoreLastCall(DataInput in) throws IOException {
    lastCall = LastCall.valueOf(in.readUTF());
  }

  /**
   * Writes why a run is halted.
   *
   * @param reason its own, or that of one above it, where there may be no run above it elsewhere
   * @param task the run's task
   * @param runId the run's id
   */
  static void saveReason(@Nullable StopReason reason, String task, String runId, DataOutput out)
      throws IOException {
    out.writeBoolean(reason != null);
    if (reason != null) {
      SavedReason.save(reason, task, runId, out);
    }
  }

  void restoreReason(String task, String runId, DataInput in) throws IOException {
    own = in.readBoolean() ? SavedReason.restored(task, runId, in) : null;
  }

  /** Why a run was stopped, as a part of its saved state. */
  private static final class SavedReason {

    private SavedReason() {}

    /**
     * Writes why a run is stopped.
     *
     * @param reason its own, or that of a run above it
     * @param task the run's task
     * @param runId the run's id
     */
    static void save(StopReason reason, String task, String runId, DataOutput out)
        throws IOException {
      boolean own = reason.task().equals(task) && reason.runId().equals(runId);
      out.writeBoolean(own);
      if (!own) {
        out.writeUTF(reason.task());
        out.writeUTF(reason.runId());
      }
      out.writeUTF(reason.kind().name());
      out.writeUTF(reason.detail());
      out.writeUTF(reason.detector());
      SmallNumbers.write(out, reason.count());
      SmallNumbers.write(out, reason.steps());
      SmallNumbers.write(out, reason.turns());
      SmallNumbers.write(out, reason.inputTokens());
      SmallNumbers.write(out, reason.outputTokens());
      out.writeInt(reason.lastActions().size());
      for (String action : reason.lastActions()) {
        out.writeUTF(action);
      }
    }

    /** The reason that was saved, of the run that goes on with it. */
    static StopReason restored(String ownTask, String ownId, DataInput in) throws IOException {
      boolean own = in.readBoolean();
      String task = own ? ownTask : in.readUTF();
      String runId = own ? ownId : in.readUTF();
      Kind kind = Kind.valueOf(in.readUTF());
      String detail = in.readUTF();
      String detector = in.readUTF();
      long count = SmallNumbers.read(in);
      long steps = SmallNumbers.read(in);
      long turns = SmallNumbers.read(in);
      long inputTokens = SmallNumbers.read(in);
      long outputTokens = SmallNumbers.read(in);
      List<String> lastActions = new ArrayList<>();
      for (int left = in.readInt(); left > 0; left--) {
        lastActions.add(in.readUTF());
      }
      return new StopReason(
          kind,
          detail,
          task,
          runId,
          detector,
          count,
          steps,
          turns,
          inputTokens,
          outputTokens,
          lastActions,
          true);
    }
  }
}
