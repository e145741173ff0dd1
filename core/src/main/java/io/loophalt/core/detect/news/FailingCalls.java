package io.loophalt.core.detect.news;

import io.loophalt.core.detect.Step;
import io.loophalt.core.fingerprint.DigestList;
import io.loophalt.core.state.ShortDigests;
import io.loophalt.core.state.SmallNumbers;
import io.loophalt.core.text.Retried;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * The latest calls that have failed since they were first made, and what that has added to the
 * debt: it is paid back once the same call goes well, so that retries of one thing after the other,
 * each of which helped, do not add up. There is one from the first of them on.
 *
 * <p>Nothing is paid back while another call comes back to fail again: that one is what the run is
 * stuck on. Of the calls of one turn one counts, whichever ended first. Not thread-safe; constant
 * bounds.
 */
final class FailingCalls {

  private static final int CALLS = 4;

  /** In hundredths of a step. */
  private static final int MOST_OWED = 400;

  // The one that failed last stands at the end.
  private final DigestList calls = new DigestList(CALLS);

  /** What each has added to the debt, in hundredths, doubled; odd if it came back to fail again. */
  private final DigestList owed = new DigestList(CALLS);

  /** One was paid back, and none has failed since. */
  private boolean paid;

  // Of the turn at hand; 0 for none.
  private int failedNow;

  /** In which places those stand that went well, as bits. */
  private int paidNow;

  /**
   * Takes a step of the turn at hand that failed.
   *
   * @param first whether the call was not made before
   */
  void read(Step step, boolean first) {
    int call = callOf(step);
    boolean counts = first ? step.retried() == Retried.NOT : placeOf(call) >= 0;
    if (counts && (failedNow == 0 || call < failedNow)) {
      failedNow = call;
    }
  }

  /**
   * What is paid back to a step that went well: what its call has added to the debt by failing, in
   * hundredths; 0 for a call that has not failed since it was first made.
   */
  int paysBack(Step step) {
    int at = placeOf(callOf(step));
    if (at < 0) {
      return 0;
    }
    paidNow |= 1 << at;
    for (int i = 0; i < owed.size(); i++) {
      if (i != at && (owed.get(i) & 1) != 0) {
        return 0;
      }
    }
    return owed.get(at) >> 1;
  }

  /** Each edit of a tool is another attempt at what the one before it was to do. */
  private static int callOf(Step step) {
    return step.edits() ? Ledger.editing(step) : ShortDigests.of(step.deed()) | 1;
  }

  private int placeOf(int call) {
    for (int at = 0; at < calls.size(); at++) {
      if (calls.get(at) == call) {
        return at;
      }
    }
    return -1;
  }

  /**
   * The turn is over.
   *
   * @param debt what it has added, in hundredths
   */
  void endTurn(int debt) {
    int failed = failedNow == 0 ? -1 : placeOf(failedNow);
    boolean failedAndPaid = failed >= 0 && (paidNow & (1 << failed)) != 0;
    for (int at = CALLS - 1; at >= 0; at--) {
      if ((paidNow & (1 << at)) != 0) {
        remove(at);
        paid = true;
      }
    }
    if (failedNow != 0 && !failedAndPaid) {
      int at = placeOf(failedNow);
      int before = at < 0 ? 0 : owed.get(at);
      boolean cameBack = at >= 0 && (at + 1 < calls.size() || paid);
      int sum = Math.min(MOST_OWED, (before >> 1) + Math.max(0, debt));
      if (at >= 0 || calls.isFull()) {
        remove(Math.max(0, at));
      }
      calls.add(failedNow);
      owed.add(2 * sum + (cameBack ? 1 : before & 1));
      paid = false;
    }
    paidNow = 0;
    failedNow = 0;
  }

  private void remove(int at) {
    if (at < 0) {
      return;
    }
    for (int i = at; i > 0; i--) {
      calls.set(i, calls.get(i - 1));
      owed.set(i, owed.get(i - 1));
    }
    calls.removeFirst();
    owed.removeFirst();
  }

  /** Whether anything is remembered. */
  boolean isAny() {
    return calls.size() > 0 || failedNow != 0;
  }

  void save(DataOutput out) throws IOException {
    ShortDigests.write(out, calls);
    for (int i = 0; i < owed.size(); i++) {
      SmallNumbers.write(out, owed.get(i));
    }
    out.writeBoolean(paid);
    ShortDigests.write(out, failedNow);
    ShortDigests.write(out, paidNow);
  }

  void restore(DataInput in) throws IOException {
    ShortDigests.read(in, calls, CALLS);
    for (int i = 0; i < calls.size(); i++) {
      owed.add(SmallNumbers.readInt(in));
    }
    paid = in.readBoolean();
    failedNow = ShortDigests.read(in);
    paidNow = ShortDigests.read(in);
  }
}
