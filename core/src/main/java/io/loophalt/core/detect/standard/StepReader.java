package io.loophalt.core.detect.standard;

import io.loophalt.core.detect.LongRing;
import io.loophalt.core.detect.Step;
import io.loophalt.core.fingerprint.DigestList;
import io.loophalt.core.state.ShortDigests;
import io.loophalt.core.state.SmallNumbers;
import io.loophalt.core.text.AskedValues;
import io.loophalt.core.text.FailureWords;
import io.loophalt.core.text.Retried;
import io.loophalt.core.text.ToolVerbs;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Tells what the steps of a turn are worth, by what the run has seen in the turns before.
 *
 * <p>Compared are the lines of results, the words of failures, and calls with what came of them;
 * each with a bounded memory that forgets the oldest. The steps of one turn run in parallel and are
 * all compared with what was known before it, so that their order means nothing. Not thread-safe.
 */
final class StepReader {

  private static final int FORGIVEN = 20;
  private static final int BUCKETS_OF_LINES = 64;
  private static final int MOST_SINCE_CHANGE = 63;
  private static final int STEP_SHARE = 100;
  private static final int NOT_CONDENSED = -1;

  /** So many calls after a change may check it, each in another way. */
  private static final int CHECKS_OF_A_CHANGE = 6;

  private static final int MOST_TIMES_DONE = 15;

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

  private static final int MOST_FRUITLESS = 6;

  /** What is not there takes one line to say, or two. */
  private static final int LINES_THAT_TELL = 3;

  /** Of a word that another agent has not said before. */
  private static final int WORTH_OF_A_WORD = 12;

  /** So many times one may look at what differs in a time only. */
  private static final int LOOKS_AT_A_TIME = 8;

  /** Less may say which plan a customer has. */
  private static final int VALUES_OF_A_PLAN = 6;

  /** More are a plan. */
  private static final int MOST_VALUES_OF_A_NOTE = 24;

  /** Until then each time counts more that a run says that it is done. */
  private static final int TIMES_DONE_THAT_COUNT = 3;

  private final LineMemory lines = new LineMemory(BUCKETS_OF_LINES);
  private final RecentOutcomes outcomes = new RecentOutcomes();
  private final FailureMemory failures = new FailureMemory();
  private final LongRing forgiven = new LongRing(FORGIVEN);
  private final AskedThings asked = new AskedThings();
  private final RepeatedFailures repeated = new RepeatedFailures();
  private final Retries retries = new Retries();

  /** Null while no call that was made again had a new answer, as in most runs. */
  private RecentOutcomes.@Nullable SteadyAnswers steady;

  /** Null while nothing was measured, as in most runs. */
  private @Nullable BestMeasures measures;

  private int sinceCondensed = NOT_CONDENSED;

  /** Something was changed, and nothing looked at since. */
  private boolean changed;

  /** No more is known of the last change than that the call was answered as others were. */
  private boolean acknowledged;

  /** How many calls there were since something was changed. */
  private int sinceChange = MOST_SINCE_CHANGE;

  /**
   * How many calls there were since one of a new kind said nothing, and may have done something.
   */
  private int sinceSilent = MOST_SINCE_CHANGE;

  /** How many calls there were since the run slept for a while. */
  private int sinceSleep = MOST_SINCE_CHANGE;

  /** The tool whose last edit was rejected, as a digest; 0 if none was. */
  private int rejected;

  /** Nothing but notes was taken since the last one. */
  private boolean noted;

  /** The last turn has brought something that may be thought over in words, once. */
  private boolean thoughtful;

  /** How often it was said that the task is done, with nothing new in return; no further. */
  private int timesDone;

  /** How often in all a change had no effect that was seen, since there was news; no further. */
  private int fruitless;

  /** How many calls have said since the last change that all is well; no further. */
  private int timesWell;

  // Of the turn at hand.
  private final TurnNews turn = new TurnNews();
  private boolean anyStep;

  /** How many lines of the step that was read last the run had not seen. */
  private int freshLines;

  private boolean changesNow;
  private boolean acceptedNow;
  private int rejectedNow;
  private boolean looksNow;
  private boolean onlyNotes = true;
  private boolean doneNow;
  private boolean fruitlessNow;
  private boolean wellNow;
  private boolean sleepsNow;
  private boolean silentNow;
  private int worth;

  // Good while there is any step. Written only where they differ, see Step.begin.
  private Worth reason = Worth.NEUTRAL;
  private String tool = "";

  /** What the best step of the turn is worth. */
  int worth() {
    return worth;
  }

  /** Why. */
  Worth reason() {
    return anyStep ? reason : Worth.NEUTRAL;
  }

  /** The tool of the best step of the turn. */
  String tool() {
    return anyStep ? tool : "";
  }

  /** Whether a turn of words alone may think over what came before it; it is the only one. */
  boolean takeThought() {
    boolean taken = thoughtful;
    thoughtful = false;
    return taken;
  }

  /** Reads a step of the turn at hand. */
  void read(Step step) {
    asked.begin();
    Worth why = worthOf(step);
    int debt = debtOf(step, why);
    if (why.mayGoWell()
        && outcomes.timesMade(step.action()) == 0
        && step.failure() == Step.ABSENT
        && !step.refuses()
        && isOfAList(step)) {
      debt -= repeated.paysBack(step);
    }
    if (!anyStep || debt < worth || (debt == worth && isBefore(step.tool(), why))) {
      anyStep = true;
      worth = debt;
      if (reason != why) {
        reason = why;
      }
      if (!step.tool().equals(tool)) {
        tool = step.tool();
      }
    }
    onlyNotes &= step.takesANote();
    remember(step, why);
  }

  /** Whether a call does something to a thing that may be one of a list. */
  private static boolean isOfAList(Step step) {
    return acts(step)
        && !step.edits()
        && !ToolVerbs.isShell(step.tool())
        && !ToolVerbs.moves(step.tool());
  }

  /** Of steps that are worth the same one is told of, whichever ended first. */
  private boolean isBefore(String otherTool, Worth otherReason) {
    int order = otherTool.compareTo(tool);
    return order < 0 || (order == 0 && otherReason.compareTo(reason) < 0);
  }

  /** In hundredths. */
  private int debtOf(Step step, Worth why) {
    if (why == Worth.DONE_AGAIN) {
      return why.debt * Math.min(TIMES_DONE_THAT_COUNT, timesDone);
    }
    if (why == Worth.NEWS) {
      return -newsOf(step);
    }
    if (why == Worth.ATTEMPT && !step.edits() && freshLines == 0 && repeated.areMany()) {
      return Worth.NEUTRAL.debt;
    }
    if (why.isFailureAsBefore()) {
      // Whether something was changed or not: what was in vain is no reason to halt sooner.
      int more = endsALongRound(step) ? MORE_EACH_FAILURE * repeated.times() : 0;
      return Math.min(Worth.REPETITION.debt, why.debt + more);
    }
    if (!why.isFruitless() || !mayHaveChangedSince(step.action())) {
      boolean looked = outcomes.timesMade(step.action()) >= LOOKS_AT_A_TIME;
      return why == Worth.VARIES && looked ? Worth.STALE.debt : why.debt;
    }
    return Math.min(Worth.REPETITION.debt, debtAfterChange(step, why));
  }

  /**
   * More each time, up to a repetition: a change that has not helped is no reason to halt sooner
   * than none.
   */
  private int debtAfterChange(Step step, Worth why) {
    fruitlessNow = true;
    boolean more = endsALongRound(step) && (why == Worth.VARIES || !step.isShort());
    return why.debt + (more ? MORE_EACH_LONG_ROUND : MORE_EACH_TIME) * fruitless;
  }

  private boolean endsALongRound(Step step) {
    boolean passes = step.checks() && step.failure() == Step.ABSENT;
    return !passes && outcomes.oldInRounds(step.action()) >= OLD_IN_A_LONG_ROUND;
  }

  /**
   * In hundredths; half new lines are as good as all. Who has said more than once that the task is
   * done needs nothing of what is looked at after that.
   */
  private int newsOf(Step step) {
    DigestList result = step.lines();
    int fresh = freshLines;
    int share = result.size() == 0 ? STEP_SHARE : STEP_SHARE * fresh / result.size();
    int news = -Worth.NEWS.debt * Math.min(STEP_SHARE, 2 * share) / STEP_SHARE;
    if (step.handsOver() && result.size() > LINES_THAT_TELL) {
      news = Math.min(news, WORTH_OF_A_WORD * fresh); // They are words.
    }
    news /= repeated.divide(step, fresh);
    return news / Math.max(1, Math.max(timesDone, timesWell - 1));
  }

  private int freshIn(DigestList result) {
    int fresh = 0;
    for (int i = 0; i < result.size(); i++) {
      fresh += lines.contains(result.get(i)) ? 0 : 1;
    }
    return fresh;
  }

  private Worth worthOf(Step step) {
    freshLines = 0;
    Worth worth = byWhatCameOfIt(step);
    if (worth.mayBeMeasured() && hasChangedSince(step.action())) {
      // The checks of a change are measured; who waits may see a number move that he has not moved.
      BestMeasures known = measures == null ? new BestMeasures() : measures;
      measures = known;
      int action = ShortDigests.of(step.action());
      worth = known.worthOf(action, step.measures(), isFailure(step), worth);
      known.read(action, step.measures());
    }
    boolean pays = worth == Worth.NEWS || worth == Worth.WELL;
    if ((pays || (worth == Worth.NEUTRAL && freshLines > 0))
        && outcomes.timesMade(step.action()) > 0
        && repeated.isOfARound(step, ShortDigests.of(step.action()))) {
      freshLines = 0;
      return Worth.NEUTRAL;
    }
    worth = asOneOfMany(step, worth);
    boolean another = step.triesMany() && outcomes.timesMade(step.action()) == 0;
    return another && worth.debt > Worth.TRY.debt ? Worth.TRY : worth;
  }

  /** What is one thing more of a list counts when so many have failed alike, and none went well. */
  private Worth asOneOfMany(Step step, Worth worth) {
    boolean item = worth == Worth.ITEM || worth == Worth.DONE;
    boolean known = item && outcomes.has(ShortDigests.of(step.gist()));
    if (worth == Worth.ITEM && ((isFailure(step) && !isAboutFailures(step)) || step.refuses())) {
      boolean equal = known || freshIn(step.lines()) == 0;
      if (equal) {
        return repeated.isOneGuessMore(step, RepeatedFailures.EQUAL_FAILURES_OF_A_LIST)
            ? Worth.KNOWN_FAILURE
            : worth;
      }
      return repeated.isOneGuessMore(step, RepeatedFailures.FAILURES_OF_A_LIST)
          ? Worth.GUESSED
          : worth;
    }
    if (known && freshLines == 0 && searches(step) && !step.reads()) {
      return repeated.isOneGuessMore(step, RepeatedFailures.EQUAL_ANSWERS_OF_A_LIST)
          ? Worth.EMPTY
          : worth;
    }
    if ((worth.debt < 0 || item) && !(known && repeated.isOfAList(step))) {
      repeated.readHit();
    }
    return worth;
  }

  /**
   * Whether a word is searched for, or a text after such words, and what is answered is in no words
   * that are known to say that there is nothing.
   */
  private boolean searches(Step step) {
    boolean rephrases = repeated.isOfAList(step) && AskedValues.mayBeRephrased(step.values());
    return (rephrases || AskedValues.searchForAWord(step.values()))
        && !ToolVerbs.isShell(step.tool())
        && !step.checks()
        && !step.changes()
        && !step.answersWithAbsence()
        && !step.saysNothing();
  }

  private Worth byWhatCameOfIt(Step step) {
    long action = step.action();
    int outcome = ShortDigests.of(step.gist());
    int seen = outcomes.timesSeen(action, outcome);
    int made = seen > 0 ? seen : outcomes.timesMade(action);
    if (saysDoneForNothing(step)) {
      doneNow = true;
      return timesDone == 0 ? Worth.NEUTRAL : Worth.DONE_AGAIN;
    }
    if (isNote(step)) {
      return seen > 0 ? Worth.AGAIN : ofNote(step);
    }
    if (seen > 0 && isForgiven(step)) {
      forgiven.add(observation(step));
      return Worth.NEUTRAL;
    }
    boolean absent = step.answersWithAbsence() && !step.checks();
    if (isFailure(step) && (step.failed() || !step.handsOver()) && !isAboutFailures(step)) {
      Worth failed = ofFailure(step, action, seen, made);
      boolean again = made == 0 && retries.inVain(step, outcome);
      return again && failed == Worth.KNOWN_FAILURE ? Worth.REPETITION : failed;
    }
    boolean quiet = absent || step.saysNothing();
    if (step.doesNothing() && (quiet || step.reads())) {
      return seen > 1 ? Worth.REPETITION : Worth.NO_OP;
    }
    DigestList result = step.lines();
    int fresh = freshIn(result);
    if (fresh > 0 && made > 0 && isSteady(step)) {
      fresh = 0;
    }
    freshLines = fresh;
    if (result.size() == 0 && !quiet && !outcomes.has(outcome)) {
      return Worth.NEUTRAL; // A board of symbols has no words: another one is another.
    }
    if (made == 0 && step.refuses()) {
      return ofRefusal(step);
    }
    if (fresh > 0) {
      retries.answers(step, Retries.outcomeOf(step, outcome));
    } else if (made == 0 && retries.inVain(step, Retries.outcomeOf(step, outcome))) {
      int seenBefore = outcomes.ageOfOutcome(outcome);
      int latest = retries.isLatest() ? 1 : MOST_SINCE_CHANGE; // It gives back its number.
      int age = seenBefore > 0 ? seenBefore : latest;
      if (age <= sinceChange + 1 && !(step.looksOnly() && age > sinceSleep)) {
        return Worth.REPETITION;
      }
    }
    if (step.checks() && step.saysWell() && !step.changes()) {
      wellNow = true;
      boolean again = timesWell >= CHECKS_THAT_MAY_AGREE;
      boolean alike = 2 * fresh <= result.size();
      if (made == 0 && again && alike) {
        // A list of things is checked one by one, or one thing in other ways.
        boolean another = !asked.namesNothingElse(step) || isDoneInWords(step);
        return another ? Worth.ITEM : Worth.WELL_AGAIN;
      }
      if (made == 0 && (again || alike)) {
        return changed ? Worth.WELL : Worth.NEUTRAL;
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
    if (step.onlyRemarks() && !(step.takesANote() && isAboutAnotherThing(step))) {
      return Worth.REMARK;
    }
    if (step.isOfAWaitingTool() && step.isShort()) {
      return Worth.NEUTRAL;
    }
    boolean known = 10 * fresh <= result.size();
    if (known && (step.saysNotYet() || step.beginsNotYet())) {
      return made > 0 ? Worth.POLL : isOneMore(step) ? Worth.NEUTRAL : Worth.ASKED_OTHERWISE;
    }
    if (seen == 0 && fresh == 0 && failures.hasAction(ShortDigests.of(action))) {
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
    boolean after = changed && !acknowledged;
    return (after || result.isCut()) && stale.debt > 0 ? Worth.NEUTRAL : stale;
  }

  /**
   * Whether a call that is made again, and nothing new in between, has the answer that it had three
   * times before and more, but for ids and the like.
   */
  private boolean isSteady(Step step) {
    if (!outcomes.goesRoundSince(step.action())) {
      return false;
    }
    RecentOutcomes.SteadyAnswers known = steady;
    if (known == null) {
      known = new RecentOutcomes.SteadyAnswers();
      steady = known;
    }
    return known.isTheSame(ShortDigests.of(step.action()), step.steady());
  }

  /**
   * Whether it is said that the task is done, and nothing comes of it. Who is given a next task
   * goes on, and so does who ticks off the items of a list, each with an id of its own.
   */
  private boolean saysDoneForNothing(Step step) {
    // Once it was said in a report, fewer words say it again.
    boolean says = step.saysDone() || (timesDone > 0 && ToolVerbs.finishes(step.tool()));
    if (!says || step.failed()) {
      return false;
    }
    DigestList result = step.lines();
    if (3 * freshIn(result) > result.size()) {
      return false;
    }
    boolean same = asked.namesNothingElse(step);
    return timesDone == 0 || same;
  }

  /**
   * Another agent's answer is read word by word. Who hands over what was handed over before, and is
   * told it in words that were said before, hands it back and forth.
   */
  private Worth ofHandOver(Step step, long action, int seen, int fresh) {
    boolean another =
        !asked.namesNothingElse(step) || asked.isItem(step) || asked.isInNewWords(step);
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
        && outcomes.has(ShortDigests.of(step.gist()))) {
      return Worth.STALE; // Less of a page, as when an entry was ticked off, is another page.
    }
    if (step.isShort() && !step.reads() && step.question() == 0) {
      // Nothing is put into words, so that it can be told without reading the arguments as text.
      return asked.isOtherShape(step) ? Worth.DONE : Worth.STALE;
    }
    if (asked.isItem(step)) {
      return step.isShort() ? Worth.DONE : Worth.ITEM;
    }
    if (step.isShort() && !step.saysDone() && isDoneInWords(step)) {
      return Worth.ITEM;
    }
    return isAcknowledged(step) ? Worth.DONE : Worth.STALE;
  }

  /**
   * Whether one thing more of a batch that has a name or a sentence for an id was done, or found to
   * be well. Whoever asks, in ever other words, is told the same because it is the same.
   */
  private boolean isDoneInWords(Step step) {
    return asked.isItemInWords(step) && !step.deniesWhatIsDone() && (acts(step) || step.saysWell());
  }

  private static boolean acts(Step step) {
    return !step.reads() && !step.looksOnly() && !step.checks();
  }

  /** What is told to wait is one thing more, or is {@code queued} itself. */
  private boolean isOneMore(Step step) {
    return asked.isItem(step) || (isAcknowledged(step) && !ToolVerbs.isShell(step.tool()));
  }

  /** A call that does something, and names nothing but in texts, has been done. */
  private static boolean isAcknowledged(Step step) {
    return acts(step) && !step.saysDone() && step.saysWell() && !AskedThings.namesAnything(step);
  }

  /**
   * A check that says nothing says that all is well; a search in one word more has found nothing.
   */
  private Worth ofSilence(Step step, boolean absent) {
    // What was asked is compared later, whatever else may be said for it now.
    boolean first = asked.isFirst();
    boolean silent = !absent && quietOf(step) == Worth.SILENT;
    boolean item =
        asked.isItem(step)
            || (silent && acts(step) && asked.isItemInWords(step))
            || (silent && asked.isNextOfPairs(step));
    repeated.readSearch(step);
    if (!absent && step.checks() && sinceChange <= CHECKS_OF_A_CHANGE) {
      return changed ? Worth.WELL : Worth.NEUTRAL;
    }
    if (!item) {
      Worth quiet = quietOf(step);
      // A script that was just written may change something without a word.
      return changed && quiet == Worth.SILENT ? Worth.NEUTRAL : quiet;
    }
    if (repeated.areOfAHunt()) {
      return Worth.EMPTY;
    }
    return first || !AskedValues.searchForAWord(step.values()) ? Worth.ITEM : Worth.WORD_NOT_FOUND;
  }

  /** Who looks has found nothing; of who does something it may not be known. */
  private static Worth quietOf(Step step) {
    boolean said = step.lines().size() > 0;
    return said || step.looksOnly() || step.reads() ? Worth.EMPTY : Worth.SILENT;
  }

  /** A tool that takes notes, and not one that sets the plan of one customer more. */
  private boolean isNote(Step step) {
    if (!step.takesANote()) {
      return false;
    }
    DigestList values = step.values();
    boolean anyWord = values.size() == 0;
    for (int i = 0; i < values.size(); i++) {
      anyWord |= (values.get(i) & AskedValues.SINGLE) == 0;
    }
    if (!ToolVerbs.takesNotes(step.tool())) {
      return anyWord && asked.namesNothingElse(step); // A list in a file; another one is another.
    }
    if (isAboutAnotherThing(step)) {
      return false;
    }
    if (!step.changes()) {
      return anyWord;
    }
    // A note on somebody; that on somebody else is another.
    return values.size() >= VALUES_OF_A_PLAN || (anyWord && asked.namesNothingElse(step));
  }

  /** A note that is added tells another thing, a plan that is rewritten mostly the same. */
  private Worth ofNote(Step step) {
    boolean another = asked.isAnotherNote(step) && step.failure() == Step.ABSENT;
    return !noted ? Worth.NEUTRAL : another ? Worth.ITEM : Worth.NOTED;
  }

  /**
   * {@code plan_route} between two other towns, {@code add_note} on another customer: in few words,
   * and what it answers is new where it changes nothing.
   */
  private boolean isAboutAnotherThing(Step step) {
    return step.values().size() <= MOST_VALUES_OF_A_NOTE
        && asked.isItemInWords(step)
        && (!AskedThings.namesAnything(step) || !asked.namesNothingElse(step))
        && (step.changes() || freshIn(step.lines()) > 0);
  }

  /** What a change in between makes of it is never worse than if there had been none. */
  private Worth ofRepetition(Step step, long action, int seen, boolean quiet) {
    Worth same = seen == 0 ? Worth.VARIES : seen > 1 ? Worth.REPETITION : Worth.AGAIN;
    // A silent command is no reason to be silent again.
    if (!(quiet ? hasChangedSince(action) : mayHaveChangedSince(action))) {
      boolean watches = step.looksOnly() && outcomes.ageOf(action) > sinceSleep;
      return watches ? Worth.POLL : same;
    }
    if (step.saysWell() || (quiet && step.checks())) {
      return Worth.WELL;
    }
    if (asked.hasChangedAnotherThan(step)) {
      return Worth.ITEM;
    }
    Worth changed = quiet ? quietOf(step) : Worth.SAME_AFTER_CHANGE;
    return changed.debt < same.debt ? changed : same;
  }

  /** Whether something was changed since the call was made last. */
  private boolean hasChangedSince(long action) {
    return outcomes.ageOf(action) > sinceChange;
  }

  /** The same, or a command that said nothing may have changed something. */
  private boolean mayHaveChangedSince(long action) {
    return outcomes.ageOf(action) > Math.min(sinceChange, sinceSilent);
  }

  /** What is not there has been looked for, and a check that finds it missing has failed. */
  private static boolean isFailure(Step step) {
    return step.failure() != Step.ABSENT && (step.checks() || !step.answersWithAbsence());
  }

  /**
   * Whether a call that asks for what has failed, as {@code grep ERROR} in a log or the next
   * message of a dead letter queue, was told of something that the run has not seen: that is what
   * it found. Who has changed something looks whether that has helped.
   */
  private boolean isAboutFailures(Step step) {
    if (step.failed() || hasChangedSince(step.action()) || freshIn(step.lines()) == 0) {
      return false;
    }
    DigestList words = step.failureWords();
    return (step.looksOnly() || step.reads())
        ? words.contains(FailureWords.ASKED) || words.contains(FailureWords.NAMED)
        : words.contains(FailureWords.ASKED)
            && ToolVerbs.draws(step.tool())
            && !(step.changes() || step.checks() || ToolVerbs.isShell(step.tool()));
  }

  private Worth ofFailure(Step step, long action, int seen, int made) {
    if (step.retryAfterSeconds() >= 0) {
      return Worth.RETRY;
    }
    boolean later = outcomes.ageOf(action) > sinceSleep;
    if (seen > 1 && !hasChangedSince(action)) {
      return later ? Worth.FAILED_LATER : Worth.REPETITION;
    }
    if (seen > 0) {
      return later ? Worth.FAILED_LATER : Worth.KNOWN_FAILURE;
    }
    DigestList words = step.failureWords();
    int headline = ShortDigests.of(step.failureHeadline());
    boolean unchanged = sinceChange >= CHECKS_OF_A_CHANGE;
    if (failures.ageOf(ShortDigests.of(action), headline, words, unchanged) > 0) {
      if (!step.edits() && made == 0 && words.contains(FailureWords.ECHO) && asked.isItem(step)) {
        return Worth.ITEM;
      }
      return made > 0 && hasChangedSince(action) && differsInNumbers(step)
          ? Worth.FAILURE_IN_OTHER_NUMBERS
          : Worth.KNOWN_FAILURE;
    }
    if (made > 0 && step.answersWithAbsence()) {
      return Worth.KNOWN_FAILURE; // What is not there is not there again.
    }
    if (step.edits()) {
      return Worth.REJECTED;
    }
    if (step.doesNothing()) {
      return Worth.REMARK;
    }
    if (failures.hasOneLike(words)) {
      return Worth.LIKE_FAILURE;
    }
    return unchanged && repeated.areOfGuesses() ? Worth.FAILED_OTHERWISE : Worth.NEW_FAILURE;
  }

  /**
   * Whether numbers that may say something make a failure another one: those of times, ids and
   * sizes do not, unless it has never been so soon or so small.
   */
  private boolean differsInNumbers(Step step) {
    return freshIn(step.lines()) > 0
        || (measures != null
            && measures.hasSmaller(ShortDigests.of(step.action()), step.measures()));
  }

  /** Whether the same was done to the same thing, with another comment, and it is as it was. */
  private boolean changedNothing(Step step) {
    return acts(step)
        && step.saysUnchanged()
        && AskedThings.namesAnything(step)
        && AskedValues.mayBeRephrased(step.values())
        && asked.namesNothingElse(step);
  }

  /** One thing more was refused, or the same in another form; for another reason it may help. */
  private Worth ofRefusal(Step step) {
    if (!asked.namesNothingElse(step) && asked.isItem(step)) {
      return Worth.ITEM;
    }
    int why = step.answerButForChance();
    why = why == 0 ? ShortDigests.of(step.gist()) | 1 : why;
    turn.addLine(why);
    return lines.contains(why) ? Worth.KNOWN_FAILURE : Worth.FAILED_OTHERWISE;
  }

  /** Another tool's edit neither mends what one has rejected nor hides it. */
  private static int editing(Step step) {
    return step.tool().hashCode() | 1;
  }

  private Worth ofChange(Step step, long action, int made, int fresh, int size) {
    if (made == 0 && !step.edits() && size > 1 && 2 * fresh > size && !step.saysNothing()) {
      return Worth.NEWS;
    }
    boolean failed = failures.hasAction(ShortDigests.of(action));
    if (made == 0 || failed) {
      boolean accepted = step.edits() ? rejected == editing(step) : made > 0;
      return accepted ? Worth.ACCEPTED : Worth.ATTEMPT;
    }
    if (!step.edits() && hasChangedSince(action)) {
      boolean known = size > 0 && 4 * fresh <= size && !step.saysNothing();
      return known && !step.saysWell() ? Worth.SAME_AFTER_CHANGE : Worth.NEUTRAL;
    }
    boolean othersChanged = outcomes.ageOf(action) > sinceChange + 1;
    if (made == 1 && step.edits() && othersChanged) {
      return Worth.REDONE;
    }
    if (step.edits() || 4 * fresh <= size) {
      return made > 1 ? Worth.REPETITION : Worth.AGAIN;
    }
    return Worth.NEUTRAL;
  }

  private boolean isForgiven(Step step) {
    return sinceCondensed != NOT_CONDENSED
        && !outcomes.hasAmongLatest(step.action(), ShortDigests.of(step.gist()), sinceCondensed)
        && !forgiven.contains(observation(step));
  }

  private static long observation(Step step) {
    return ((long) ShortDigests.of(step.action()) << 32)
        ^ (ShortDigests.of(step.gist()) & 0xFFFFFFFFL);
  }

  private void remember(Step step, Worth why) {
    int action = ShortDigests.of(step.action());
    boolean failing = (step.failure() != Step.ABSENT && why != Worth.NEWS) || step.refuses();
    turn.addLines(step.lines());
    boolean isNew = why.isNews() || freshLines > 0;
    turn.addCall(step.action(), RecentOutcomes.marked(ShortDigests.of(step.gist()), isNew));
    if (step.failure() != Step.ABSENT && why != Worth.TRY && !step.answersWithAbsence()) {
      turn.addFailure(action, ShortDigests.of(step.failureHeadline()), step.failureWords());
    }
    asked.remember(step, action, turn);
    if (!step.edits() && why != Worth.TRY && why != Worth.ITEM) {
      boolean fails = isFailure(step);
      boolean again = why.isFailureAsBefore() || why == Worth.REPETITION;
      repeated.readCheck(action, fails, fails && again);
    }
    if (why.isFailureAsBefore() || (why == Worth.REPETITION && isFailure(step))) {
      repeated.read(step);
    } else if (why == Worth.NEWS) {
      repeated.readNews();
    }
    if (failing && isOfAList(step)) {
      repeated.readThing(step);
    }
    if (step.edits()) {
      int by = editing(step);
      acceptedNow |= !failing && by == rejected;
      if (failing && (rejectedNow == 0 || by < rejectedNow)) {
        rejectedNow = by;
      }
    }
    boolean changes = why == Worth.DONE ? !step.looksOnly() : !failing && step.changes();
    boolean first = outcomes.timesMade(step.action()) == 0 && why != Worth.REPETITION;
    boolean changed = changes && (first || why == Worth.ACCEPTED);
    changesNow |= changed;
    boolean silent = !changed && first && why.maySilentlyChange() && mayHaveChanged(step);
    silentNow |= silent;
    if (changed || silent) {
      asked.readChange(step);
    }
    looksNow |= !step.changes() && !step.takesANote();
    sleepsNow |= step.sleeps() && step.isShort();
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

  /** The turn is over: what it brought is known from now on. */
  void endTurn() {
    turn.tell(lines, outcomes, failures);
    asked.endTurn(turn);
    asked.endChange(!changed && sinceSilent > 0);
    Worth why = reason();
    repeated.endTurn(why, worth);
    retries.endTurn();
    if (measures != null) {
      measures.endTurn();
    }
    if (steady != null) {
      steady.endTurn();
    }
    if (rejectedNow != 0 || acceptedNow) {
      rejected = rejectedNow;
    }
    sinceChange = changesNow ? 0 : Math.min(MOST_SINCE_CHANGE, sinceChange + turn.calls());
    sinceSilent = silentNow ? 0 : Math.min(MOST_SINCE_CHANGE, sinceSilent + turn.calls());
    sinceSleep = sleepsNow ? 0 : Math.min(MOST_SINCE_CHANGE, sinceSleep + turn.calls());
    if (sinceCondensed != NOT_CONDENSED) {
      sinceCondensed = Math.min(MOST_SINCE_CHANGE, sinceCondensed + turn.calls());
    }
    thoughtful = why.isWorthAThought();
    if (why.isNews()) {
      fruitless = 0;
    } else if (fruitlessNow) {
      fruitless = Math.min(MOST_FRUITLESS, fruitless + 1);
    }
    if (changesNow) {
      timesWell = 0;
    } else if (wellNow) {
      timesWell = Math.min(MOST_TIMES_DONE, timesWell + 1);
    }
    if (doneNow) {
      timesDone = Math.min(MOST_TIMES_DONE, timesDone + 1);
    }
    noted = anyStep && onlyNotes;
    changed = changesNow || (changed && !looksNow);
    acknowledged = changesNow ? why == Worth.DONE : acknowledged;
    forgetTurn();
  }

  private void forgetTurn() {
    turn.clear();
    anyStep = false;
    changesNow = false;
    looksNow = false;
    acceptedNow = false;
    rejectedNow = 0;
    onlyNotes = true;
    doneNow = false;
    fruitlessNow = false;
    wellNow = false;
    sleepsNow = false;
    silentNow = false;
    worth = 0;
  }

  /** The history was condensed: what was seen before may be looked at once more. */
  void compacted() {
    sinceCondensed = 0;
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
    retries.clear();
    measures = null;
    steady = null;
    sinceChange = MOST_SINCE_CHANGE;
    sinceSleep = MOST_SINCE_CHANGE;
    sinceSilent = MOST_SINCE_CHANGE;
    rejected = 0;
    timesDone = 0;
    fruitless = 0;
    timesWell = 0;
    thoughtful = false;
    forgetTurn();
  }

  void save(DataOutput out) throws IOException {
    lines.save(out);
    outcomes.save(out);
    SmallNumbers.write(out, sinceCondensed);
    SmallNumbers.write(out, sinceChange);
    SmallNumbers.write(out, timesDone);
    SmallNumbers.writeUnsigned(
        out,
        flag(0, changed)
            | flag(1, noted)
            | flag(2, rejected != 0)
            | flag(3, anyStep)
            | flag(4, changesNow)
            | flag(5, looksNow)
            | flag(6, acceptedNow)
            | flag(7, rejectedNow != 0)
            | flag(8, onlyNotes)
            | flag(9, isDoubtful())
            | flag(10, asked.shapeOfTurn() != Step.ABSENT)
            | flag(11, doneNow)
            | flag(12, fruitless > 0 || timesWell > 0)
            | flag(13, fruitlessNow)
            | flag(14, wellNow)
            | flag(15, sinceSleep < MOST_SINCE_CHANGE)
            | flag(16, sleepsNow)
            | flag(17, thoughtful)
            | flag(18, repeated.isAny())
            | flag(19, repeated.isAnyNow())
            | flag(20, retries.isAny())
            | flag(21, retries.isAnyNow())
            | flag(22, acknowledged)
            | flag(23, measures != null && measures.isAny())
            | flag(24, measures != null && measures.isAnyNow())
            | flag(25, repeated.isAnySearch())
            | flag(26, repeated.isAnySearchNow())
            | flag(27, asked.isAnyBefore())
            | flag(28, repeated.isAnyNewsNow())
            | flag(29, isAnyChange())
            | flag(30, repeated.isAnyThing())
            | flag(31, asked.isAnyLong())
            | flag(32, steady != null && steady.isAny())
            | flag(33, steady != null && steady.isAnyNow())
            | flag(34, repeated.isAnyRound())
            | flag(35, repeated.isAnyHitNow()));
    if (rejected != 0) {
      ShortDigests.write(out, rejected);
    }
    if (rejectedNow != 0) {
      ShortDigests.write(out, rejectedNow);
    }
    if (fruitless > 0 || timesWell > 0) {
      SmallNumbers.write(out, fruitless);
      SmallNumbers.write(out, timesWell);
    }
    if (sinceSleep < MOST_SINCE_CHANGE) {
      SmallNumbers.write(out, sinceSleep);
    }
    if (isAnyChange()) {
      SmallNumbers.write(out, 2 * sinceSilent + (silentNow ? 1 : 0));
      asked.saveChanges(out);
    }
    repeated.save(out);
    repeated.saveSearches(out);
    if (repeated.isAnyThing()) {
      repeated.saveThings(out);
    }
    if (repeated.isAnyRound()) {
      repeated.saveRounds(out);
    }
    retries.save(out);
    if (measures != null) {
      measures.save(out);
    }
    if (steady != null) {
      steady.save(out);
    }
    if (isDoubtful()) {
      failures.save(out);
      forgiven.save(out);
      asked.save(out);
      if (asked.isAnyBefore()) {
        asked.saveBefore(out);
      }
      if (asked.isAnyLong()) {
        asked.saveLong(out);
      }
    }
    if (anyStep) {
      turn.save(out);
      if (asked.shapeOfTurn() != Step.ABSENT) {
        out.writeLong(asked.shapeOfTurn());
      }
      SmallNumbers.write(out, worth);
      out.writeUTF(reason.name());
      out.writeUTF(tool);
    }
  }

  /** Whether anything is remembered of steps that brought no news. */
  private boolean isDoubtful() {
    return !failures.isEmpty() || forgiven.size() > 0 || !asked.isEmpty();
  }

  /** Whether anything is remembered of what may have been changed. */
  private boolean isAnyChange() {
    return sinceSilent < MOST_SINCE_CHANGE || silentNow || asked.isAnyChange();
  }

  private static long flag(int bit, boolean set) {
    return set ? 1L << bit : 0;
  }

  void restore(DataInput in) throws IOException {
    clear();
    lines.restore(in);
    outcomes.restore(in);
    sinceCondensed = SmallNumbers.readInt(in);
    sinceChange = SmallNumbers.readInt(in);
    timesDone = SmallNumbers.readInt(in);
    long flags = SmallNumbers.readUnsigned(in);
    changed = isSet(flags, 0);
    noted = isSet(flags, 1);
    rejected = isSet(flags, 2) ? ShortDigests.read(in) : 0;
    anyStep = isSet(flags, 3);
    changesNow = isSet(flags, 4);
    looksNow = isSet(flags, 5);
    acceptedNow = isSet(flags, 6);
    rejectedNow = isSet(flags, 7) ? ShortDigests.read(in) : 0;
    onlyNotes = isSet(flags, 8);
    doneNow = isSet(flags, 11);
    if (isSet(flags, 12)) {
      fruitless = SmallNumbers.readInt(in);
      timesWell = SmallNumbers.readInt(in);
    }
    fruitlessNow = isSet(flags, 13);
    wellNow = isSet(flags, 14);
    if (isSet(flags, 15)) {
      sinceSleep = SmallNumbers.readInt(in);
    }
    sleepsNow = isSet(flags, 16);
    thoughtful = isSet(flags, 17);
    acknowledged = isSet(flags, 22);
    if (isSet(flags, 29)) {
      int silent = SmallNumbers.readInt(in);
      sinceSilent = silent / 2;
      silentNow = silent % 2 != 0;
      asked.restoreChanges(in);
    }
    repeated.restore(in, isSet(flags, 18), isSet(flags, 19));
    repeated.restoreSearches(in, isSet(flags, 25), isSet(flags, 26));
    if (isSet(flags, 30)) {
      repeated.restoreThings(in);
    }
    if (isSet(flags, 34)) {
      repeated.restoreRounds(in);
    }
    if (isSet(flags, 28)) {
      repeated.readNews();
    }
    if (isSet(flags, 35)) {
      repeated.readHit();
    }
    retries.restore(in, isSet(flags, 20), isSet(flags, 21));
    if (isSet(flags, 23) || isSet(flags, 24)) {
      measures = new BestMeasures();
      measures.restore(in, isSet(flags, 23), isSet(flags, 24));
    }
    if (isSet(flags, 32) || isSet(flags, 33)) {
      steady = new RecentOutcomes.SteadyAnswers();
      steady.restore(in, isSet(flags, 32), isSet(flags, 33));
    }
    if (isSet(flags, 9)) {
      failures.restore(in);
      forgiven.restore(in);
      asked.restore(in);
      if (isSet(flags, 27)) {
        asked.restoreBefore(in);
      }
      if (isSet(flags, 31)) {
        asked.restoreLong(in);
      }
    }
    if (anyStep) {
      turn.restore(in);
      asked.restoreShapeOfTurn(isSet(flags, 10) ? in.readLong() : Step.ABSENT);
      worth = SmallNumbers.readInt(in);
      reason = Worth.restored(in);
      tool = in.readUTF();
    }
  }

  private static boolean isSet(long flags, int bit) {
    return (flags & (1L << bit)) != 0;
  }
}
