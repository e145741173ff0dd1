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
 * How often requests were made again, by calls that say so themselves, and had the answer that they
 * had before. There are some from the first such call on.
 *
 * <p>The latest requests are remembered. Once two answers were given to one in turn, as by a coin,
 * it is no longer counted. Calls of one turn are compared with those of the turns before. Not
 * thread-safe; constant bounds.
 */
final class Retries {

  private static final int REQUESTS = 6;
  private static final int MOST = 15;

  /** Is added to the times that are saved, which are at most {@link #MOST}. */
  private static final int OF_THE_LATEST = 32;

  /** Three attempts at each thing of a list are none too many; the first is not counted. */
  private static final int LEFT_ALONE = 2;

  /** Of what is acknowledged and no more: each may be one thing more that is done. */
  private static final int LEFT_ALONE_WHEN_WELL = 5;

  /** In place of a number of times: the answers to the request vary. */
  private static final int VARIES = -1;

  // The one that was made last stands at the end.
  private final DigestList requests = new DigestList(REQUESTS);
  private final DigestList outcomes = new DigestList(REQUESTS);
  private final DigestList times = new DigestList(REQUESTS);

  /** Some were made in the last turn. */
  private boolean isLatest;

  // Of the turn at hand.
  private final DigestList requestsNow = new DigestList(REQUESTS);
  private final DigestList outcomesNow = new DigestList(REQUESTS);

  /**
   * Looks at a step with an answer that the run has seen: whether only a count of attempts tells
   * the call from those before it, of which the same came again and again. What is acknowledged may
   * be one thing more that is done, as where nothing says what was asked for, and who waits is
   * waiting.
   */
  boolean inVain(Step step, int outcomeOfStep) {
    boolean looks = step.reads() || step.looksOnly();
    boolean waits = !Retried.isWriteInVain(step.retried());
    boolean acknowledged = step.saysWell() && !looks;
    if (step.lines().isCut()
        || (acknowledged && (!step.saysNoMoreThanWell() || step.retried() == Retried.NOTHING))
        || (waits && (step.saysNotYet() || step.beginsNotYet()))
        || step.isOfAWaitingTool()
        || step.onlyRemarks()) {
      return false;
    }
    int at = placeOf(note(step, outcomeOfStep));
    return at >= 0
        && outcomeOfStep == outcomes.get(at)
        && times.get(at) >= (acknowledged ? LEFT_ALONE_WHEN_WELL : LEFT_ALONE);
  }

  /**
   * Looks at a step with an answer that is new, where {@link #isAny} is remembered: who has had a
   * request answered in vain may hear more.
   */
  void answers(Step step, int outcomeOfStep) {
    note(step, outcomeOfStep);
  }

  /**
   * What an answer says but for times, ids and the number of the attempt, which many give back; as
   * it is where it says nothing else.
   */
  static int outcomeOf(Step step, int outcome) {
    DigestList lines = step.lines();
    if (step.failed() || lines.size() == 0 || lines.isCut()) {
      return outcome;
    }
    int digest = 1;
    for (int i = 0; i < lines.size(); i++) {
      digest = 31 * digest + lines.get(i);
    }
    return digest;
  }

  private int note(Step step, int outcomeOfStep) {
    int asked = requestOf(step);
    if (asked != Retried.NOT) {
      requestsNow.add(asked);
      outcomesNow.add(outcomeOfStep);
    }
    return asked;
  }

  /** Whether a call makes a request once more that is remembered. */
  boolean areOf(Step step) {
    return placeOf(requestOf(step)) >= 0;
  }

  private static int requestOf(Step step) {
    int retried = step.retried();
    return retried == Retried.NOT ? retried : (retried ^ step.tool().hashCode()) | 1;
  }

  private int placeOf(int asked) {
    for (int at = 0; at < requests.size(); at++) {
      if (requests.get(at) == asked) {
        return at;
      }
    }
    return -1;
  }

  /** The turn is over. */
  void endTurn() {
    isLatest = isAnyNow();
    // Which of more requests than there is room for were first is by chance.
    if (!requestsNow.isCut()) {
      sort();
      for (int i = 0; i < requestsNow.size(); i++) {
        if (i == 0 || requestsNow.get(i) != requestsNow.get(i - 1)) {
          take(requestsNow.get(i), outcomesNow.get(i));
        }
      }
    }
    requestsNow.clear();
    outcomesNow.clear();
  }

  private void sort() {
    for (int i = 1; i < requestsNow.size(); i++) {
      for (int j = i; j > 0 && isBefore(j); j--) {
        swap(requestsNow, j);
        swap(outcomesNow, j);
      }
    }
  }

  private boolean isBefore(int j) {
    int asked = requestsNow.get(j);
    int other = requestsNow.get(j - 1);
    return asked < other || (asked == other && outcomesNow.get(j) < outcomesNow.get(j - 1));
  }

  private static void swap(DigestList list, int j) {
    int digest = list.get(j);
    list.set(j, list.get(j - 1));
    list.set(j - 1, digest);
  }

  private void take(int asked, int outcome) {
    int at = placeOf(asked);
    int often = 1;
    if (at >= 0) {
      boolean varies = outcomes.get(at) != outcome || times.get(at) == VARIES;
      often = varies ? VARIES : Math.min(MOST, times.get(at) + 1);
    }
    if (at >= 0 || requests.isFull()) {
      remove(Math.max(0, at));
    }
    requests.add(asked);
    outcomes.add(outcome);
    times.add(often);
  }

  private void remove(int at) {
    for (int i = at; i > 0; i--) {
      requests.set(i, requests.get(i - 1));
      outcomes.set(i, outcomes.get(i - 1));
      times.set(i, times.get(i - 1));
    }
    requests.removeFirst();
    outcomes.removeFirst();
    times.removeFirst();
  }

  /** Whether any was made in the last turn. */
  boolean isLatest() {
    return isLatest;
  }

  /** Whether a request is remembered. */
  boolean isAny() {
    return requests.size() > 0;
  }

  /** Whether one was made in the turn at hand. */
  boolean isAnyNow() {
    return requestsNow.size() > 0;
  }

  /** Writes the latest of what there is, see {@link #isAny} and {@link #isAnyNow}. */
  void save(DataOutput out) throws IOException {
    if (isAny()) {
      int last = requests.size() - 1;
      ShortDigests.write(out, requests.get(last));
      ShortDigests.write(out, outcomes.get(last));
      SmallNumbers.write(out, isLatest ? times.get(last) + OF_THE_LATEST : times.get(last));
    }
    if (isAnyNow()) {
      ShortDigests.write(out, requestsNow.get(0));
      ShortDigests.write(out, outcomesNow.get(0));
    }
  }

  /** Reads what {@link #save} wrote, where there was nothing before. */
  void restore(DataInput in, boolean any, boolean anyNow) throws IOException {
    if (any) {
      requests.add(ShortDigests.read(in));
      outcomes.add(ShortDigests.read(in));
      int saved = SmallNumbers.readInt(in);
      isLatest = saved > MOST;
      times.add(isLatest ? saved - OF_THE_LATEST : saved);
    }
    if (anyNow) {
      requestsNow.add(ShortDigests.read(in));
      outcomesNow.add(ShortDigests.read(in));
    }
  }

  /** Whether there are others than {@link #save} writes. */
  boolean areMore() {
    return requests.size() > 1 || requestsNow.size() > 1;
  }

  void saveMore(DataOutput out) throws IOException {
    ShortDigests.write(out, requests);
    ShortDigests.write(out, outcomes);
    for (int i = 0; i < times.size(); i++) {
      SmallNumbers.write(out, times.get(i));
    }
    ShortDigests.write(out, requestsNow);
    ShortDigests.write(out, outcomesNow);
  }

  /** Takes all of them, after the latest. */
  void restoreMore(DataInput in) throws IOException {
    ShortDigests.read(in, requests, REQUESTS);
    ShortDigests.read(in, outcomes, REQUESTS);
    times.clear();
    for (int i = 0; i < requests.size(); i++) {
      times.add(SmallNumbers.readInt(in));
    }
    ShortDigests.read(in, requestsNow, REQUESTS);
    ShortDigests.read(in, outcomesNow, REQUESTS);
  }
}
