package io.loophalt.core.detect.news;

import io.loophalt.core.detect.LongRing;
import io.loophalt.core.detect.Step;
import io.loophalt.core.fingerprint.DigestList;
import io.loophalt.core.state.ShortDigests;
import io.loophalt.core.text.Retried;
import io.loophalt.core.text.ToolVerbs;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * What an account of news has on record of a run: what was seen, what was asked for, since when
 * nothing was changed; and the turn at hand. It is what is saved of the account, beside its debt.
 *
 * <p>Compared are the lines of results, the words of failures, and calls with what came of them;
 * each with a bounded memory that forgets the oldest. The steps of one turn run in parallel and are
 * all compared with what was known before it, so that their order means nothing. Not thread-safe.
 */
final class Ledger {

  private static final int FORGIVEN = 20;
  private static final int BUCKETS_OF_LINES = 64;
  static final int MOST_SINCE_CHANGE = 63;
  private static final int NOT_CONDENSED = -1;

  /** So many calls after a change may check it, each in another way. */
  static final int CHECKS_OF_A_CHANGE = 6;

  private static final int MOST_TIMES_DONE = 15;

  private static final int MOST_FRUITLESS = 6;

  /** So many turns that bring nothing may be excused by what came before them. */
  private static final int MOST_EXCUSED = 200;

  private static final int NEWS_GIVES_BACK = 5;

  final LineMemory lines = new LineMemory(BUCKETS_OF_LINES);
  final RecentOutcomes outcomes = new RecentOutcomes();
  final FailureMemory failures = new FailureMemory();
  final LongRing forgiven = new LongRing(FORGIVEN);
  final AskedThings asked = new AskedThings();
  final RepeatedFailures repeated = new RepeatedFailures();

  /** Null while no call has said that it is made once more. */
  @Nullable Retries retries;

  /** Null while no call that was made again had a new answer, as in most runs. */
  RecentOutcomes.@Nullable SteadyAnswers steady;

  /** The same. */
  @Nullable MovingNumbers moving;

  /** Null while no check has failed. */
  @Nullable Rounds rounds;

  /** Null while nothing was changed. */
  @Nullable ChangedThings changes;

  /** Null while no thing of a list has failed. */
  @Nullable TriedThings tried;

  /** Null while nothing has failed. */
  @Nullable MixedLists mixed;

  /** Null while no call has failed. */
  @Nullable FailingCalls failing;

  /** Null while neither a failure nor a plan tells how much is done. */
  @Nullable Shares shares;

  /** Null while nothing was clicked, as in most runs. */
  @Nullable NearClicks clicks;

  /** Null while nothing was measured, as in most runs. */
  @Nullable BestMeasures measures;

  int sinceCondensed = NOT_CONDENSED;

  /**
   * How many turns have read again what was condensed, less those that brought news; no further.
   */
  int readAgain;

  /** Something was changed, and nothing looked at since. */
  boolean changed;

  /** No more is known of the last change than that the call was answered as others were. */
  boolean acknowledged;

  /** How many calls there were since something was changed. */
  int sinceChange = MOST_SINCE_CHANGE;

  /**
   * How many calls there were since one of a new kind said nothing, and may have done something.
   */
  int sinceSilent = MOST_SINCE_CHANGE;

  /** How many calls there were since the run slept for a while. */
  int sinceSleep = MOST_SINCE_CHANGE;

  /** The tool whose last edit was rejected, as a digest; 0 if none was. */
  int rejected;

  /** Nothing but notes was taken since the last one. */
  boolean noted;

  /** The last turn has brought something that may be thought over in words, once. */
  boolean thoughtful;

  /** How often it was said that the task is done, with nothing new in return; no further. */
  int timesDone;

  /** How often in all a change had no effect that was seen, since there was news; no further. */
  int fruitless;

  /** How many turns that brought nothing were excused, less what news gave back; no further. */
  int excused;

  /** How many calls have said since the last change that all is well; no further. */
  int timesWell;

  /** The turn at hand. */
  final TurnNews turn = new TurnNews();

  /** How many lines of the step that was read last the run had not seen. */
  int freshLines;

  /** Whether a turn of words alone may think over what came before it; it is the only one. */
  boolean takeThought() {
    boolean taken = thoughtful;
    thoughtful = false;
    return taken;
  }

  /** A step of the turn at hand is worth so much, in hundredths, and this is why. */
  void take(Step step, Worth why, int debt) {
    turn.take(step, why, debt);
    boolean again = outcomes.timesMade(step.deed()) > 0;
    turn.madeAgain |= again;
    turn.acrossChange |= hasChangedSince(step.deed());
    turn.same.take(step, why, debt, again);
    remember(step, why);
  }

  /** See {@link ChangedThings#isAnotherThan}. */
  boolean hasChangedAnotherThan(Step look) {
    return changes().isAnotherThan(look);
  }

  /** See {@link ChangedThings#wasAnother}. */
  boolean hasChangedOneMore() {
    return changes().wasAnother();
  }

  /**
   * Takes an excuse for a step that brings nothing, such as a change since the same was seen:
   * whether it still holds. Each is a good one, and who does nothing else lives by it for ever.
   */
  boolean excuses() {
    turn.excusedNow = true;
    return excused < MOST_EXCUSED;
  }

  private ChangedThings changes() {
    ChangedThings known = changes;
    if (known == null) {
      known = new ChangedThings();
      changes = known;
    }
    return known;
  }

  /** See {@link NearClicks#isNear}. */
  boolean hasClickedNear(Step step) {
    return clicks != null && NearClicks.mayClick(step) && clicks.isNear(step);
  }

  private NearClicks clicks() {
    NearClicks known = clicks;
    if (known == null) {
      known = new NearClicks();
      clicks = known;
    }
    return known;
  }

  /** See {@link Rounds#isOfARound}. */
  boolean isOfARound(Step step, int action) {
    Rounds known = rounds;
    return known != null && known.isOfARound(step, action);
  }

  MixedLists mixed() {
    MixedLists known = mixed;
    if (known == null) {
      known = new MixedLists();
      mixed = known;
    }
    return known;
  }

  /** See {@link FailingCalls#paysBack}. */
  int paysBackRetries(Step step) {
    return failing == null ? 0 : failing.paysBack(step);
  }

  /** See {@link Shares#grows}. */
  boolean grows(int call, int share) {
    Shares known = shares;
    if (known == null) {
      known = new Shares();
      shares = known;
    }
    return known.grows(call, share);
  }

  /** See {@link Retries#inVain}. */
  boolean isRetriedInVain(Step step, int outcome) {
    if (retries == null && step.retried() == Retried.NOT) {
      return false;
    }
    return retries().inVain(step, outcome);
  }

  Retries retries() {
    Retries known = retries;
    if (known == null) {
      known = new Retries();
      retries = known;
    }
    return known;
  }

  TriedThings tried() {
    TriedThings known = tried;
    if (known == null) {
      known = new TriedThings();
      tried = known;
    }
    return known;
  }

  /** Whether a call does something to a thing that may be one of a list. */
  static boolean isOfAList(Step step) {
    return acts(step)
        && !step.edits()
        && !ToolVerbs.isShell(step.tool())
        && !ToolVerbs.moves(step.tool());
  }

  static boolean acts(Step step) {
    return !step.reads() && !step.looksOnly() && !step.checks();
  }

  /** What is not there has been looked for, and a check that finds it missing has failed. */
  static boolean isFailure(Step step) {
    return step.failure() != Step.ABSENT && (step.checks() || !step.answersWithAbsence());
  }

  /** Another tool's edit neither mends what one has rejected nor hides it. */
  static int editing(Step step) {
    return step.tool().hashCode() | 1;
  }

  /** What the lines of an answer say together, whatever their order. */
  static int saidBy(Step step) {
    DigestList result = step.lines();
    int said = 0;
    for (int i = 0; i < result.size(); i++) {
      said += result.get(i);
    }
    return said;
  }

  int freshIn(DigestList result) {
    int fresh = 0;
    for (int i = 0; i < result.size(); i++) {
      fresh += lines.contains(result.get(i)) ? 0 : 1;
    }
    return fresh;
  }

  /** Whether something was changed since the call was made last. */
  boolean hasChangedSince(long action) {
    return outcomes.ageOf(action) > sinceChange;
  }

  /** The same, or a command that said nothing may have changed something. */
  boolean mayHaveChangedSince(long action) {
    return outcomes.ageOf(action) > Math.min(sinceChange, sinceSilent);
  }

  /**
   * Whether a call that is made again, and nothing new in between, has the answer that it had three
   * times before and more, but for ids and the like.
   */
  boolean isSteady(Step step) {
    if (!outcomes.goesRoundSince(step.deed())) {
      return false;
    }
    RecentOutcomes.SteadyAnswers known = steady;
    if (known == null) {
      known = new RecentOutcomes.SteadyAnswers();
      steady = known;
    }
    return known.isTheSame(ShortDigests.of(step.deed()), step.steady());
  }

  /** How the numbers move in the answers to a call that is made again, see MovingNumbers. */
  int movesOf(Step step, boolean watched) {
    MovingNumbers known = moving;
    if (known == null) {
      known = new MovingNumbers();
      moving = known;
    }
    return known.read(ShortDigests.of(step.deed()), step.numbers(), step.endMillis(), watched);
  }

  boolean isForgiven(Step step) {
    return sinceCondensed != NOT_CONDENSED
        && !outcomes.hasAmongLatest(step.deed(), ShortDigests.of(step.gist()), sinceCondensed)
        && !forgiven.contains(observation(step));
  }

  static long observation(Step step) {
    return ((long) ShortDigests.of(step.deed()) << 32)
        ^ (ShortDigests.of(step.gist()) & 0xFFFFFFFFL);
  }

  private void remember(Step step, Worth why) {
    int action = ShortDigests.of(step.deed());
    boolean failing = (step.failure() != Step.ABSENT && why != Worth.NEWS) || step.refuses();
    turn.addLines(step.lines());
    boolean isNew = why.isNews() || freshLines > 0;
    int gist = ShortDigests.of(step.gist());
    turn.addCall(step.deed(), RecentOutcomes.marked(gist, saidBy(step), isNew));
    if (step.failure() != Step.ABSENT && why != Worth.TRY && !step.answersWithAbsence()) {
      turn.addFailure(action, ShortDigests.of(step.failureHeadline()), step.failureWords());
    }
    asked.remember(step, action, turn);
    if (!step.edits() && why != Worth.TRY && why != Worth.ITEM) {
      boolean fails = isFailure(step);
      boolean again = why.isFailureAsBefore() || why == Worth.REPETITION;
      readCheck(action, fails, fails && again);
    }
    if (why.isFailureAsBefore() || (why == Worth.REPETITION && isFailure(step))) {
      repeated.read(step);
    } else if (why == Worth.NEWS) {
      repeated.readNews();
    }
    if (failing && isOfAList(step)) {
      tried().read(step);
    }
    if (why.debt > 0 || why == Worth.NEW_FAILURE || asksToWait(step)) {
      readFailing(step);
    }
    if (step.edits()) {
      int by = editing(step);
      turn.acceptedNow |= !failing && by == rejected;
      if (failing && (turn.rejectedNow == 0 || by < turn.rejectedNow)) {
        turn.rejectedNow = by;
      }
    }
    if (NearClicks.mayClick(step)) {
      clicks().take(step);
    } else if (clicks != null && acts(step) && why.debt <= Worth.ITEM.debt) {
      clicks.readDeed();
    }
    boolean changes = why == Worth.DONE ? !step.looksOnly() : !failing && step.changes();
    boolean first =
        outcomes.timesMade(step.deed()) == 0
            && why != Worth.REPETITION
            && (retries == null || !retries.areOf(step));
    boolean mended = why == Worth.ACCEPTED && !failures.hasMended(action);
    boolean changed = changes && (first || mended);
    turn.changesNow |= changed;
    boolean silent = !changed && first && why.maySilentlyChange() && mayHaveChanged(step);
    turn.silentNow |= silent;
    if (changed || silent) {
      changes().read(step);
    }
    turn.looksNow |= !step.changes() && !step.takesANote();
    turn.sleepsNow |= step.sleeps() && step.isShort();
  }

  /** Whether an answer says that the work still goes on. */
  static boolean waits(Step step) {
    return step.saysNotYet() || step.beginsNotYet();
  }

  /** The same of what is no talk with another agent. */
  private static boolean asksToWait(Step step) {
    return waits(step) && !step.handsOver();
  }

  private void readFailing(Step step) {
    FailingCalls known = failing;
    boolean fails = isFailure(step) || step.refuses() || asksToWait(step);
    if (known == null && fails) {
      known = new FailingCalls();
      failing = known;
    }
    if (known != null && fails) {
      known.read(step, outcomes.timesMade(step.deed()) == 0);
    }
  }

  private void readCheck(int action, boolean fails, boolean asBefore) {
    Rounds known = rounds;
    if (known == null && fails) {
      known = new Rounds();
      rounds = known;
    }
    if (known != null) {
      known.readCheck(action, fails, asBefore);
    }
  }

  /** Whether a call that nobody knows to look has done what it was there for without a word. */
  private boolean mayHaveChanged(Step step) {
    return acts(step)
        && !step.failed()
        && step.lines().size() == 0
        && !step.doesNothing()
        && !step.onlyRemarks()
        && !step.sleeps()
        && !step.handsOver()
        && step.retried() == Retried.NOT;
  }

  /**
   * The turn is over: what it brought is known from now on.
   *
   * @param charged what it has added to the debt, in hundredths
   */
  void endTurn(int charged) {
    turn.tell(lines, outcomes, failures);
    asked.endTurn(turn);
    if (changes != null) {
      boolean looked = turn.looksNow && !turn.silentNow; // At what was changed before the turn.
      changes.endTurn(looked || (!changed && sinceSilent > 0));
    }
    Worth why = turn.reason();
    repeated.endTurn(why);
    if (rounds != null) {
      rounds.endTurn();
    }
    if (clicks != null) {
      clicks.endTurn();
    }
    if (tried != null) {
      tried.endTurn(turn.worth, turn.hitNow);
    }
    if (mixed != null) {
      mixed.endTurn(turn.worth);
    }
    if (failing != null) {
      failing.endTurn(charged);
    }
    if (shares != null) {
      shares.endTurn();
    }
    if (retries != null) {
      retries.endTurn();
    }
    if (measures != null) {
      measures.endTurn();
    }
    if (steady != null) {
      steady.endTurn();
    }
    if (moving != null) {
      moving.endTurn();
    }
    if (turn.rejectedNow != 0 || turn.acceptedNow) {
      rejected = turn.rejectedNow;
    }
    sinceChange = turn.changesNow ? 0 : Math.min(MOST_SINCE_CHANGE, sinceChange + turn.calls());
    sinceSilent = turn.silentNow ? 0 : Math.min(MOST_SINCE_CHANGE, sinceSilent + turn.calls());
    sinceSleep = turn.sleepsNow ? 0 : Math.min(MOST_SINCE_CHANGE, sinceSleep + turn.calls());
    if (sinceCondensed != NOT_CONDENSED) {
      sinceCondensed = Math.min(MOST_SINCE_CHANGE, sinceCondensed + turn.calls());
    }
    thoughtful = why.isWorthAThought();
    if (why.isNews()) {
      fruitless = 0;
    } else if (turn.fruitlessNow) {
      fruitless = Math.min(MOST_FRUITLESS, fruitless + 1);
    }
    if (turn.readsAgain) {
      readAgain = Math.min(MOST_EXCUSED, readAgain + 1);
    } else if (why.isNews()) {
      readAgain = Math.max(0, readAgain - 1);
    }
    if (why.isNews() && why != Worth.WELL) {
      excused = Math.max(0, excused - NEWS_GIVES_BACK);
    } else if (turn.excusedNow) {
      excused = Math.min(MOST_EXCUSED, excused + 1);
    }
    if (turn.changesNow) {
      timesWell = 0;
    } else if (turn.wellNow) {
      timesWell = Math.min(MOST_TIMES_DONE, timesWell + 1);
    }
    if (turn.doneNow) {
      timesDone = Math.min(MOST_TIMES_DONE, timesDone + 1);
    }
    noted = turn.anyStep && turn.onlyNotes;
    changed = turn.changesNow || (changed && !turn.looksNow);
    acknowledged = turn.changesNow ? turn.reason == Worth.DONE : acknowledged;
    turn.clear();
  }

  /**
   * The history was condensed: what was seen before may be looked at once more; and again by who
   * has had as much news since.
   */
  void compacted() {
    sinceCondensed = 0;
    if (readAgain == 0) {
      forgiven.clear();
    }
  }

  void clear() {
    lines.clear();
    outcomes.clear();
    failures.clear();
    forgiven.clear();
    sinceCondensed = NOT_CONDENSED;
    changed = false;
    acknowledged = false;
    noted = false;
    asked.clear();
    repeated.clear();
    changes = null;
    rounds = null;
    clicks = null;
    tried = null;
    mixed = null;
    failing = null;
    shares = null;
    retries = null;
    measures = null;
    steady = null;
    moving = null;
    sinceChange = MOST_SINCE_CHANGE;
    sinceSleep = MOST_SINCE_CHANGE;
    sinceSilent = MOST_SINCE_CHANGE;
    rejected = 0;
    timesDone = 0;
    fruitless = 0;
    timesWell = 0;
    excused = 0;
    readAgain = 0;
    thoughtful = false;
    turn.clear();
  }

  void save(DataOutput out) throws IOException {
    SavedLedger.write(this, out);
  }

  void restore(DataInput in) throws IOException {
    clear();
    SavedLedger.read(in, this);
  }
}
