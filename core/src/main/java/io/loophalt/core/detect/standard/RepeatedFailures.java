package io.loophalt.core.detect.standard;

import io.loophalt.core.detect.LongRing;
import io.loophalt.core.detect.Step;
import io.loophalt.core.fingerprint.DigestList;
import io.loophalt.core.state.ShortDigests;
import io.loophalt.core.state.SmallNumbers;
import io.loophalt.core.text.AskedValues;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * How often a run has failed as before, and what news of something else are worth to who does; by
 * which kinds of calls it has found nothing, one after the other; and what other calls have
 * answered in each round from a check that fails to the same one.
 *
 * <p>Who goes through a list asks one kind about all of it, or some kinds about each entry in turn,
 * or one kind after the other. Who comes back to a kind in no such order hunts for one thing.
 *
 * <p>Calls of one turn count once, whatever their order. Not thread-safe; constant bounds.
 */
final class RepeatedFailures {

  /** From then on a small look at something else pays less. */
  private static final int TIMES_THAT_COUNT = 2;

  /** From then on another failure is one more guess. */
  private static final int TIMES_OF_WHO_GUESSES = 3;

  private static final int MOST_TIMES = 9;
  private static final int KINDS = 8;
  private static final int MOST_LINES_OF_A_SMALL_LOOK = 3;
  private static final int SEARCHES = 8;

  /** So many kinds of calls may be asked about each entry of a list. */
  private static final int KINDS_FOR_AN_ENTRY = 4;

  /** From then on another failure says no more than that nothing is found. */
  private static final int SEARCHES_OF_WHO_GUESSES = 3;

  /** So many things of a list may fail, in hundredths of a step, before one goes well. */
  private static final int MOST_OWED = 300;

  private static final int FAILED_THINGS = 8;

  private static final int MOST_ROUNDS = 7;
  private static final int ANSWERS_OF_A_TURN = 8;

  /** So many things of a list may fail alike, one after the other, before more are guesses. */
  static final int FAILURES_OF_A_LIST = 8;

  /** The same, where the failure is the same letter by letter and names none of them. */
  static final int EQUAL_FAILURES_OF_A_LIST = 5;

  /**
   * So many searches in a row may have one answer before it is known to say that nothing is there.
   */
  static final int EQUAL_ANSWERS_OF_A_LIST = 7;

  private static final int MOST_OF_A_LIST = 15;

  /** In all, less what was new in between; no further. */
  private int times;

  /** Of which kinds the calls were that failed so. */
  private final LongRing kinds = new LongRing(KINDS);

  /** Of which kinds the latest calls were that found nothing, nothing being found in between. */
  private final LongRing searches = new LongRing(SEARCHES);

  /** The least of the kinds of calls of the turn at hand that failed so; 0 if none did. */
  private long kindNow;

  /** The least of those that found nothing; 0 if none did. */
  private long searchNow;

  /** With which tool things of a list were tried, as a digest; 0 with none. */
  private int triedWith;

  /** Which of them failed. */
  private final DigestList failedThings = new DigestList(FAILED_THINGS);

  /** What these failures added to the debt, in hundredths; no further. */
  private int owed;

  // Of the turn at hand: with which tool which thing failed, 0 if none did.
  private int triedNow;
  private int failedNow;
  private boolean paidNow;

  /** A call of the turn at hand brought news, also where another one is worth as much. */
  private boolean newsNow;

  /** Which call is the check that failed last, as a digest; 0 if none has. */
  private int check;

  /** How often in a row it has failed as before; no further. */
  private int rounds;

  /** What calls that were made again have answered since it failed, but for times and ids. */
  private final LineMemory answers = new LineMemory(1);

  /** Which tool has failed for one thing after the other, as a digest; 0 if none has. */
  private int failing;

  /** For how many in a row; no further. */
  private int things;

  /** The least of those of the turn at hand. */
  private int failingNow;

  /** A call of the turn at hand brought or did something, also where another one is worth more. */
  private boolean hitNow;

  // Of the turn at hand: which check failed, and whether it did as before.
  private int checkNow;
  private boolean asBeforeNow;
  private boolean passesNow;
  private final DigestList answersNow = new DigestList(ANSWERS_OF_A_TURN);

  /**
   * Into how many parts the news of a step go, of which it is paid one: a small look does not help
   * who then fails as before. Who goes through a list asks in one kind, and is paid in full.
   */
  int divide(Step step, int newLines) {
    boolean helpsLittle =
        times >= TIMES_THAT_COUNT
            && newLines <= MOST_LINES_OF_A_SMALL_LOOK
            && !kinds.contains(kindOf(step));
    return helpsLittle ? times : 1;
  }

  /** The tool, and the first word of a text. */
  private static long kindOf(Step step) {
    DigestList values = step.values();
    int at = 0;
    while (at < values.size() && (values.get(at) & AskedValues.SINGLE) != 0) {
      at++;
    }
    long word = at < values.size() ? values.get(at) : 0;
    return ((long) step.tool().hashCode() << 32) | word;
  }

  /** Takes a step of the turn at hand that failed as before. */
  void read(Step step) {
    long kind = kindOf(step);
    kindNow = kindNow == 0 ? kind : Math.min(kindNow, kind);
  }

  /** Takes a step of the turn at hand that failed, of a tool that does something to a thing. */
  void readThing(Step step) {
    int thing = AskedThings.thingAtAll(step.values());
    if (thing != 0 && (failedNow == 0 || thing < failedNow)) {
      failedNow = thing;
      triedNow = step.tool().hashCode() | 1;
    }
  }

  /** Takes a step of the turn at hand that may be the check of a round. */
  void readCheck(int action, boolean failing, boolean asBefore) {
    if (!failing) {
      passesNow |= action == check;
    } else if (checkNow == 0 || action == check || (checkNow != check && action < checkNow)) {
      checkNow = action;
      asBeforeNow = asBefore;
    }
  }

  /**
   * What is paid back to who goes through a list of which many things fail, each tried once: what
   * went well with another thing says that the failures were those of the things. In hundredths of
   * a step, 0 for a step of nothing of the kind.
   */
  int paysBack(Step step) {
    if (owed == 0 || triedWith != (step.tool().hashCode() | 1)) {
      return 0;
    }
    int thing = AskedThings.thingAtAll(step.values());
    if (thing == 0 || failedThings.contains(thing)) {
      return 0;
    }
    paidNow = true;
    return owed;
  }

  /** What the turn at hand has added to the debt is owed by a list, if it tried a thing of one. */
  private void endThing(int debt) {
    if (paidNow) {
      owed = 0;
    } else if (failedNow != 0) {
      if (triedWith != triedNow) {
        triedWith = triedNow;
        failedThings.clear();
        owed = 0;
      }
      boolean again = failedThings.contains(failedNow);
      if (!again && failedThings.isFull()) {
        failedThings.removeFirst();
      }
      if (!again) {
        failedThings.add(failedNow);
      }
      owed = again ? 0 : Math.min(MOST_OWED, owed + Math.max(0, debt));
    }
    paidNow = false;
    failedNow = 0;
  }

  /** Whether anything is remembered of a list, see {@link #saveThings}. */
  boolean isAnyThing() {
    return triedWith != 0 || failedNow != 0;
  }

  void saveThings(DataOutput out) throws IOException {
    ShortDigests.write(out, triedWith);
    ShortDigests.write(out, failedThings);
    SmallNumbers.write(out, 2 * owed + (paidNow ? 1 : 0));
    ShortDigests.write(out, failedNow);
    ShortDigests.write(out, triedNow);
  }

  void restoreThings(DataInput in) throws IOException {
    triedWith = ShortDigests.read(in);
    ShortDigests.read(in, failedThings, FAILED_THINGS);
    int owedAndPaid = SmallNumbers.readInt(in);
    owed = owedAndPaid / 2;
    paidNow = owedAndPaid % 2 != 0;
    failedNow = ShortDigests.read(in);
    triedNow = ShortDigests.read(in);
  }

  /**
   * Whether a call that is made in each round has answered as in one before, but for times and ids,
   * and the check at the end of the rounds failed as before: its answer helps nobody.
   */
  boolean isOfARound(Step step, int action) {
    if (check == 0) {
      return false;
    }
    int answer = step.answerButForChance();
    if (answer == 0) {
      return false;
    }
    int ofCall = 31 * action + answer;
    answersNow.add(ofCall);
    return rounds > 0 && answers.contains(ofCall);
  }

  /**
   * Takes a step of the turn at hand that failed as others have, for one thing more.
   *
   * @param allowed how many may before it
   * @return whether it is one guess more: so many have failed before it that none is likely to do
   *     better, and nothing else came of any call since the first of them
   */
  boolean isOneGuessMore(Step step, int allowed) {
    int tool = listOf(step);
    failingNow = failingNow == 0 ? tool : Math.min(failingNow, tool);
    return tool == failing && things >= allowed;
  }

  /** Whether things failed in a row for the tool of a step. */
  boolean isOfAList(Step step) {
    return failing != 0 && failing == listOf(step);
  }

  private static int listOf(Step step) {
    return step.tool().hashCode() | 1;
  }

  /** A step of the turn at hand brought something, or did something. */
  void readHit() {
    hitNow = true;
  }

  private void endList() {
    if (hitNow) {
      failing = 0;
      things = 0;
    } else if (failingNow != 0) {
      things = failingNow == failing ? Math.min(MOST_OF_A_LIST, things + 1) : 1;
      failing = failingNow;
    }
    failingNow = 0;
    hitNow = false;
  }

  private void endRound() {
    if (passesNow || (checkNow != 0 && !asBeforeNow)) {
      answers.clear();
    }
    if (checkNow != 0) {
      rounds = asBeforeNow ? Math.min(MOST_ROUNDS, checkNow == check ? rounds + 1 : 1) : 0;
      check = checkNow;
    } else if (passesNow) {
      check = 0;
      rounds = 0;
    }
    answersNow.sort();
    for (int i = 0; check != 0 && i < answersNow.size(); i++) {
      answers.add(answersNow.get(i));
    }
    forgetRoundNow();
  }

  private void forgetRoundNow() {
    checkNow = 0;
    asBeforeNow = false;
    passesNow = false;
    answersNow.clear();
  }

  /** A step of the turn at hand brought news. */
  void readNews() {
    newsNow = true;
  }

  /** Takes a step of the turn at hand that found nothing. */
  void readSearch(Step step) {
    long kind = kindOf(step);
    searchNow = searchNow == 0 ? kind : Math.min(searchNow, kind);
  }

  /**
   * The turn is over.
   *
   * @param best what its best step was
   * @param debt what that has added, in hundredths
   */
  void endTurn(Worth best, int debt) {
    endRound();
    endThing(debt);
    endList();
    if (searchNow != 0 && best.debt > 0) {
      searches.add(searchNow);
    } else if (best.isNews() || best == Worth.ATTEMPT || best == Worth.DONE) {
      searches.clear();
    }
    searchNow = 0;
    if (best.isFailureAsBefore() || (best == Worth.REPETITION && isAnyNow())) {
      times = Math.min(MOST_TIMES, times + 1);
      kinds.add(kindNow);
    } else if (best == Worth.ACCEPTED || best == Worth.WELL) {
      times = 0;
    } else if (newsNow) {
      times = Math.max(0, times - 1);
    }
    newsNow = false;
    if (times == 0) {
      kinds.clear();
    }
    kindNow = 0;
  }

  void clear() {
    times = 0;
    kinds.clear();
    kindNow = 0;
    searches.clear();
    searchNow = 0;
    newsNow = false;
    triedWith = 0;
    failedThings.clear();
    owed = 0;
    triedNow = 0;
    failedNow = 0;
    paidNow = false;
    check = 0;
    rounds = 0;
    answers.clear();
    forgetRoundNow();
    failing = 0;
    things = 0;
    failingNow = 0;
    hitNow = false;
  }

  /** Whether the latest searches were made here and there, in no order, and found nothing. */
  boolean areOfAHunt() {
    if (searches.size() < SEARCHES) {
      return false;
    }
    for (int kinds = 1; kinds <= KINDS_FOR_AN_ENTRY; kinds++) {
      if (areInTurn(kinds)) {
        return false;
      }
    }
    for (int i = 2; i < SEARCHES; i++) {
      if (cameBack(i)) {
        return true;
      }
    }
    return false;
  }

  /** Whether so many kinds, each of them another one, were asked again and again in one order. */
  private boolean areInTurn(int kinds) {
    for (int i = 0; i < SEARCHES; i++) {
      for (int j = Math.max(0, i - kinds); j < i; j++) {
        if ((searches.get(i) == searches.get(j)) != (i - j == kinds)) {
          return false;
        }
      }
    }
    return true;
  }

  /** Whether the kind of a search came again after others. */
  private boolean cameBack(int age) {
    boolean left = false;
    for (int i = age - 1; i >= 0; i--) {
      boolean same = searches.get(i) == searches.get(age);
      if (same && left) {
        return true;
      }
      left |= !same;
    }
    return false;
  }

  /** How often so far. */
  int times() {
    return times;
  }

  /** Whether the run has failed as before so often that one more attempt is none the better. */
  boolean areMany() {
    return times >= TIMES_THAT_COUNT;
  }

  /**
   * Whether the run has failed as before, or found nothing, so often that to fail in another way is
   * one more guess.
   */
  boolean areOfGuesses() {
    return times >= TIMES_OF_WHO_GUESSES || searches.size() >= SEARCHES_OF_WHO_GUESSES;
  }

  /** Whether there were any before the turn at hand. */
  boolean isAny() {
    return times > 0;
  }

  /** Whether there are any in the turn at hand. */
  boolean isAnyNow() {
    return kindNow != 0;
  }

  /** Whether anything was looked for in vain, nothing having been found since. */
  boolean isAnySearch() {
    return searches.size() > 0;
  }

  /** Whether anything was in the turn at hand. */
  boolean isAnySearchNow() {
    return searchNow != 0;
  }

  /** Whether a call of the turn at hand brought news. */
  boolean isAnyNewsNow() {
    return newsNow;
  }

  /** Whether a check has failed, or things in a row, before or in the turn at hand. */
  boolean isAnyRound() {
    return check != 0 || checkNow != 0 || failing != 0 || failingNow != 0;
  }

  /** Whether a call of the turn at hand brought or did something. */
  boolean isAnyHitNow() {
    return hitNow;
  }

  /** Writes what {@link #isAnyRound} tells of. */
  void saveRounds(DataOutput out) throws IOException {
    ShortDigests.write(out, check);
    ShortDigests.write(out, checkNow);
    SmallNumbers.write(out, 4 * rounds + (asBeforeNow ? 2 : 0) + (passesNow ? 1 : 0));
    answers.save(out);
    ShortDigests.write(out, answersNow);
    ShortDigests.write(out, failing);
    ShortDigests.write(out, failingNow);
    SmallNumbers.write(out, things);
  }

  /** Takes what was saved of it, after the rest. */
  void restoreRounds(DataInput in) throws IOException {
    check = ShortDigests.read(in);
    checkNow = ShortDigests.read(in);
    int counted = SmallNumbers.readInt(in);
    rounds = counted / 4;
    asBeforeNow = (counted & 2) != 0;
    passesNow = (counted & 1) != 0;
    answers.restore(in);
    ShortDigests.read(in, answersNow, ANSWERS_OF_A_TURN);
    failing = ShortDigests.read(in);
    failingNow = ShortDigests.read(in);
    things = SmallNumbers.readInt(in);
  }

  void saveSearches(DataOutput out) throws IOException {
    if (isAnySearch()) {
      searches.save(out);
    }
    if (isAnySearchNow()) {
      out.writeLong(searchNow);
    }
  }

  /**
   * Takes what was saved of them, after the rest.
   *
   * @param any {@link #isAnySearch()} of it
   * @param anyNow {@link #isAnySearchNow()} of it
   */
  void restoreSearches(DataInput in, boolean any, boolean anyNow) throws IOException {
    if (any) {
      searches.restore(in);
    }
    searchNow = anyNow ? in.readLong() : 0;
  }

  void save(DataOutput out) throws IOException {
    if (isAny()) {
      SmallNumbers.write(out, times);
      kinds.save(out);
    }
    if (isAnyNow()) {
      out.writeLong(kindNow);
    }
  }

  /**
   * Takes what was saved.
   *
   * @param any {@link #isAny()} of it
   * @param anyNow {@link #isAnyNow()} of it
   */
  void restore(DataInput in, boolean any, boolean anyNow) throws IOException {
    clear();
    if (any) {
      times = SmallNumbers.readInt(in);
      kinds.restore(in);
    }
    kindNow = anyNow ? in.readLong() : 0;
  }
}
