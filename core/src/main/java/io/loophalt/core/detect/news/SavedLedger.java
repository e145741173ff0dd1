package io.loophalt.core.detect.news;

import io.loophalt.core.detect.Step;
import io.loophalt.core.state.ShortDigests;
import io.loophalt.core.state.SmallNumbers;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * The form in which a {@link Ledger} is saved: a bit for each part that there is, then the parts.
 * Bits are added at the end, so that what was saved before them is read as it is.
 */
final class SavedLedger {

  private SavedLedger() {}

  static void write(Ledger ledger, DataOutput out) throws IOException {
    ledger.lines.save(out);
    ledger.outcomes.save(out);
    SmallNumbers.write(out, ledger.sinceCondensed);
    SmallNumbers.write(out, ledger.sinceChange);
    SmallNumbers.write(out, ledger.timesDone);
    SmallNumbers.writeUnsigned(
        out,
        flag(0, ledger.changed)
            | flag(1, ledger.noted)
            | flag(2, ledger.rejected != 0)
            | flag(3, ledger.turn.anyStep)
            | flag(4, ledger.turn.changesNow)
            | flag(5, ledger.turn.looksNow)
            | flag(6, ledger.turn.acceptedNow)
            | flag(7, ledger.turn.rejectedNow != 0)
            | flag(8, ledger.turn.onlyNotes)
            | flag(9, isDoubtful(ledger))
            | flag(10, ledger.asked.shapeOfTurn() != Step.ABSENT)
            | flag(11, ledger.turn.doneNow)
            | flag(12, ledger.fruitless > 0 || ledger.timesWell > 0)
            | flag(13, ledger.turn.fruitlessNow)
            | flag(14, ledger.turn.wellNow)
            | flag(15, ledger.sinceSleep < Ledger.MOST_SINCE_CHANGE)
            | flag(16, ledger.turn.sleepsNow)
            | flag(17, ledger.thoughtful)
            | flag(18, ledger.repeated.isAny())
            | flag(19, ledger.repeated.isAnyNow())
            | flag(20, ledger.retries != null && ledger.retries.isAny())
            | flag(21, ledger.retries != null && ledger.retries.isAnyNow())
            | flag(22, ledger.acknowledged)
            | flag(23, ledger.measures != null && ledger.measures.isAny())
            | flag(24, ledger.measures != null && ledger.measures.isAnyNow())
            | flag(25, ledger.repeated.isAnySearch())
            | flag(26, ledger.repeated.isAnySearchNow())
            | flag(27, ledger.asked.isAnyBefore())
            | flag(28, ledger.repeated.isAnyNewsNow())
            | flag(29, isAnyChange(ledger))
            | flag(30, ledger.tried != null && ledger.tried.isAnyOwed())
            | flag(31, ledger.asked.isAnyLong())
            | flag(32, ledger.steady != null && ledger.steady.isAny())
            | flag(33, ledger.steady != null && ledger.steady.isAnyNow())
            | flag(34, isAnyRound(ledger))
            | flag(35, ledger.turn.hitNow)
            | flag(36, ledger.turn.anyStep && ledger.turn.same.isAny())
            | flag(37, ledger.mixed != null)
            | flag(38, isAnyFailing(ledger))
            | flag(39, ledger.shares != null)
            | flag(40, ledger.moving != null && ledger.moving.isAny())
            | flag(41, ledger.moving != null && ledger.moving.isAnyNow())
            | flag(42, ledger.clicks != null)
            | flag(43, ledger.failures.isAnyMended())
            | flag(44, ledger.excused > 0)
            | flag(45, ledger.turn.excusedNow)
            | flag(46, ledger.turn.madeAgain)
            | flag(47, ledger.readAgain > 0)
            | flag(48, ledger.turn.readsAgain)
            | flag(49, ledger.retries != null && ledger.retries.areMore())
            | flag(50, ledger.turn.acrossChange));
    if (ledger.rejected != 0) {
      ShortDigests.write(out, ledger.rejected);
    }
    if (ledger.turn.rejectedNow != 0) {
      ShortDigests.write(out, ledger.turn.rejectedNow);
    }
    if (ledger.fruitless > 0 || ledger.timesWell > 0) {
      SmallNumbers.write(out, ledger.fruitless);
      SmallNumbers.write(out, ledger.timesWell);
    }
    if (ledger.sinceSleep < Ledger.MOST_SINCE_CHANGE) {
      SmallNumbers.write(out, ledger.sinceSleep);
    }
    if (isAnyChange(ledger)) {
      SmallNumbers.write(out, 2 * ledger.sinceSilent + (ledger.turn.silentNow ? 1 : 0));
      (ledger.changes == null ? new ChangedThings() : ledger.changes).save(out);
    }
    ledger.repeated.save(out);
    ledger.repeated.saveSearches(out);
    if (ledger.tried != null && ledger.tried.isAnyOwed()) {
      ledger.tried.saveOwed(out);
    }
    if (isAnyRound(ledger)) {
      (ledger.rounds == null ? new Rounds() : ledger.rounds).save(out);
      (ledger.tried == null ? new TriedThings() : ledger.tried).saveRow(out);
    }
    if (isAnyFailing(ledger) && ledger.failing != null) {
      ledger.failing.save(out);
    }
    if (ledger.shares != null) {
      ledger.shares.save(out);
    }
    if (ledger.clicks != null) {
      ledger.clicks.save(out);
    }
    if (ledger.retries != null) {
      ledger.retries.save(out);
    }
    if (ledger.measures != null) {
      ledger.measures.save(out);
    }
    if (ledger.steady != null) {
      ledger.steady.save(out);
    }
    if (ledger.moving != null) {
      ledger.moving.save(out);
    }
    if (isDoubtful(ledger)) {
      ledger.failures.save(out);
      ledger.forgiven.save(out);
      ledger.asked.save(out);
      if (ledger.asked.isAnyBefore()) {
        ledger.asked.saveBefore(out);
      }
      if (ledger.asked.isAnyLong()) {
        ledger.asked.saveLong(out);
      }
    }
    if (ledger.turn.anyStep) {
      ledger.turn.save(out);
      if (ledger.asked.shapeOfTurn() != Step.ABSENT) {
        out.writeLong(ledger.asked.shapeOfTurn());
      }
      SmallNumbers.write(out, ledger.turn.worth);
      out.writeUTF(ledger.turn.reason.name());
      out.writeUTF(ledger.turn.tool);
      if (ledger.turn.same.isAny()) {
        ledger.turn.same.save(out);
      }
    }
    if (ledger.mixed != null) {
      ledger.mixed.save(out);
    }
    if (ledger.failures.isAnyMended()) {
      ledger.failures.saveMended(out);
    }
    if (ledger.excused > 0) {
      SmallNumbers.write(out, ledger.excused);
    }
    if (ledger.readAgain > 0) {
      SmallNumbers.write(out, ledger.readAgain);
    }
    if (ledger.retries != null && ledger.retries.areMore()) {
      ledger.retries.saveMore(out);
    }
  }

  /** Whether anything is remembered of steps that brought no news. */
  private static boolean isDoubtful(Ledger ledger) {
    return !ledger.failures.isEmpty() || ledger.forgiven.size() > 0 || !ledger.asked.isEmpty();
  }

  /** Whether a check has failed, or things in a row. */
  private static boolean isAnyRound(Ledger ledger) {
    return (ledger.rounds != null && ledger.rounds.isAny())
        || (ledger.tried != null && ledger.tried.isAnyRow());
  }

  /** Whether anything is remembered of what may have been changed. */
  private static boolean isAnyChange(Ledger ledger) {
    return ledger.sinceSilent < Ledger.MOST_SINCE_CHANGE
        || ledger.turn.silentNow
        || (ledger.changes != null && ledger.changes.isAny());
  }

  private static boolean isAnyFailing(Ledger ledger) {
    return ledger.failing != null && ledger.failing.isAny();
  }

  private static long flag(int bit, boolean set) {
    return set ? 1L << bit : 0;
  }

  /** Takes what was written, where there is nothing. */
  static void read(DataInput in, Ledger ledger) throws IOException {
    ledger.lines.restore(in);
    ledger.outcomes.restore(in);
    ledger.sinceCondensed = SmallNumbers.readInt(in);
    ledger.sinceChange = SmallNumbers.readInt(in);
    ledger.timesDone = SmallNumbers.readInt(in);
    long flags = SmallNumbers.readUnsigned(in);
    ledger.changed = isSet(flags, 0);
    ledger.noted = isSet(flags, 1);
    ledger.rejected = isSet(flags, 2) ? ShortDigests.read(in) : 0;
    ledger.turn.anyStep = isSet(flags, 3);
    ledger.turn.changesNow = isSet(flags, 4);
    ledger.turn.looksNow = isSet(flags, 5);
    ledger.turn.acceptedNow = isSet(flags, 6);
    ledger.turn.rejectedNow = isSet(flags, 7) ? ShortDigests.read(in) : 0;
    ledger.turn.onlyNotes = isSet(flags, 8);
    ledger.turn.doneNow = isSet(flags, 11);
    if (isSet(flags, 12)) {
      ledger.fruitless = SmallNumbers.readInt(in);
      ledger.timesWell = SmallNumbers.readInt(in);
    }
    ledger.turn.fruitlessNow = isSet(flags, 13);
    ledger.turn.wellNow = isSet(flags, 14);
    if (isSet(flags, 15)) {
      ledger.sinceSleep = SmallNumbers.readInt(in);
    }
    ledger.turn.sleepsNow = isSet(flags, 16);
    ledger.thoughtful = isSet(flags, 17);
    ledger.acknowledged = isSet(flags, 22);
    if (isSet(flags, 29)) {
      int silent = SmallNumbers.readInt(in);
      ledger.sinceSilent = silent / 2;
      ledger.turn.silentNow = silent % 2 != 0;
      ledger.changes = new ChangedThings();
      ledger.changes.restore(in);
    }
    ledger.repeated.restore(in, isSet(flags, 18), isSet(flags, 19));
    ledger.repeated.restoreSearches(in, isSet(flags, 25), isSet(flags, 26));
    if (isSet(flags, 30)) {
      ledger.tried().restoreOwed(in);
    }
    if (isSet(flags, 34)) {
      ledger.rounds = new Rounds();
      ledger.rounds.restore(in);
      ledger.tried().restoreRow(in);
    }
    if (isSet(flags, 28)) {
      ledger.repeated.readNews();
    }
    if (isSet(flags, 35)) {
      ledger.turn.hitNow = true;
    }
    if (isSet(flags, 38)) {
      ledger.failing = new FailingCalls();
      ledger.failing.restore(in);
    }
    if (isSet(flags, 39)) {
      ledger.shares = new Shares();
      ledger.shares.restore(in);
    }
    if (isSet(flags, 42)) {
      ledger.clicks = new NearClicks();
      ledger.clicks.restore(in);
    }
    if (isSet(flags, 20) || isSet(flags, 21)) {
      ledger.retries().restore(in, isSet(flags, 20), isSet(flags, 21));
    }
    if (isSet(flags, 23) || isSet(flags, 24)) {
      ledger.measures = new BestMeasures();
      ledger.measures.restore(in, isSet(flags, 23), isSet(flags, 24));
    }
    if (isSet(flags, 32) || isSet(flags, 33)) {
      ledger.steady = new RecentOutcomes.SteadyAnswers();
      ledger.steady.restore(in, isSet(flags, 32), isSet(flags, 33));
    }
    if (isSet(flags, 40) || isSet(flags, 41)) {
      ledger.moving = new MovingNumbers();
      ledger.moving.restore(in, isSet(flags, 40), isSet(flags, 41));
    }
    if (isSet(flags, 9)) {
      ledger.failures.restore(in);
      ledger.forgiven.restore(in);
      ledger.asked.restore(in);
      if (isSet(flags, 27)) {
        ledger.asked.restoreBefore(in);
      }
      if (isSet(flags, 31)) {
        ledger.asked.restoreLong(in);
      }
    }
    if (ledger.turn.anyStep) {
      ledger.turn.restore(in);
      ledger.asked.restoreShapeOfTurn(isSet(flags, 10) ? in.readLong() : Step.ABSENT);
      ledger.turn.worth = SmallNumbers.readInt(in);
      ledger.turn.reason = Worth.restored(in);
      ledger.turn.tool = in.readUTF();
      if (isSet(flags, 36)) {
        ledger.turn.same.restore(in);
      }
    }
    if (isSet(flags, 37)) {
      ledger.mixed = new MixedLists();
      ledger.mixed.restore(in);
    }
    if (isSet(flags, 43)) {
      ledger.failures.restoreMended(in);
    }
    if (isSet(flags, 44)) {
      ledger.excused = SmallNumbers.readInt(in);
    }
    ledger.turn.excusedNow = isSet(flags, 45);
    ledger.turn.madeAgain = isSet(flags, 46);
    if (isSet(flags, 47)) {
      ledger.readAgain = SmallNumbers.readInt(in);
    }
    ledger.turn.readsAgain = isSet(flags, 48);
    ledger.turn.acrossChange = isSet(flags, 50);
    if (isSet(flags, 49)) {
      ledger.retries().restoreMore(in);
    }
  }

  private static boolean isSet(long flags, int bit) {
    return (flags & (1L << bit)) != 0;
  }
}
