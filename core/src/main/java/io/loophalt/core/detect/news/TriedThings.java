package io.loophalt.core.detect.news;

import io.loophalt.core.detect.Step;
import io.loophalt.core.fingerprint.DigestList;
import io.loophalt.core.state.ShortDigests;
import io.loophalt.core.state.SmallNumbers;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * The things of a list that were tried one after the other and failed: what they have added to the
 * debt, which is paid back when one goes well, and how many there were with nothing else in
 * between. There is one from the first of them on.
 *
 * <p>Calls of one turn count once, whatever their order. Not thread-safe; constant bounds.
 */
final class TriedThings {

  /** So many things of a list may fail, in hundredths of a step, before one goes well. */
  private static final int MOST_OWED = 300;

  private static final int FAILED_THINGS = 8;

  /** So many things of a list may fail alike, one after the other, before more are guesses. */
  static final int FAILURES_OF_A_LIST = 8;

  /** The same, where the failure is the same letter by letter and names none of them. */
  static final int EQUAL_FAILURES_OF_A_LIST = 5;

  /**
   * So many searches in a row may have one answer before it is known to say that nothing is there.
   */
  static final int EQUAL_ANSWERS_OF_A_LIST = 7;

  private static final int MOST_OF_A_LIST = 15;

  /** With which tool things of a list were tried, as a digest; 0 with none. */
  private int triedWith;

  /** Which of them failed. */
  private final DigestList failedThings = new DigestList(FAILED_THINGS);

  /** What these failures added to the debt, in hundredths; no further. */
  private int owed;

  /** Which tool has failed for one thing after the other, as a digest; 0 if none has. */
  private int failing;

  /** For how many in a row; no further. */
  private int things;

  // Of the turn at hand: with which tool which thing failed, 0 if none did.
  private int triedNow;
  private int failedNow;
  private boolean paidNow;

  /** The least of the tools that failed as before for one thing more. */
  private int failingNow;

  /** Takes a step of the turn at hand that failed, of a tool that does something to a thing. */
  void read(Step step) {
    int thing = AskedThings.thingAtAll(step.values());
    if (thing != 0 && (failedNow == 0 || thing < failedNow)) {
      failedNow = thing;
      triedNow = step.tool().hashCode() | 1;
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
  private void endDebt(int debt) {
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

  private void endList(boolean hit) {
    if (hit) {
      failing = 0;
      things = 0;
    } else if (failingNow != 0) {
      things = failingNow == failing ? Math.min(MOST_OF_A_LIST, things + 1) : 1;
      failing = failingNow;
    }
    failingNow = 0;
  }

  /**
   * The turn is over.
   *
   * @param debt what it has added, in hundredths
   * @param hit whether any call of it brought or did something
   */
  void endTurn(int debt, boolean hit) {
    endDebt(debt);
    endList(hit);
  }

  /** Whether anything is remembered of a list, see {@link #saveOwed}. */
  boolean isAnyOwed() {
    return triedWith != 0 || failedNow != 0;
  }

  void saveOwed(DataOutput out) throws IOException {
    ShortDigests.write(out, triedWith);
    ShortDigests.write(out, failedThings);
    SmallNumbers.write(out, 2 * owed + (paidNow ? 1 : 0));
    ShortDigests.write(out, failedNow);
    ShortDigests.write(out, triedNow);
  }

  void restoreOwed(DataInput in) throws IOException {
    triedWith = ShortDigests.read(in);
    ShortDigests.read(in, failedThings, FAILED_THINGS);
    int owedAndPaid = SmallNumbers.readInt(in);
    owed = owedAndPaid / 2;
    paidNow = owedAndPaid % 2 != 0;
    failedNow = ShortDigests.read(in);
    triedNow = ShortDigests.read(in);
  }

  /** Whether things have failed in a row, before or in the turn at hand. */
  boolean isAnyRow() {
    return failing != 0 || failingNow != 0;
  }

  void saveRow(DataOutput out) throws IOException {
    ShortDigests.write(out, failing);
    ShortDigests.write(out, failingNow);
    SmallNumbers.write(out, things);
  }

  void restoreRow(DataInput in) throws IOException {
    failing = ShortDigests.read(in);
    failingNow = ShortDigests.read(in);
    things = SmallNumbers.readInt(in);
  }
}
