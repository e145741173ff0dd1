package io.loophalt.core.detect.news;

import io.loophalt.core.detect.Step;
import io.loophalt.core.fingerprint.DigestList;
import io.loophalt.core.state.ShortDigests;
import io.loophalt.core.text.AskedValues;
import io.loophalt.core.text.Measures;
import io.loophalt.core.text.ToolVerbs;

/** Tells what the steps of a turn are worth, by what the run has seen in the turns before. */
final class StepReader {

  private static final int STEP_SHARE = 100;

  /** Each in its way: all tests, those of the change, a build. */
  private static final int CHECKS_THAT_MAY_AGREE = 3;

  /** The first change without an effect may be one of several that are needed. */
  private static final int MORE_EACH_TIME = 12;

  /**
   * Edit, clean up, run: with so many calls before it a check is a long way to the same outcome.
   */
  private static final int OLD_IN_A_LONG_ROUND = 2;

  private static final int MORE_EACH_LONG_ROUND = 20;
  private static final int MORE_EACH_FAILURE = 15;

  /** What is not there takes one line to say, or two. */
  private static final int LINES_THAT_TELL = 3;

  /** Of a word that another agent has not said before. */
  private static final int WORTH_OF_A_WORD = 12;

  /** So many times one may look at what differs in a time only. */
  private static final int LOOKS_AT_A_TIME = 8;

  /** Who changes something in so few ways may do it in vain; in more he may go to and fro. */
  private static final int SHORT_ROUND = 3;

  /** Until then each time counts more that a run says that it is done. */
  private static final int TIMES_DONE_THAT_COUNT = 3;

  private final Ledger ledger;
  private final FailedSteps failedSteps;
  private final ListedSteps listedSteps;
  private final Notes notes;

  StepReader(Ledger ledger) {
    this.ledger = ledger;
    this.failedSteps = new FailedSteps(ledger);
    this.listedSteps = new ListedSteps(ledger, failedSteps);
    this.notes = new Notes(ledger);
  }

  /** Reads a step of the turn at hand. */
  void read(Step step) {
    ledger.asked.begin();
    listedSteps.begin();
    Worth why = worthOf(step);
    int debt = debtOf(step, why) - listedSteps.paysBack(step, why);
    if (ledger.failing != null
        && (why.mayGoWell() || why.isNews())
        && !Ledger.isFailure(step)
        && !step.refuses()
        && !Ledger.waits(step)) {
      int owed = ledger.paysBackRetries(step);
      debt = owed > 0 ? Math.min(debt, -owed) : debt;
    }
    ledger.take(step, why, debt);
  }

  /** In hundredths. */
  private int debtOf(Step step, Worth why) {
    if (why == Worth.DONE_AGAIN) {
      return why.debt * Math.min(TIMES_DONE_THAT_COUNT, ledger.timesDone);
    }
    if (why == Worth.NEWS) {
      return -newsOf(step);
    }
    if (why == Worth.ATTEMPT
        && !step.edits()
        && ledger.freshLines == 0
        && ledger.repeated.areMany()) {
      return Worth.NEUTRAL.debt;
    }
    if (why.isFailureAsBefore()) {
      // Whether something was changed or not: what was in vain is no reason to halt sooner.
      int more = endsALongRound(step) ? MORE_EACH_FAILURE * ledger.repeated.times() : 0;
      return Math.min(Worth.REPETITION.debt, why.debt + more);
    }
    if (!why.isFruitless() || !ledger.mayHaveChangedSince(step.deed())) {
      boolean looked = ledger.outcomes.timesMade(step.deed()) >= LOOKS_AT_A_TIME;
      return why == Worth.VARIES && looked ? Worth.STALE.debt : why.debt;
    }
    return Math.min(Worth.REPETITION.debt, debtAfterChange(step, why));
  }

  /**
   * More each time, up to a repetition: a change that has not helped is no reason to halt sooner
   * than none.
   */
  private int debtAfterChange(Step step, Worth why) {
    ledger.turn.fruitlessNow = true;
    boolean more = endsALongRound(step) && (why == Worth.VARIES || !step.isShort());
    return why.debt + (more ? MORE_EACH_LONG_ROUND : MORE_EACH_TIME) * ledger.fruitless;
  }

  private boolean endsALongRound(Step step) {
    boolean passes = step.checks() && step.failure() == Step.ABSENT;
    return !passes && ledger.outcomes.oldInRounds(step.deed()) >= OLD_IN_A_LONG_ROUND;
  }

  /**
   * In hundredths; half new lines are as good as all. Who has said more than once that the task is
   * done needs nothing of what is looked at after that.
   */
  private int newsOf(Step step) {
    DigestList result = step.lines();
    int fresh = ledger.freshLines;
    int share = fresh == result.size() ? STEP_SHARE : STEP_SHARE * fresh / result.size();
    int news = -Worth.NEWS.debt * Math.min(STEP_SHARE, 2 * share) / STEP_SHARE;
    if (step.handsOver() && result.size() > LINES_THAT_TELL) {
      news = Math.min(news, WORTH_OF_A_WORD * fresh); // They are words.
    }
    news /= ledger.repeated.divide(step, fresh);
    return news / Math.max(1, Math.max(ledger.timesDone, ledger.timesWell - 1));
  }

  private Worth worthOf(Step step) {
    ledger.freshLines = 0;
    Worth worth = byWhatCameOfIt(step);
    worth = isFurther(step) && worth.debt > 0 ? Worth.NEARER : worth;
    if (worth.mayBeMeasured() && ledger.hasChangedSince(step.deed())) {
      // The checks of a change are measured; who waits may see a number move that he has not moved.
      BestMeasures known = ledger.measures == null ? new BestMeasures() : ledger.measures;
      ledger.measures = known;
      int action = ShortDigests.of(step.deed());
      worth = known.worthOf(action, step.measures(), Ledger.isFailure(step), worth);
      known.read(action, step.measures());
    }
    boolean pays = worth == Worth.NEWS || worth == Worth.WELL;
    if ((pays || (worth == Worth.NEUTRAL && ledger.freshLines > 0))
        && ledger.outcomes.timesMade(step.deed()) > 0
        && ledger.isOfARound(step, ShortDigests.of(step.deed()))) {
      ledger.freshLines = 0;
      return Worth.NEUTRAL;
    }
    if (worth.debt > 0 && isAnotherBoard(step)) {
      worth = Worth.DONE;
    } else if ((worth == Worth.DONE || worth == Worth.ITEM)
        && ledger.freshLines == 0
        && ledger.hasClickedNear(step)) {
      return Worth.STALE;
    }
    worth = listedSteps.asOneOfAList(step, worth);
    boolean another = step.triesMany() && ledger.outcomes.timesMade(step.deed()) == 0;
    return another && worth.debt > Worth.TRY.debt ? Worth.TRY : worth;
  }

  /**
   * Whether a board is shown that has never been so, though each of its rows has, nor in another
   * order, as a query without one shows them. The same of a list that was looked at before, where
   * never so many things were in this state and so many in that.
   */
  private boolean isAnotherBoard(Step step) {
    if (step.failure() != Step.ABSENT || ledger.outcomes.has(ShortDigests.of(step.gist()))) {
      return false;
    }
    int rows = step.board();
    boolean states = (rows & 1) == 0;
    if (rows == 0 || (states && ledger.outcomes.timesMade(step.deed()) == 0)) {
      return false;
    }
    ledger.turn.addLine(rows);
    return !ledger.lines.contains(rows);
  }

  /** Whether a status that tells of failures tells that more is done than ever before. */
  private boolean isFurther(Step step) {
    int share = step.failure() == Step.ABSENT ? Measures.NO_SHARE : step.share();
    return share != Measures.NO_SHARE && ledger.grows(ShortDigests.of(step.deed()), share);
  }

  private Worth byWhatCameOfIt(Step step) {
    long action = step.deed();
    int outcome = ShortDigests.of(step.gist());
    int seen = ledger.outcomes.timesSeen(action, outcome);
    int made = seen > 0 ? seen : ledger.outcomes.timesMade(action);
    if (saysDoneForNothing(step)) {
      ledger.turn.doneNow = true;
      return ledger.timesDone == 0 ? Worth.NEUTRAL : Worth.DONE_AGAIN;
    }
    if (step.takesANote() && notes.isNote(step)) {
      return seen > 0 ? Worth.AGAIN : notes.ofNote(step);
    }
    if (seen > 0 && ledger.isForgiven(step) && ledger.excuses()) {
      ledger.forgiven.add(Ledger.observation(step));
      ledger.turn.readsAgain = true;
      return Worth.NEUTRAL;
    }
    boolean absent = step.answersWithAbsence() && !step.checks();
    if (Ledger.isFailure(step)
        && (step.failed() || !step.handsOver())
        && !failedSteps.isAboutFailures(step)) {
      Worth failed = failedSteps.ofFailure(step, action, seen, made);
      boolean again = made == 0 && ledger.isRetriedInVain(step, outcome);
      return again && failed == Worth.KNOWN_FAILURE ? Worth.REPETITION : failed;
    }
    boolean quiet = absent || step.saysNothing();
    if (step.doesNothing() && (quiet || step.reads())) {
      return seen > 1 ? Worth.REPETITION : Worth.NO_OP;
    }
    DigestList result = step.lines();
    int fresh = ledger.freshIn(result);
    boolean allKnown = fresh == 0;
    if (fresh > 0 && made > 0 && (ledger.isSteady(step) || onlyNumbersMove(step))) {
      fresh = 0;
    }
    if (fresh > 0 && 2 * fresh <= result.size() && step.measuresNothing()) {
      fresh = 0; // How fast nothing was measured says nothing.
    }
    ledger.freshLines = fresh;
    if (result.size() == 0 && !quiet && !ledger.outcomes.has(outcome)) {
      return Worth.NEUTRAL; // A board of symbols has no words: another one is another.
    }
    if (made == 0 && step.refuses()) {
      return failedSteps.ofRefusal(step);
    }
    if (fresh > 0) {
      if (ledger.retries != null && ledger.retries.isAny()) {
        ledger.retries.answers(step, Retries.outcomeOf(step, outcome));
      }
    } else if (made == 0 && ledger.isRetriedInVain(step, Retries.outcomeOf(step, outcome))) {
      int seenBefore = ledger.outcomes.ageOfOutcome(outcome);
      int latest =
          ledger.retries().isLatest() ? 1 : Ledger.MOST_SINCE_CHANGE; // It gives back its number.
      int age = seenBefore > 0 ? seenBefore : latest;
      if (age <= ledger.sinceChange + 1 && !(step.looksOnly() && age > ledger.sinceSleep)) {
        return Worth.REPETITION;
      }
    }
    if (step.checks() && step.saysWell() && !step.changes()) {
      ledger.turn.wellNow = true;
      boolean again = ledger.timesWell >= CHECKS_THAT_MAY_AGREE;
      boolean alike = 2 * fresh <= result.size();
      if (made == 0 && again && alike) {
        // A list of things is checked one by one, or one thing in other ways.
        boolean another =
            !ledger.asked.namesNothingElse(step)
                || isDoneInWords(step)
                || ledger.asked.isNextName(step)
                || (ledger.asked.isAnotherThing(step) && ledger.excuses());
        return another ? Worth.ITEM : Worth.WELL_AGAIN;
      }
      if (made == 0 && (again || alike)) {
        return ledger.changed ? Worth.WELL : Worth.NEUTRAL;
      }
    }
    if (step.handsOver()) {
      return ofHandOver(step, action, seen, fresh);
    }
    if (made == 0 && fresh == 0 && changedNothing(step)) {
      return Worth.AGAIN;
    }
    if (step.changes()) {
      return ofChange(step, action, made, fresh, result.size());
    }
    if (step.onlyRemarks() && !(step.takesANote() && notes.isAboutAnotherThing(step))) {
      return Worth.REMARK;
    }
    if (step.isOfAWaitingTool() && step.isShort()) {
      boolean afterChange = ledger.sinceChange < Ledger.CHECKS_OF_A_CHANGE;
      return afterChange || ledger.excuses() ? Worth.NEUTRAL : Worth.POLL;
    }
    if (made > 0 && seen == 0 && allKnown && !quiet && isAnotherState(step) && ledger.excuses()) {
      return Worth.DONE;
    }
    boolean known = 10 * fresh <= result.size();
    if (known && Ledger.waits(step)) {
      if (made > 0) {
        return seen == 0 && saysAnotherState(step) ? Worth.NEUTRAL : Worth.POLL;
      }
      return isOneMore(step) ? Worth.NEUTRAL : Worth.ASKED_OTHERWISE;
    }
    if (seen == 0
        && fresh == 0
        && ledger.mayHaveChangedSince(action)
        && ledger.failures.hasFailing(ShortDigests.of(action))) {
      return Worth.NEUTRAL;
    }
    if (seen > 0 || (made > 0 && fresh == 0 && !result.isCut())) {
      return ofRepetition(step, action, seen, quiet);
    }
    // A log that is watched may have a 404 in it.
    boolean watched = absent && made > 0 && result.size() >= LINES_THAT_TELL;
    boolean tells = watched && 2 * fresh > result.size();
    if (quiet && !tells) {
      return ofSilence(step, absent);
    }
    if (!known) {
      return Worth.NEWS;
    }
    Worth stale = ofKnownAnswer(step);
    if (stale == Worth.STALE && fresh > 0 && step.looksOnly()) {
      stale = Worth.LITTLE_NEW;
    }
    boolean after = ledger.changed && !ledger.acknowledged;
    boolean mayBeExcused = stale.debt > 0 && (after || result.isCut());
    boolean excused = mayBeExcused && (stale == Worth.ITEM || ledger.excuses());
    return excused ? Worth.NEUTRAL : stale;
  }

  /**
   * Whether a thing that was asked about before is told to be in another state, as others were: it
   * has got on, though the run knows the words.
   */
  private boolean isAnotherState(Step step) {
    return step.lines().size() <= LINES_THAT_TELL && saysAnotherState(step);
  }

  /** Whether a call about a thing is told something short for the first time, but for numbers. */
  private boolean saysAnotherState(Step step) {
    return step.isShort()
        && step.values().size() > 0
        && (ToolVerbs.isShell(step.tool()) || !AskedValues.mayBeRephrased(step.values()))
        && step.namesAState()
        && ledger.outcomes.hasNeverSaid(step.deed(), Ledger.saidBy(step));
  }

  /**
   * Whether nothing in an answer is another than before but numbers that say nothing, and nothing
   * in between has gone on with what was answered. Who looks may be there for a number that goes up
   * and down; to who changes something, and is not told that it went well, it is an id.
   */
  private boolean onlyNumbersMove(Step step) {
    if (!ledger.outcomes.goesRoundSince(step.deed())) {
      return false;
    }
    int moves = ledger.movesOf(step, /* watched= */ true);
    if (moves == MovingNumbers.UNKNOWN || moves > MovingNumbers.UP_AND_DOWN) {
      return false;
    }
    boolean changes =
        (step.changes() || ToolVerbs.sends(step.tool()))
            && step.values().size() > 0
            && !step.saysWell();
    if (changes && ledger.outcomes.ageOf(step.deed()) > SHORT_ROUND) {
      return false;
    }
    return changes || moves != MovingNumbers.UP_AND_DOWN;
  }

  /**
   * Whether it is said that the task is done, and nothing comes of it. Who is given a next task
   * goes on, and so does who ticks off the items of a list, each with an id of its own.
   */
  private boolean saysDoneForNothing(Step step) {
    // Once it was said in a report, fewer words say it again.
    boolean says = step.saysDone() || (ledger.timesDone > 0 && ToolVerbs.finishes(step.tool()));
    if (!says || step.failed()) {
      return false;
    }
    DigestList result = step.lines();
    if (3 * ledger.freshIn(result) > result.size()) {
      return false;
    }
    boolean same = ledger.asked.namesNothingElse(step);
    return ledger.timesDone == 0 || same;
  }

  /**
   * Another agent's answer is read word by word. Who hands over what was handed over before, and is
   * told it in words that were said before, hands it back and forth.
   */
  private Worth ofHandOver(Step step, long action, int seen, int fresh) {
    boolean another =
        !ledger.asked.namesNothingElse(step)
            || ledger.asked.isItem(step)
            || ledger.asked.isInNewWords(step)
            || (step.saysWell() && ledger.asked.isInNewLongWords(step));
    int size = step.lines().size();
    if (seen > 0) {
      return ofRepetition(step, action, seen, false);
    }
    if (2 * fresh > size || (another && 3 * fresh > size)) {
      return Worth.NEWS;
    }
    if (another) {
      return step.changes() ? Worth.ATTEMPT : Worth.DONE;
    }
    return 3 * fresh > size ? Worth.NEUTRAL : Worth.STALE;
  }

  private Worth ofKnownAnswer(Step step) {
    if (!step.isShort()
        && ToolVerbs.moves(step.tool())
        && ledger.outcomes.has(ShortDigests.of(step.gist()))) {
      return Worth.STALE; // Less of a page, as when an entry was ticked off, is another page.
    }
    if (step.isShort()
        && !step.reads()
        && step.question() == 0
        && !ToolVerbs.worksOnPlaces(step.tool())) {
      // Nothing is put into words, so that it can be told without reading the arguments as text.
      return ledger.asked.isOtherShape(step) ? Worth.DONE : Worth.STALE;
    }
    if (ledger.asked.isItem(step)) {
      return step.isShort() ? Worth.DONE : Worth.ITEM;
    }
    if (step.isShort()
        && !step.saysDone()
        && (isDoneInWords(step)
            || ledger.asked.isNextName(step)
            || ledger.asked.isDocument(step))) {
      return Worth.ITEM;
    }
    return isAcknowledged(step) ? Worth.DONE : Worth.STALE;
  }

  /**
   * Whether one thing more of a batch that has a name or a sentence for an id was done, or found to
   * be well. Whoever asks, in ever other words, is told the same because it is the same.
   */
  private boolean isDoneInWords(Step step) {
    return ledger.asked.isItemInWords(step)
        && !step.deniesWhatIsDone()
        && (Ledger.acts(step) || step.saysWell() || ToolVerbs.mayTakeATask(step.tool()));
  }

  /** What is told to wait is one thing more, or is {@code queued} itself. */
  private boolean isOneMore(Step step) {
    return ledger.asked.isItem(step) || (isAcknowledged(step) && !ToolVerbs.isShell(step.tool()));
  }

  /** A call that does something, and names nothing but in texts, has been done. */
  private static boolean isAcknowledged(Step step) {
    return Ledger.acts(step)
        && !step.saysDone()
        && step.saysWell()
        && !AskedThings.namesAnything(step);
  }

  /**
   * A check that says nothing says that all is well; a search in one word more has found nothing.
   */
  private Worth ofSilence(Step step, boolean absent) {
    // What was asked is compared later, whatever else may be said for it now.
    boolean first = ledger.asked.isFirst();
    boolean silent = !absent && quietOf(step) == Worth.SILENT;
    boolean inWords =
        (Ledger.acts(step) && ledger.asked.isItemInWords(step))
            || (step.checks() && ledger.asked.isNextName(step));
    boolean document = ledger.asked.isDocument(step);
    boolean item =
        ledger.asked.isItem(step)
            || document
            || inWords
            || (silent && ledger.asked.isNextOfPairs(step));
    ledger.repeated.readSearch(step, document);
    if (!absent && step.checks() && ledger.sinceChange <= Ledger.CHECKS_OF_A_CHANGE) {
      return ledger.changed ? Worth.WELL : Worth.NEUTRAL;
    }
    if (!item) {
      Worth quiet = quietOf(step);
      // A script that was just written may change something without a word.
      return ledger.changed && quiet == Worth.SILENT ? Worth.NEUTRAL : quiet;
    }
    if (!document && ledger.repeated.areOfAHunt()) {
      return Worth.EMPTY;
    }
    return first || !AskedValues.searchForAWord(step.values()) ? Worth.ITEM : Worth.WORD_NOT_FOUND;
  }

  /** Who looks has found nothing; of who does something it may not be known. */
  private static Worth quietOf(Step step) {
    boolean said = step.lines().size() > 0;
    return said || step.looksOnly() || step.reads() ? Worth.EMPTY : Worth.SILENT;
  }

  /** What a change in between makes of it is never worse than if there had been none. */
  private Worth ofRepetition(Step step, long action, int seen, boolean quiet) {
    Worth same = seen == 0 ? Worth.VARIES : seen > 1 ? Worth.REPETITION : Worth.AGAIN;
    // A silent command is no reason to be silent again.
    if (!(quiet ? ledger.hasChangedSince(action) : ledger.mayHaveChangedSince(action))) {
      boolean watches = step.looksOnly() && ledger.outcomes.ageOf(action) > ledger.sinceSleep;
      return watches ? Worth.POLL : same;
    }
    // Who sets something and measures again is told a number, and mostly another one.
    if (seen == 0 && ToolVerbs.measures(step.tool()) && ledger.excuses()) {
      return Worth.NEUTRAL;
    }
    boolean well = step.saysWell() || (quiet && step.checks());
    if (well && (ledger.hasChangedOneMore() || ledger.excuses())) {
      return Worth.WELL;
    }
    if (!well && ledger.hasChangedAnotherThan(step)) {
      return Worth.ITEM;
    }
    // What was empty and is empty shows the same; of who does something it is not known.
    boolean silent = quiet && quietOf(step) == Worth.SILENT;
    Worth after = silent ? Worth.SILENT : Worth.SAME_AFTER_CHANGE;
    return after.debt < same.debt ? after : same;
  }

  /** Whether the same was done to the same thing, with another comment, and it is as it was. */
  private boolean changedNothing(Step step) {
    return Ledger.acts(step)
        && step.saysUnchanged()
        && AskedThings.namesAnything(step)
        && AskedValues.mayBeRephrased(step.values())
        && ledger.asked.namesNothingElse(step);
  }

  private Worth ofChange(Step step, long action, int made, int fresh, int size) {
    if (made == 0 && !step.edits() && size > 1 && 2 * fresh > size && !step.saysNothing()) {
      return Worth.NEWS;
    }
    if (made == 0 || isMended(step)) {
      boolean accepted = step.edits() ? ledger.rejected == Ledger.editing(step) : made > 0;
      return accepted ? Worth.ACCEPTED : Worth.ATTEMPT;
    }
    if (!step.edits() && ledger.hasChangedSince(action)) {
      boolean known = 4 * fresh <= size;
      boolean good = size == 0 || step.saysNothing() || step.saysWell();
      boolean excused = !known || (good && (ledger.hasChangedOneMore() || ledger.excuses()));
      return excused ? Worth.NEUTRAL : Worth.SAME_AFTER_CHANGE;
    }
    boolean othersChanged = ledger.outcomes.ageOf(action) > ledger.sinceChange + 1;
    if (made == 1 && step.edits() && othersChanged) {
      return Worth.REDONE;
    }
    if (step.edits() || 4 * fresh <= size) {
      return made > 1 ? Worth.REPETITION : Worth.AGAIN;
    }
    return Worth.NEUTRAL;
  }

  /**
   * Whether a change that had failed goes well: for the first time, or with something else changed
   * since it last did. What goes well and fails in turn gets nowhere.
   */
  private boolean isMended(Step step) {
    int action = ShortDigests.of(step.deed());
    int outcome = ShortDigests.of(step.gist());
    return ledger.failures.hasFailing(action)
        && !(ledger.failures.hasMended(action)
            && ledger.outcomes.hasAmongLatest(step.deed(), outcome, ledger.sinceChange));
  }
}
