package io.loophalt.core.run;

import io.loophalt.core.detect.Step;
import io.loophalt.core.detect.Turn;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Where a run is: how many steps have begun, which turn is open, and how many of its calls are
 * still to come.
 *
 * <p>Not thread-safe; guarded by the run's lock. O(1), and allocates nothing.
 */
final class RunPosition {

  /**
   * Stands for the turn of a tool call where no model call is seen; shared, because made per step.
   */
  static final Turn IMPLICIT_TURN = new Turn(-1, 1, "", "", 0, 0, false, false);

  /** More than one answer asks for. */
  private static final int MANY_CALLS = Integer.MAX_VALUE;

  /** Whether calls of a turn may come before its answer is complete. */
  private enum Coming {
    /** They do not: a turn begins with the answer. */
    AS_ANSWERED,
    /** They may: an answer is on its way. */
    ANNOUNCED,
    /** They did: the turn has begun, and its answer is on its way. */
    BEGUN
  }

  private int stepsBegun;

  /** Those begun before the latest reset: one that ends after it is forgotten, too. */
  private int stepsForgotten;

  private int nextTurn;

  /** The turn that is open, or was last; mostly it is the same, see {@link Step#begin}. */
  private Turn latest = IMPLICIT_TURN;

  private boolean isOpen;
  private int openTurnIndex;
  private int callsOutstanding;

  /** How often it went on where another run was. */
  private int restored;

  private Coming coming = Coming.AS_ANSWERED;

  /** Whether turns began with a call since the latest answer, or since this was asked. */
  private boolean callsCameBetween;

  /** Whether what is judged counts in the runs around the run already. */
  boolean countsHereAlone;

  /** Set without the lock of the run, by whoever opens it or learns more of it. */
  private volatile boolean boundaryIsGuessed;

  /**
   * How often the run went on where another one was, so that what was begun before is none of it.
   */
  int restored() {
    return restored;
  }

  /** Notes whether the run's calls may be of several conversations. */
  void boundaryIsGuessed(boolean guessed) {
    boundaryIsGuessed = guessed;
  }

  /** Whether the run's calls may be of several conversations. */
  boolean isBoundaryGuessed() {
    return boundaryIsGuessed;
  }

  int stepsBegun() {
    return stepsBegun;
  }

  /** The turn that is open, or null. */
  @Nullable Turn openTurn() {
    return isOpen ? latest : null;
  }

  /** The number of the turn that is open, or was last. */
  int openTurnIndex() {
    return openTurnIndex;
  }

  /** The number of the latest turn that began. */
  int latestTurn() {
    return nextTurn - 1;
  }

  /** The number the next turn gets when nothing else numbers it. */
  int nextTurnIndex() {
    return turnHasBegun() ? openTurnIndex : nextTurn;
  }

  /** An answer that is there, with the number of its turn. */
  Turn numbered(Turn answer) {
    int index = turnHasBegun() ? openTurnIndex : Math.max(nextTurn, answer.index());
    return index == answer.index() ? answer : answer.at(index);
  }

  /** A model's answer is on its way, and tools that it asks for may be called before. */
  void turnIsComing() {
    if (coming == Coming.AS_ANSWERED) {
      coming = Coming.ANNOUNCED;
    }
  }

  /** Whether the turn began with calls that came before it is answered. */
  boolean turnHasBegun() {
    return coming == Coming.BEGUN;
  }

  /** Whether an answer is on its way whose tools may be called before. */
  boolean turnIsAnnounced() {
    return coming == Coming.ANNOUNCED;
  }

  /** A turn begins with its answer; none is open. */
  void begin(Turn turn) {
    open(turn.withoutText());
    openTurnIndex = turn.index();
    passed(turn);
    callsOutstanding = turn.toolCalls();
    comes(Coming.AS_ANSWERED);
  }

  /** Nearly always it is one object, which need not be looked into. */
  @SuppressWarnings("ReferenceEquality")
  private void open(Turn turn) {
    if (latest != turn) {
      latest = turn;
    }
    isOpen = true;
  }

  private void comes(Coming next) {
    if (coming != next) {
      coming = next;
    }
  }

  /** The answer of the turn that has begun is there. */
  void answered(Turn turn) {
    open(turn.withoutText());
    callsOutstanding -= MANY_CALLS - turn.toolCalls();
    comes(Coming.AS_ANSWERED);
  }

  /**
   * A turn begins with a call; none is open. Without a view of the model calls, every tool call is
   * a turn of its own.
   *
   * @param announced whether its answer is on its way, and further calls belong to it
   */
  void beginWithCall(boolean announced) {
    open(IMPLICIT_TURN);
    callsCameBetween = true;
    openTurnIndex = nextTurn++;
    callsOutstanding = announced ? MANY_CALLS : 1;
    comes(announced ? Coming.BEGUN : Coming.AS_ANSWERED);
  }

  /** Whether turns began with a call since this was asked. */
  boolean takeCallsBetween() {
    boolean any = callsCameBetween;
    callsCameBetween = false;
    return any;
  }

  /** Later turns are numbered behind one that does not open. */
  void passed(Turn turn) {
    nextTurn = turn.index() + 1;
  }

  /** The model of a halted run has answered: so many calls may be answered with a text. */
  void answeredThoughHalted(Turn turn) {
    passed(turn);
    callsOutstanding = turn.toolCalls();
  }

  /** The open turn is over. */
  void endTurn() {
    isOpen = false;
    callsOutstanding = 0;
    comes(Coming.AS_ANSWERED);
  }

  /** Whether the last answer asked for tool calls that are still to come. */
  boolean awaitsSteps() {
    return isOpen && callsOutstanding > 0;
  }

  /** Whether exactly as many calls of the turn came as its answer asked for. */
  boolean allStepsCame() {
    return callsOutstanding == 0;
  }

  /** A step begins in the open turn. */
  void place(Step step) {
    step.placedAt(stepsBegun++, openTurnIndex);
  }

  /**
   * A call of the turn is refused.
   *
   * @return whether the turn still waited for it
   */
  boolean refuseStep() {
    return callsOutstanding-- > 0;
  }

  /**
   * Whether a step that is over was the last of the open turn. Those of turns before it, which did
   * not wait for them, are none of its own.
   */
  boolean endsTurn(Step step) {
    return isOpen && step.turn() == openTurnIndex && --callsOutstanding == 0;
  }

  /** Steps that are under way are forgotten when they end. */
  void forgetSteps() {
    stepsForgotten = stepsBegun;
  }

  boolean isForgotten(Step step) {
    return step.index() < stepsForgotten;
  }

  /** Writes all but {@link #saveRest}: the form of a saved run has other things between them. */
  void save(DataOutput out) throws IOException {
    out.writeInt(stepsBegun);
    out.writeInt(nextTurn);
    out.writeInt(openTurnIndex);
    out.writeInt(callsOutstanding);
    Turn turn = openTurn();
    out.writeBoolean(turn != null);
    if (turn != null) {
      turn.save(out);
    }
  }

  void restore(DataInput in) throws IOException {
    restored++;
    stepsBegun = in.readInt();
    nextTurn = in.readInt();
    openTurnIndex = in.readInt();
    callsOutstanding = in.readInt();
    isOpen = in.readBoolean();
    latest = isOpen ? Turn.restored(in) : IMPLICIT_TURN;
    callsCameBetween = false;
  }

  void saveRest(DataOutput out) throws IOException {
    out.writeInt(stepsForgotten);
    out.writeUTF(coming.name());
  }

  void restoreRest(DataInput in) throws IOException {
    stepsForgotten = in.readInt();
    coming = Coming.valueOf(in.readUTF());
  }
}
