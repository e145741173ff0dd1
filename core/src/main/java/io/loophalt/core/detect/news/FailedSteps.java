package io.loophalt.core.detect.news;

import io.loophalt.core.detect.Step;
import io.loophalt.core.fingerprint.DigestList;
import io.loophalt.core.state.ShortDigests;
import io.loophalt.core.text.FailureWords;
import io.loophalt.core.text.ToolVerbs;

/** Tells what steps are worth that failed, or were refused. */
final class FailedSteps {

  private final Ledger ledger;

  FailedSteps(Ledger ledger) {
    this.ledger = ledger;
  }

  /**
   * Whether a call that asks for what has failed, as {@code grep ERROR} in a log or the next
   * message of a dead letter queue, was told of something that the run has not seen: that is what
   * it found. Who has changed something looks whether that has helped.
   */
  boolean isAboutFailures(Step step) {
    if (step.failed() || ledger.hasChangedSince(step.deed()) || ledger.freshIn(step.lines()) == 0) {
      return false;
    }
    DigestList words = step.failureWords();
    return (step.looksOnly() || step.reads())
        ? words.contains(FailureWords.ASKED) || words.contains(FailureWords.NAMED)
        : words.contains(FailureWords.ASKED)
            && ToolVerbs.draws(step.tool())
            && !(step.changes() || step.checks() || ToolVerbs.isShell(step.tool()));
  }

  /**
   * Whether a command that only looks shows a failure that is not its own, as the log of something
   * does: it ended well, is not answered by the same single line as another, as by {@code
   * connection refused}, and no word of the failure is one of the command's, as in {@code cat:
   * /root/a: Permission denied}.
   */
  boolean isShownOfAThing(Step step) {
    boolean own = step.lines().size() <= 1 && ledger.outcomes.has(ShortDigests.of(step.gist()));
    if (own || step.failed() || !step.looksOnly() || !ToolVerbs.isShell(step.tool())) {
      return false;
    }
    DigestList words = step.failureWords();
    for (int i = 0; i < words.size(); i++) {
      if ((words.get(i) & FailureWords.GIVEN) == FailureWords.OWN) {
        return false;
      }
    }
    return true;
  }

  Worth ofFailure(Step step, long action, int seen, int made) {
    if (step.retryAfterSeconds() >= 0 && (seen == 0 || ledger.excuses())) {
      return Worth.RETRY;
    }
    boolean later = ledger.outcomes.ageOf(action) > ledger.sinceSleep;
    if (seen > 1 && !ledger.hasChangedSince(action)) {
      return later ? Worth.FAILED_LATER : Worth.REPETITION;
    }
    if (seen > 0) {
      return later ? Worth.FAILED_LATER : Worth.KNOWN_FAILURE;
    }
    DigestList words = step.failureWords();
    int headline = ShortDigests.of(step.failureHeadline());
    boolean changedSince = made > 0 && ledger.hasChangedSince(action);
    int moves = changedSince ? ledger.movesOf(step, /* watched= */ false) : MovingNumbers.UNKNOWN;
    boolean unchanged = ledger.sinceChange >= Ledger.CHECKS_OF_A_CHANGE;
    if (ledger.failures.ageOf(ShortDigests.of(action), headline, words, unchanged) > 0) {
      if (!step.edits()
          && made == 0
          && words.contains(FailureWords.ECHO)
          && ledger.asked.isItem(step)) {
        return Worth.ITEM;
      }
      return changedSince && differsInNumbers(step) && !MovingNumbers.getNowhere(moves)
          ? Worth.FAILURE_IN_OTHER_NUMBERS
          : Worth.KNOWN_FAILURE;
    }
    if (made > 0 && step.answersWithAbsence()) {
      return Worth.KNOWN_FAILURE; // What is not there is not there again.
    }
    if (ledger.failures.isOneAnswered(words) && ledger.excuses()) {
      return Worth.NEW_FAILURE;
    }
    if (step.edits()) {
      return Worth.REJECTED;
    }
    if (step.doesNothing()) {
      return Worth.REMARK;
    }
    if (moves == MovingNumbers.UP_AND_DOWN) {
      return Worth.FAILURE_IN_OTHER_NUMBERS; // It counts no fewer than it has counted before.
    }
    if (ledger.failures.hasOneLike(words)) {
      return Worth.LIKE_FAILURE;
    }
    return unchanged && ledger.repeated.areOfGuesses() ? Worth.FAILED_OTHERWISE : Worth.NEW_FAILURE;
  }

  /**
   * Whether numbers that may say something make a failure another one: those of times, ids and
   * sizes do not, unless it has never been so soon or so small.
   */
  private boolean differsInNumbers(Step step) {
    return ledger.freshIn(step.lines()) > 0
        || (ledger.measures != null
            && ledger.measures.hasSmaller(ShortDigests.of(step.deed()), step.measures()));
  }

  /** One thing more was refused, or the same in another form; for another reason it may help. */
  Worth ofRefusal(Step step) {
    if (!ledger.asked.namesNothingElse(step) && ledger.asked.isItem(step)) {
      return Worth.ITEM;
    }
    int why = step.answerButForChance();
    why = why == 0 ? ShortDigests.of(step.gist()) | 1 : why;
    ledger.turn.addLine(why);
    return ledger.lines.contains(why) ? Worth.KNOWN_FAILURE : Worth.FAILED_OTHERWISE;
  }
}
