package io.loophalt.core.detect.news;

import io.loophalt.core.detect.Step;
import io.loophalt.core.fingerprint.DigestList;
import io.loophalt.core.state.ShortDigests;
import io.loophalt.core.state.SmallNumbers;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * What other calls have answered in each round from a check that fails to the same one. There is
 * one from the first check on that fails. Not thread-safe; constant bounds.
 */
final class Rounds {

  private static final int MOST = 7;
  private static final int ANSWERS_OF_A_TURN = 8;

  /** Which call is the check that failed last, as a digest; 0 if none has. */
  private int check;

  /** How often in a row it has failed as before; no further. */
  private int rounds;

  /** What calls that were made again have answered since it failed, but for times and ids. */
  private final LineMemory answers = new LineMemory(1);

  // Of the turn at hand: which check failed, and whether it did as before.
  private int checkNow;
  private boolean asBeforeNow;
  private boolean passesNow;
  private final DigestList answersNow = new DigestList(ANSWERS_OF_A_TURN);

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

  /** The turn is over. */
  void endTurn() {
    if (passesNow || (checkNow != 0 && !asBeforeNow)) {
      answers.clear();
    }
    if (checkNow != 0) {
      rounds = asBeforeNow ? Math.min(MOST, checkNow == check ? rounds + 1 : 1) : 0;
      check = checkNow;
    } else if (passesNow) {
      check = 0;
      rounds = 0;
    }
    answersNow.sort();
    for (int i = 0; check != 0 && i < answersNow.size(); i++) {
      answers.add(answersNow.get(i));
    }
    checkNow = 0;
    asBeforeNow = false;
    passesNow = false;
    answersNow.clear();
  }

  /** Whether a check has failed, before or in the turn at hand. */
  boolean isAny() {
    return check != 0 || checkNow != 0;
  }

  void save(DataOutput out) throws IOException {
    ShortDigests.write(out, check);
    ShortDigests.write(out, checkNow);
    SmallNumbers.write(out, 4 * rounds + (asBeforeNow ? 2 : 0) + (passesNow ? 1 : 0));
    answers.save(out);
    ShortDigests.write(out, answersNow);
  }

  /** Takes what was saved, where there was nothing before. */
  void restore(DataInput in) throws IOException {
    check = ShortDigests.read(in);
    checkNow = ShortDigests.read(in);
    int counted = SmallNumbers.readInt(in);
    rounds = counted / 4;
    asBeforeNow = (counted & 2) != 0;
    passesNow = (counted & 1) != 0;
    answers.restore(in);
    ShortDigests.read(in, answersNow, ANSWERS_OF_A_TURN);
  }
}
