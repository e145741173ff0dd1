package io.loophalt.core.detect.news;

import io.loophalt.core.detect.Step;
import io.loophalt.core.fingerprint.DigestList;
import io.loophalt.core.state.ShortDigests;
import io.loophalt.core.text.AskedValues;
import io.loophalt.core.text.ToolVerbs;

/**
 * Tells what a step is worth as one more of a list that is gone through, and what it pays back.
 *
 * <p>Not thread-safe; belongs to one {@link StepReader}.
 */
final class ListedSteps {

  private final Ledger ledger;
  private final FailedSteps failedSteps;

  /** What the step at hand pays back as one that went well among others, in hundredths. */
  private int paidBack;

  ListedSteps(Ledger ledger, FailedSteps failedSteps) {
    this.ledger = ledger;
    this.failedSteps = failedSteps;
  }

  /** A step is looked at. */
  void begin() {
    paidBack = 0;
  }

  /**
   * What a step is worth if it is one of a list.
   *
   * @param worth what it is worth by itself
   */
  Worth asOneOfAList(Step step, Worth worth) {
    return asOneOfMixed(step, asOneOfMany(step, worth));
  }

  /** What the things that failed before it have added to the debt, in hundredths. */
  int paysBack(Step step, Worth why) {
    boolean mayPay =
        ledger.tried != null
            && why.mayGoWell()
            && ledger.outcomes.timesMade(step.deed()) == 0
            && step.failure() == Step.ABSENT
            && !step.refuses()
            && Ledger.isOfAList(step);
    return mayPay ? Math.max(paidBack, ledger.tried().paysBack(step)) : paidBack;
  }

  /**
   * Where things of a list go well now and then, that others fail alike is an answer about them.
   */
  private Worth asOneOfMixed(Step step, Worth worth) {
    boolean fails = Ledger.isFailure(step) || step.refuses();
    if (ledger.outcomes.timesMade(step.deed()) > 0) {
      return worth;
    }
    if (fails) {
      boolean miss = ledger.mixed().isOneMiss(step);
      if (!worth.isFailureOfAThing()) {
        return worth;
      }
      int before = ledger.mixed().missesBefore();
      if (!miss
          && before >= 0
          && worth == Worth.KNOWN_FAILURE
          && failedSteps.isShownOfAThing(step)) {
        return before < ListedThings.MOST_MISSES ? Worth.ITEM : Worth.LIKE_FAILURE;
      }
      return miss ? Worth.ITEM : worth;
    }
    if (worth == Worth.ITEM && step.answersWithAbsence()) {
      return isGuessedAgain(step) ? Worth.GUESSED : worth;
    }
    if (worth == Worth.EMPTY) {
      return ledger.mixed().isOneMissOfSearches(step) ? Worth.WORD_NOT_FOUND : worth;
    }
    boolean known = worth == Worth.STALE;
    if ((known || worth.mayGoWell()) && !step.answersWithAbsence() && !step.saysNothing()) {
      int found = known || ledger.mixed == null ? 0 : ledger.mixed.readFound(step);
      int paid = readHit(step, known);
      paidBack = Math.max(found, paid);
      return known && paid != MixedLists.NO_HIT ? Worth.ITEM : worth;
    }
    return worth;
  }

  /** What is one thing more of a list counts when so many have failed alike, and none went well. */
  private Worth asOneOfMany(Step step, Worth worth) {
    boolean item = worth == Worth.ITEM || worth == Worth.DONE;
    boolean known = item && ledger.outcomes.has(ShortDigests.of(step.gist()));
    if (worth == Worth.ITEM
        && ((Ledger.isFailure(step) && !failedSteps.isAboutFailures(step)) || step.refuses())) {
      boolean equal = known || ledger.freshIn(step.lines()) == 0;
      if (equal) {
        return ledger.tried().isOneGuessMore(step, TriedThings.EQUAL_FAILURES_OF_A_LIST)
            ? Worth.KNOWN_FAILURE
            : worth;
      }
      return ledger.tried().isOneGuessMore(step, TriedThings.FAILURES_OF_A_LIST)
          ? Worth.GUESSED
          : worth;
    }
    if (known && searches(step) && !step.reads()) {
      return ledger.tried().isOneGuessMore(step, TriedThings.EQUAL_ANSWERS_OF_A_LIST)
          ? Worth.EMPTY
          : worth;
    }
    if ((worth.debt < 0 || item) && !(known && isOfARow(step))) {
      ledger.turn.hitNow = true;
    }
    return worth;
  }

  /**
   * Whether a word is searched for, or a text after such words, and what is answered is in no words
   * that are known to say that there is nothing.
   */
  private boolean searches(Step step) {
    boolean rephrases = isOfARow(step) && AskedValues.mayBeRephrased(step.values());
    return (rephrases || AskedValues.searchForAWord(step.values()))
        && !ToolVerbs.isShell(step.tool())
        && !step.checks()
        && !step.changes()
        && !step.answersWithAbsence()
        && !step.saysNothing();
  }

  private boolean isOfARow(Step step) {
    return ledger.tried != null && ledger.tried.isOfAList(step);
  }

  /** What stood in a result is no guess. */
  private boolean isGuessedAgain(Step step) {
    return ledger.mixed().isGuessedAgain(step) && !wasGiven(step);
  }

  private boolean wasGiven(Step step) {
    DigestList named = step.namedLines();
    return ledger.freshIn(named) < named.size();
  }

  private int readHit(Step step, boolean known) {
    MixedLists lists = ledger.mixed;
    if (lists == null) {
      return MixedLists.NO_HIT;
    }
    boolean answered = known || ledger.outcomes.has(ShortDigests.of(step.gist()));
    return lists.readHit(step, known, answered);
  }
}
